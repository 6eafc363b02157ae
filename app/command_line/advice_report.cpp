#include "app/command_line/advice_report.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/command_line/stop_signal.h"
#include "app/session/switched_import.h"

namespace arenascope {

AdviceOrder advice_order(const std::string& file, const Document& document, std::vector<KeyValue> switches) {
    AdviceOrder order;
    order.import = [&document, again = switched_import(file, switches)](
                       std::span<const KeyValue> others) -> Expected<ImportedPlan> {
        return others.empty() ? ImportedPlan{document.problem, document.layout} : again(others);
    };
    order.file = file;
    order.switches = std::move(switches);
    order.allowed = {exact_levers.begin(), exact_levers.end()};
    order.stop = stop_requested;
    return order;
}

Json option_json(const AdviceOption& option) {
    return {{"levers", json_list(option.levers, [](Lever lever) { return Json(std::string(name_of(lever))); })},
            {"threshold", option.threshold.value()},
            {"peak", option.peak.value()},
            {"lower_bound", option.lower_bound.value()},
            {"extra_work", option.extra_work},
            {"traffic", option.traffic},
            {"fits", option.fits ? Json(*option.fits) : Json()},
            {"changes_results", option.types != ActivationType::as_in_file},
            {"command", option.command}};
}

std::string price_of(const AdviceOption& option) {
    const bool spills = std::ranges::find(option.levers, Lever::spill) != option.levers.end();
    const std::string traffic = spills && option.traffic > 0 ? grouped(option.traffic) + " B more traffic" : "";
    const std::string work =
        option.extra_work > 0 ? percent_text(option.extra_work / 100) + " more multiplications" : "";
    const std::string price = work + (work.empty() || traffic.empty() ? "" : " and ") + traffic;
    return price.empty() ? price : ", for " + price;
}

Expected<std::optional<AdviceOption>> best_lever(AdviceOrder order, Offset today) {
    order.most_levers = 1;
    return advise(order).map([&](const Advice& advice) {
        const AdviceOption& lowest = advice.lowest();
        return !lowest.levers.empty() && lowest.peak < today ? std::optional(lowest) : std::nullopt;
    });
}

std::string best_lever_text(const std::optional<AdviceOption>& option, Unit unit) {
    if (!option) {
        return "\nno single lever lowers it\n";
    }
    return "\nthe lever that lowers it most: " + option->name() + ", to " + amount_text(option->peak, unit) +
           price_of(*option) + "\n  " + option->command + "\n";
}

}  // namespace arenascope

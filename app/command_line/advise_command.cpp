#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/command_line/advice_report.h"
#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "core/analysis/advice/advice.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/percentage.h"

namespace arenascope {
namespace {

/// What may be tried.
struct Allowed {
    std::vector<Lever> levers;
    std::optional<SpillWish> spill = {};  ///< where it names a second memory
};

/// Names between commas; for an empty text all levers that change no result. A second memory may follow its lever:
/// spill=NAME:BYTES.
Expected<Allowed> levers_of(const std::string& list) {
    Allowed allowed{{exact_levers.begin(), exact_levers.end()}};
    if (list.empty()) {
        return allowed;
    }
    allowed.levers.clear();
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string entry = list.substr(begin, end - begin);
        const std::size_t equals = std::min(entry.find('='), entry.size());
        const auto lever = lever_named(entry.substr(0, equals));
        if (!lever || (equals < entry.size() && lever != Lever::spill)) {
            return failure("there is no lever " + in_quotes(entry),
                           "the levers are " + listed(all_levers, [](Lever one) { return name_of(one); }));
        }
        if (equals < entry.size()) {
            auto wish = spill_wish(entry.substr(equals + 1));
            if (!wish) {
                return tl::unexpected(wish.error());
            }
            allowed.spill = std::move(*wish);
        }
        allowed.levers.push_back(*lever);
        begin = end + 1;
    }
    return allowed;
}

/// Takes a second memory without a limit of the first one out of the settings: it is what the lever may use.
std::optional<SpillWish> offered_memory(FileArguments& common) {
    constexpr std::string_view key = "spill=";
    std::optional<SpillWish> offered;
    std::erase_if(common.settings, [&](const std::string& setting) {
        const auto wish = setting.starts_with(key) ? spill_wish(std::string_view(setting).substr(key.size()))
                                                   : Expected<std::optional<SpillWish>>(std::nullopt);
        const bool is_offer = wish && *wish && !(*wish)->most;
        offered = is_offer ? *wish : offered;
        return is_offer;
    });
    return offered;
}

/// The planners are chosen here, so only what all of them take can be set.
Expected<void> check_common(const std::vector<KeyValue>& settings) {
    const std::vector<OptionSpec>& common = common_options();
    for (const KeyValue& setting : settings) {
        if (std::ranges::find(common, setting.first, &OptionSpec::key) == common.end()) {
            return failure("advise chooses the planners and their option " + in_quotes(setting.first),
                           "set only " + listed(common, [](const OptionSpec& spec) { return spec.key; }) +
                               " and switches of the import");
        }
    }
    return OptionValues::from(common, settings).map([](const OptionValues&) {});
}

Json advice_json(const Advice& advice) {
    const AdviceOption& plain = advice.options.front();
    return {{"fits", plain.fits ? Json(advice.cheapest_that_fits() != nullptr) : Json()},
            {"threshold", plain.threshold.value()},
            {"peak", plain.peak.value()},
            {"options", json_list(advice.options, option_json)},
            {"notes", advice.notes}};
}

std::string with_levers(const AdviceOption& option) {
    return option.levers.empty() ? "as it is" : "with " + option.name();
}

/// What the user asked, in one line.
std::string answer(const Advice& advice) {
    const AdviceOption& plain = advice.options.front();
    const AdviceOption& lowest = advice.lowest();
    const Unit unit = unit_for(plain.threshold);
    if (const AdviceOption* fitting = advice.cheapest_that_fits()) {
        return "Fits " + with_levers(*fitting) + ": " + amount_text(fitting->peak, unit) + price_of(*fitting) + ".\n";
    }
    const std::string least = amount_text(lowest.peak, unit) + " " + with_levers(lowest) + price_of(lowest);
    if (plain.fits) {
        return "Nothing fits. The lowest is " + least + ".\n";
    }
    return lowest.peak < plain.peak ? "Needs " + amount_text(plain.peak, unit) + " as it is, " + least + ".\n"
                                    : "Needs " + amount_text(plain.peak, unit) + "; no lever lowers it.\n";
}

std::string advice_text(const Advice& advice) {
    const Unit unit = unit_for(advice.options.front().threshold);
    std::vector<std::vector<std::string>> rows = {
        {"", "peak", "threshold", "bound", "extra work", "traffic", "levers"}};
    std::vector<std::vector<std::string>> commands;
    for (std::size_t i = 0; i < advice.options.size(); ++i) {
        const AdviceOption& option = advice.options[i];
        const std::string number = std::to_string(i + 1);
        rows.push_back({number, amount_text(option.peak, unit), amount_text(option.threshold, unit),
                        amount_text(option.lower_bound, unit), percent_text(option.extra_work / 100, true),
                        grouped(option.traffic) + " B", option.name() + (option.fits.value_or(false) ? ", fits" : "")});
        commands.push_back({number, option.command});
    }
    const TextColumn right = {"  ", true, ""};
    return answer(advice) + table_text({right, right, right, right, right, right, {"  ", false, ""}}, rows) +
           table_text({right, {"  ", false, ""}}, commands);
}

}  // namespace

ExitStatus run_advise(const AdviseArguments& given) {
    AdviseArguments arguments = given;
    const auto allowed = levers_of(arguments.allow);
    if (!allowed) {
        return fail(arguments.common, allowed.error());
    }
    const auto offered = offered_memory(arguments.common);
    double most_extra_work = AdviceOrder().most_extra_work;
    if (!arguments.most_extra_work.empty()) {
        const auto most = percentage(arguments.most_extra_work);
        if (!most) {
            return fail(arguments.common,
                        {{},
                         0,
                         "--max-extra-work " + in_quotes(arguments.most_extra_work) + " is no percentage",
                         "write it as in 10%"});
        }
        most_extra_work = *most;
    }
    const auto run = plan_order(arguments.common, {}, std::nullopt);
    const auto settings = settings_of(arguments.common);
    if (!run || !settings) {
        return fail(arguments.common, !run ? run.error() : settings.error());
    }
    if (const auto common = check_common(settings->planner); !common) {
        return fail(arguments.common, common.error());
    }
    const std::string source = source_name(arguments.common.file);
    if (arguments.common.file == "-") {
        return fail(arguments.common, {source, 0, "advise reads its file again for each trial", "give it as a file"});
    }
    const auto document = open_and_report(arguments.common);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    AdviceOrder order = advice_order(arguments.common.file, *document, settings->import);
    order.allowed = allowed->levers;
    order.spill = allowed->spill ? allowed->spill : offered;
    order.most_extra_work = most_extra_work;
    order.settings = settings->planner;
    order.capacity = arguments.capacity;
    order.seed = run->seed;
    order.threads = run->threads;
    const auto begin = std::chrono::steady_clock::now();
    order.is_over = [&] {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        return arguments.time_limit_seconds && passed.count() >= *arguments.time_limit_seconds;
    };
    std::optional<WorkProgress> shown;
    order.trying = [&](std::string_view words) { shown.emplace(arguments.common, std::string(words)); };
    const auto advice = advise(order);
    shown.reset();
    if (!advice) {
        return fail(arguments.common, advice.error(), status_of_failed_planning());
    }
    if (!print_result(
            arguments.common, [&] { return advice_json(*advice); }, [&] { return advice_text(*advice); })) {
        return ExitStatus::unwritten;
    }
    for (const std::string& sentence : advice->notes) {
        note(arguments.common, {source, 0, sentence, {}});
    }
    if (!advice->is_complete) {
        note(arguments.common, {source, 0, "stopped before everything was tried", "give it more time"});
    }
    const bool fails = advice->options.front().fits && advice->cheapest_that_fits() == nullptr;
    return fails ? ExitStatus::finding : ExitStatus::fine;
}

}  // namespace arenascope

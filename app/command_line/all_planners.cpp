#include "app/command_line/all_planners.h"

#include <algorithm>
#include <cstdio>

#include "app/command_line/core_report.h"
#include "app/command_line/plan_report.h"
#include "app/session/no_room.h"
#include "core/compare/planner_standing.h"
#include "core/picture/unit.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// A row of the table: the figures of one planner.
struct Row {
    std::string planner;
    std::string peak;
    std::string over;
    std::string total;
    std::string bound;
    std::string seconds;
    std::string ended;
};

Row row_of(const PlannerStanding& standing, Unit unit) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", standing.seconds);
    return {standing.planner,
            amount_text(standing.peak.value(), unit),
            percent_text(fragmentation(standing), true),
            amount_text(standing.total_peak.value(), unit),
            amount_text(standing.lower_bound.value(), unit),
            seconds,
            std::string(name_of(standing.goal)) + (standing.fits ? "" : ", exceeds the capacity")};
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
    return right ? blanks + text : text + blanks;
}

/// `with_total`: include the sum of peaks. With one region it equals the peak.
std::string table_of(const std::vector<Row>& rows, bool with_total) {
    std::vector<std::string Row::*> columns = {&Row::planner, &Row::peak,  &Row::over,
                                               &Row::total,   &Row::bound, &Row::seconds};
    if (!with_total) {
        std::erase(columns, &Row::total);
    }
    std::vector<std::size_t> widths(columns.size());
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            widths[i] = std::max(widths[i], (row.*columns[i]).size());
        }
    }
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            text += padded(row.*columns[i], widths[i], columns[i] != &Row::planner) + "  ";
        }
        text += row.ended + "\n";
    }
    return text;
}

/// The settings that the planner has options for.
std::vector<KeyValue> settings_for(const Planner& planner, std::vector<KeyValue> settings) {
    const auto options = all_options(planner.description);
    std::erase_if(settings, [&](const KeyValue& setting) {
        return std::none_of(options.begin(), options.end(),
                            [&](const OptionSpec& option) { return option.key == setting.first; });
    });
    return settings;
}

}  // namespace

Expected<AllPlanned> plan_by_all(const PlanArguments& arguments, const Document& document) {
    if (auto valid = check_settings(arguments.common); !valid) {
        return tl::unexpected(valid.error());
    }
    AllPlanned all;
    std::optional<PlannerStanding> lowest;
    std::optional<Error> refusal;
    bool was_stopped = false;
    std::vector<Row> rows = {{"planner", "peak", "over", "sum of peaks", "bound", "seconds", "ended by"}};
    for (const Planner& planner : planners()) {
        const std::string name(planner.description.name);
        auto order = plan_order(arguments.common, name, arguments.time_limit_seconds);
        if (!order) {
            return tl::unexpected(order.error());
        }
        order->settings = settings_for(planner, std::move(order->settings));
        order->capacity = arguments.capacity;
        auto plan = run_planner(document.problem, document.layout, *order);
        if (!plan || !is_complete(plan->result.layout)) {
            const bool has_misfits = plan && !plan->result.misfits.empty();
            was_stopped = was_stopped || (plan && !has_misfits);
            const Error reason = has_misfits ? no_room({}, *plan) : plan ? stopped_too_early() : plan.error();
            refusal = refusal.value_or(reason);
            const std::string error = to_string(reason);
            all.results.push_back(has_misfits ? plan_json(*plan, document) : Json{{"planner", name}});
            all.results.back()["error"] = error;
            rows.push_back({name, "-", "-", "-", "-", "-", error});
            continue;
        }
        all.results.push_back(plan_json(*plan, document));
        const PlannerStanding standing = standing_of(*plan, document.layout);
        rows.push_back(row_of(standing, unit_for(plan->result.threshold)));
        if (!lowest || is_lower(standing, *lowest)) {
            lowest = standing;
            all.best = std::move(*plan);
        }
    }
    if (!all.best && !was_stopped) {
        all.refusal = std::move(refusal);
    }
    all.table = table_of(rows, document.problem.regions.size() > 1);
    return all;
}

}  // namespace arenascope

#include "app/command_line/all_planners.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/core_report.h"
#include "app/command_line/plan_report.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "app/session/external_planners.h"
#include "app/session/no_room.h"
#include "core/analysis/compare/planner_standing.h"
#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/compared_runs.h"

namespace arenascope {
namespace {

/// A row of the table: the figures of one planner.
struct Row {
    std::string planner;
    std::string peak;
    std::string fragmentation;
    std::string total;
    std::string bound;
    std::string seconds;
    std::string ended;
};

/// With two decimals, because the rows that follow are not known yet.
std::string amount_cell(std::int64_t bytes, Unit unit) {
    constexpr int most_decimals = 2;
    return number_text(bytes, unit, most_decimals) + " " + name_of(unit);
}

Row row_of(const std::string& name, const PlannerStanding& standing, const Plan& plan) {
    const Unit unit = unit_for(plan.result.threshold);
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", standing.seconds);
    return {name,
            amount_cell(standing.peak.value(), unit),
            percent_text(fragmentation(standing), true),
            amount_cell(standing.total_peak.value(), unit),
            amount_cell(standing.lower_bound.value(), unit),
            seconds,
            std::string(name_of(standing.goal)) + (plan.provenance.reproducible ? "" : ", not reproducible") +
                (standing.fits ? "" : ", exceeds the capacity")};
}

/// The table, whose columns are as wide as its cells can become. Only seconds may exceed theirs.
class Table {
public:
    /// Without the sum of peaks for a single region, where it equals the peak.
    Table(const Document& document, const std::vector<ComparedRun>& runs, const TableSink& sink) : sink_(sink) {
        const Problem& problem = document.problem;
        Bytes highest = total_size(problem);
        for (const Buffer& buffer : problem.buffers) {
            highest = highest + (alignment_of(problem, buffer) - Bytes(1));
        }
        const Bytes lowest = threshold(problem, document.layout);
        const std::size_t amount = columns_of(amount_cell(highest.value(), unit_for(lowest)));
        const std::size_t share = columns_of(percent_text(fragmentation(Offset(highest.value()), lowest), true));
        std::size_t name = 0;
        for (const ComparedRun& run : runs) {
            name = std::max(name, run.name.size());
        }
        columns_ = {{&Row::planner, name}, {&Row::peak, amount},  {&Row::fragmentation, share},
                    {&Row::total, amount}, {&Row::bound, amount}, {&Row::seconds, std::string_view("9999.999").size()}};
        if (problem.regions.size() == 1) {
            std::erase_if(columns_, [](const Column& column) { return column.cell == &Row::total; });
        }
        const Row head = {"planner", "peak", "fragmentation", "sum of peaks", "bound", "seconds", "ended by"};
        for (Column& column : columns_) {
            column.width = std::max(column.width, (head.*column.cell).size());
        }
        waiting_ = line_of(head);
    }

    /// Adds a row. `has_layout`: whether the planner gave a layout; no row is shown before the first one of them.
    void add(const Row& row, bool has_layout) {
        waiting_ += line_of(row);
        is_shown_ = is_shown_ || has_layout;
        if (is_shown_) {
            sink_(std::exchange(waiting_, {}));
        }
    }

private:
    struct Column {
        std::string Row::*cell;
        std::size_t width;
    };

    [[nodiscard]] std::string line_of(const Row& row) const {
        std::string line;
        for (const Column& column : columns_) {
            line += padded(row.*column.cell, column.width, column.cell != &Row::planner) + "  ";
        }
        return line + row.ended + "\n";
    }

    const TableSink& sink_;
    std::vector<Column> columns_;
    std::string waiting_;  ///< lines that the sink has not got yet
    bool is_shown_ = false;
};

/// The settings that the planner has options for.
std::vector<KeyValue> settings_for(const Planner& planner, std::vector<KeyValue> settings) {
    const auto options = all_options(planner.description);
    std::erase_if(settings, [&](const KeyValue& setting) {
        return std::none_of(options.begin(), options.end(),
                            [&](const OptionSpec& option) { return option.key == setting.first; });
    });
    return settings;
}

/// The JSON of a plan with its verdict. What other planners give stands beside it.
Json judged_json(const PlanArguments& arguments, const Document& document, const Plan& plan) {
    Json json = plan_json(plan, document);
    json["verdict"] = verdict_json(verdict_on(arguments.common, document, plan), plan.problem);
    return json;
}

/// Adds the choices of a run that its planner makes several of.
void add_settings(Json& json, const ComparedRun& run) {
    if (!run.settings.empty()) {
        json["settings"] = settings_json(run.settings);
    }
}

/// The table and the list of results name no file.
Error without_source(Error error) {
    return {{}, 0, std::move(error.cause), {}};
}

}  // namespace

Expected<AllPlanned> plan_by_all(const PlanArguments& arguments, const Document& document, const TableSink& table) {
    if (auto valid = check_settings(arguments.common); !valid) {
        return tl::unexpected(valid.error());
    }
    AllPlanned all;
    std::optional<PlannerStanding> lowest;
    std::optional<Error> refusal;
    bool was_stopped = false;
    const auto common = plan_order(arguments.common, std::string(default_planner), arguments.time_limit_seconds);
    if (!common) {
        return tl::unexpected(common.error());
    }
    std::vector<ComparedRun> runs = compared_runs(common->settings);
    std::vector<PlanOrder> external;  // whose planners the runs refer to
    for (const NamedExternal& kept :
         arguments.with_external ? kept_external_planners() : std::vector<NamedExternal>()) {
        auto order = plan_order(arguments.common, kept.text, arguments.time_limit_seconds);
        if (!order) {
            return tl::unexpected(order.error());
        }
        runs.push_back({order->external.get(), {}, kept.name});
        external.push_back(std::move(*order));
    }
    Table rows(document, runs, table);
    std::size_t number = 0;
    for (const ComparedRun& run : runs) {
        if (number > 0 && stop_requested()) {
            all.left_out = runs.size() - number;
            break;
        }
        ++number;
        const std::string planner(run.planner->description.name);
        auto order = plan_order(arguments.common, planner, arguments.time_limit_seconds);
        if (!order) {
            return tl::unexpected(order.error());
        }
        order->settings = settings_for(*run.planner, std::move(order->settings));
        order->settings.insert(order->settings.end(), run.settings.begin(), run.settings.end());
        order->capacity = arguments.capacity;
        auto plan = run_with_progress(document, arguments.common, *order, number, runs.size());
        if (!plan || !is_complete(plan->result.layout)) {
            const bool has_misfits = plan && !plan->result.misfits.empty();
            was_stopped = was_stopped || (plan && !has_misfits);
            const Error reason = has_misfits ? no_room({}, *plan)
                                 : plan      ? without_source(stopped_without_layout(arguments.common, &*plan))
                                             : plan.error();
            refusal = refusal.value_or(reason);
            const std::string error = to_string(reason);
            all.results.push_back(has_misfits ? judged_json(arguments, document, *plan) : Json{{"planner", planner}});
            add_settings(all.results.back(), run);
            all.results.back()["error"] = error;
            rows.add({run.name, "-", "-", "-", "-", "-", error}, false);
            continue;
        }
        all.results.push_back(judged_json(arguments, document, *plan));
        add_settings(all.results.back(), run);
        const PlannerStanding standing = standing_of(*plan, document.layout);
        rows.add(row_of(run.name, standing, *plan), true);
        if (!lowest || is_lower(standing, *lowest)) {
            lowest = standing;
            all.best = std::move(*plan);
        }
    }
    if (!all.best && !was_stopped) {
        all.refusal = std::move(refusal);
    }
    return all;
}

}  // namespace arenascope

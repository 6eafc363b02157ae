#include "app/command_line/core_report.h"

#include <algorithm>
#include <vector>

#include "app/command_line/text_table.h"
#include "app/session/no_room.h"
#include "core/analysis/compare/planner_standing.h"
#include "core/analysis/explain/core_use.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

bool involves_cores(const Plan& plan) {
    return plan.provenance.planner == "many-core" || !plan.result.misfits.empty() || has_cores(plan.problem);
}

const Buffer& buffer_of(const Plan& plan, BufferIndex index) {
    return plan.problem.buffers[index];
}

const std::string& core_of(const Plan& plan, BufferIndex index) {
    return plan.problem.regions[buffer_of(plan, index).region].name;
}

/// The name of the operator that the buffer belongs to; empty: none.
std::string operator_name(const Plan& plan, BufferIndex index) {
    const OperatorIndex node = operator_of(plan.problem, index);
    return node == OperatorIndex::none() ? std::string() : plan.problem.graph->operators[node].name;
}

using Cells = std::vector<std::string>;

/// The first column is left-aligned, the others right-aligned.
std::string core_table(const std::vector<Cells>& rows) {
    std::vector<TextColumn> columns = {{{}, false, {}}};
    columns.resize(rows.front().size(), {"  ", true, {}});
    return table_text(columns, rows);
}

bool asks_for_candidates(const Plan& plan) {
    const auto& options = plan.provenance.options;
    return std::find(options.begin(), options.end(), KeyValue("report", "candidates")) != options.end();
}

Json name_or_null(const Plan& plan, BufferIndex index) {
    return index == BufferIndex::none() ? Json() : Json(buffer_of(plan, index).name);
}

/// A candidate with its figures and the places of the context in the best combination with it.
Json candidate_json(const Plan& plan, const PlacementStep& step, std::size_t position) {
    const PlacementStep::Figures& figures = step.figures[position];
    const auto ghost_json = [&plan](const PlacementStep::Ghost& ghost) -> Json {
        return {{"name", buffer_of(plan, ghost.buffer).name}, {"offset", ghost.offset.value()}};
    };
    return {{"offset", step.candidates[position].value()},
            {"height", figures.height.value()},
            {"waste", figures.waste.value()},
            {"below", figures.below.value()},
            {"above", number_or_null(figures.above)},
            {"taken_from", name_or_null(plan, figures.taken_from)},
            {"context", json_list(context_with(step, position), ghost_json)}};
}

}  // namespace

bool needs_trace(const PlanOrder& order) {
    return std::find(order.settings.begin(), order.settings.end(), KeyValue("report", "candidates")) !=
           order.settings.end();
}

void add_candidates(Json& json, const Plan& plan) {
    if (!plan.trace || !asks_for_candidates(plan)) {
        return;
    }
    Json allocations = Json::array();
    for (const Frame& frame : plan.trace->frames) {
        if (!frame.step || frame.step->figures.empty()) {
            continue;
        }
        const PlacementStep& step = *frame.step;
        Json candidates = Json::array();
        for (std::size_t i = 0; i < step.candidates.size(); ++i) {
            candidates.push_back(candidate_json(plan, step, i));
        }
        allocations.push_back({{"core", core_of(plan, step.buffer)},
                               {"buffer", buffer_of(plan, step.buffer).name},
                               {"operator", operator_name(plan, step.buffer)},
                               {"chosen", step.chosen},
                               {"taken_from", name_or_null(plan, step.taken_from)},
                               {"candidates", std::move(candidates)}});
    }
    json["candidates"] = std::move(allocations);
}

void add_cores(Json& json, const Plan& plan) {
    if (!involves_cores(plan)) {
        return;
    }
    const bool has_work = has_cores(plan.problem);
    json["total_peak"] = total_peak(plan.problem, plan.result.layout).value();
    json["traffic"] = has_work ? Json(traffic(plan.problem).value()) : Json();
    json["cores"] = json_list(core_uses(plan.problem, plan.result.layout), [&](const CoreUse& use) -> Json {
        const Region& core = plan.problem.regions[use.core];
        return {{"name", core.name},
                {"capacity", number_or_null(core.capacity)},
                {"threshold", use.threshold.value()},
                {"peak", use.peak.value()},
                {"peak_step", number_or_null(use.peak_step)},
                {"fragmentation", use.fragmentation},
                {"work", has_work ? Json(use.work) : Json()},
                {"multiply_accumulates", has_work ? Json(use.multiply_accumulates) : Json()},
                {"bytes_written", has_work ? Json(use.bytes_written.value()) : Json()},
                {"buffers", use.buffers},
                {"unplaced", use.unplaced}};
    });
    json["misfits"] = json_list(plan.result.misfits, [&](const Misfit& misfit) -> Json {
        return {{"core", core_of(plan, misfit.buffer)},
                {"operator", operator_name(plan, misfit.buffer)},
                {"buffer", buffer_of(plan, misfit.buffer).name},
                {"missing", misfit.missing.value()},
                {"largest_free_area", misfit.largest_free_area.value()}};
    });
    json["transfers"] = json_list(plan.problem.transfers, [&](const Transfer& transfer) -> Json {
        return {{"source", buffer_of(plan, transfer.source).name},
                {"copy", buffer_of(plan, transfer.copy).name},
                {"step", buffer_of(plan, transfer.copy).lifetime.begin.value()}};
    });
}

std::string cores_text(const Plan& plan) {
    if (!involves_cores(plan)) {
        return {};
    }
    std::vector<Cells> rows = {
        {"core", "buffers", "peak", "of capacity", "at step", "threshold", "external fragmentation (B · steps)"}};
    const bool has_work = has_cores(plan.problem);
    if (has_work) {
        rows.front().emplace_back("multiply-accumulates");
        rows.front().emplace_back("written by others");
    }
    const Unit unit = unit_for(plan.result.threshold);
    for (const CoreUse& use : core_uses(plan.problem, plan.result.layout)) {
        const Region& core = plan.problem.regions[use.core];
        const bool has_share = core.capacity && *core.capacity > Bytes(0);
        rows.push_back(
            {shown(core.name), grouped(use.buffers), amount_text(use.peak, unit),
             has_share ? percent_text(
                             static_cast<double>(use.peak.value()) / static_cast<double>(core.capacity->value()), false)
                       : "-",
             use.peak_step ? grouped(*use.peak_step) : "-", amount_text(use.threshold, unit),
             grouped(use.fragmentation)});
        if (has_work) {
            rows.back().push_back(grouped(use.multiply_accumulates));
            rows.back().push_back(amount_text(use.bytes_written, unit));
        }
    }
    std::string text = core_table(rows);
    if (has_work) {
        text += "copied between cores: " + amount_text(traffic(plan.problem), unit) + "\n";
    }
    for (const Misfit& misfit : plan.result.misfits) {
        const std::string node = operator_name(plan, misfit.buffer);
        text += "no room in " + in_quotes(core_of(plan, misfit.buffer)) + " for " +
                in_quotes(buffer_of(plan, misfit.buffer).name) + (node.empty() ? "" : " of " + in_quotes(node)) + ": " +
                shortage_text(misfit) + "\n";
    }
    return text;
}

}  // namespace arenascope

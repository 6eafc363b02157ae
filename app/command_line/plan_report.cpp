#include "app/command_line/plan_report.h"

#include "app/command_line/core_report.h"
#include "app/command_line/scratch_report.h"
#include "core/analysis/compare/planner_standing.h"
#include "core/analysis/explain/capacity_breach.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/saved_moves.h"
#include "core/picture/plan/unit.h"
#include "core/planner/registry.h"

namespace arenascope {

Json buffers_json(const Plan& plan) {
    Json buffers = Json::array();
    const std::vector<ObjectIndex> objects =
        plan.result.layout.objects.empty() ? std::vector<ObjectIndex>() : objects_of_buffers(plan.result.layout);
    const bool has_bases = std::ranges::any_of(plan.problem.regions, [](const Region& each) { return each.base != 0; });
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        const Buffer& buffer = plan.problem.buffers[i];
        const auto& placement = plan.result.layout.placements[i];
        Json entry = {{"name", buffer.name},
                      {"begin", buffer.lifetime.begin.value()},
                      {"end", buffer.lifetime.end.value()},
                      {"size", buffer.size.value()},
                      {"offset", placement ? Json(placement->offset.value()) : Json()},
                      {"region", plan.problem.regions[buffer.region].name}};
        if (has_bases && placement) {
            entry["address"] = address_of(plan.problem, *placement);
        }
        if (!buffer.dimensions().empty()) {
            entry["dimensions"] = buffer.dimensions();
        }
        if (!objects.empty()) {
            entry["object"] = objects[i].value();
        }
        if (const auto rule = scratch_rule_of(plan.result.layout, BufferIndex(i))) {
            entry["part"] = plan.problem.regions[buffer.region].name;
            entry["rule"] = name_of(*rule);
        }
        buffers.push_back(std::move(entry));
    }
    return buffers;
}

namespace {

/// The notes of reading, then those of planning.
std::vector<std::string> notes_of(const Plan& plan, const Document& document) {
    std::vector<std::string> notes = document.notes;
    notes.insert(notes.end(), plan.result.notes.begin(), plan.result.notes.end());
    return notes;
}

}  // namespace

Json plan_json(const Plan& plan, const Document& document) {
    const Offset top = peak(plan.problem, plan.result.layout);
    const OpenSizes open = open_sizes(document);
    const bool is_within = fits(plan.problem, plan.result.layout) && plan.result.misfits.empty();
    Json json = {{"planner", plan.provenance.planner},
                 {"peak", lacks_all_sizes(document.problem) ? Json() : Json(top.value())},
                 {"threshold", plan.result.threshold.value()},
                 {"lower_bound", plan.result.lower_bound.value()},
                 {"optimal", is_complete(plan.result.layout) && open.unknown + open.left_out == 0 &&
                                 top.value() == plan.result.lower_bound.value()},
                 {"initial_peak", plan.result.initial_peak ? Json(plan.result.initial_peak->value()) : Json()},
                 {"iterations", plan.result.iterations},
                 {"goal", name_of(plan.result.goal)},
                 {"work", plan.result.work},
                 {"seed", plan.provenance.seed},
                 {"reproducible", plan.provenance.reproducible},
                 {"fits", is_within && open.unknown + open.left_out > 0 ? Json() : Json(is_within)},
                 {"seconds", plan.seconds},
                 {"notes", notes_of(plan, document)}};
    if (plan.problem.regions.size() > 1) {
        json["total_peak"] = total_peak(plan.problem, plan.result.layout).value();
        json["total_threshold"] = total_threshold(plan.problem, plan.result.layout).value();
    }
    if (plan.problem.graph) {
        json["unknown_sizes"] = unknown_sizes_json(plan.problem);
        json["assumed_dimensions"] = open.assumed;
        json["bounded_sizes"] = open.bounded;
    }
    if (plan.trace) {
        json["dropped_frames"] = dropped_frames(*plan.trace);
    }
    if (!plan.result.layout.objects.empty()) {
        Json objects = Json::array();
        for (const SharedObject& object : plan.result.layout.objects) {
            objects.push_back(object.dimensions.empty() ? Json(object.size.value()) : Json(object.dimensions));
        }
        json["objects"] = std::move(objects);
    }
    if (plan.result.threshold_unshared) {
        json["threshold_unshared"] = plan.result.threshold_unshared->value();
        add_sharing(json, plan.problem, plan.result.layout);
    }
    if (plan.result.peak_unshared) {
        json["peak_unshared"] = plan.result.peak_unshared->value();
        json["bytes_not_moved"] = saved_moves(plan.problem, plan.result.layout).bytes.value();
    }
    add_heap(json, plan);
    add_cores(json, plan);
    return json;
}

namespace {

/// The unit of a planner's iterations: tuners adjust, exact searches visit nodes.
std::string iterations_text(const std::string& planner, std::int64_t count) {
    const auto found = planner_named(planner);
    const PlannerKind kind = found ? (*found)->description.kind : PlannerKind::offsets;
    const std::string unit = kind == PlannerKind::tuner   ? "adjustment"
                             : kind == PlannerKind::exact ? "node"
                                                          : "iteration";
    return grouped(count) + " " + unit + (count == 1 ? "" : "s");
}

/// The reason why a run ended, in words, with the number of its iterations if it has any.
std::string end_text(const Plan& plan) {
    const PlanResult& result = plan.result;
    const auto count = static_cast<std::int64_t>(result.iterations);
    const bool is_first = count == 0;  // the planner placed every buffer once and changed nothing afterwards
    if (is_first && result.misfits.empty() && result.goal == Goal::at_threshold) {
        return "complete: every buffer is placed and the peak is at the threshold";
    }
    if (result.goal == Goal::complete) {
        const std::string done =
            is_first ? "complete" : "complete after " + iterations_text(plan.provenance.planner, count);
        return done + (!result.misfits.empty() ? ": the other buffers have no room"
                       : is_first              ? ": every buffer is placed"
                                               : ": nothing was left to try");
    }
    return (result.goal == Goal::stopped ? "stopped" : "ended by " + std::string(name_of(result.goal))) + " after " +
           iterations_text(plan.provenance.planner, count);
}

}  // namespace

std::string plan_text(const Plan& plan, const Document& document) {
    const std::size_t uncounted = open_sizes(document).unknown + document.left_out;
    if (lacks_all_sizes(document.problem)) {
        return plan.provenance.planner + ": nothing is planned, because none of the " +
               grouped(static_cast<std::int64_t>(uncounted)) + " sizes is known\n";
    }
    const Offset top = peak(plan.problem, plan.result.layout);
    const Unit unit = unit_for(plan.result.threshold);
    const bool is_all_placed = plan.result.misfits.empty();
    // A percentage would mean nothing if only some buffers are placed.
    std::string text =
        plan.provenance.planner + ": peak " + amount_text(top.value(), unit) +
        (is_all_placed ? "" : " of the placed buffers") + ", threshold " +
        amount_text(plan.result.threshold.value(), unit) +
        (is_all_placed ? " (" + percent_text(fragmentation(top, plan.result.threshold), true) + ")" : std::string());
    if (plan.result.initial_peak) {
        text += ", first placement " + amount_text(plan.result.initial_peak->value(), unit);
    }
    text += ", " + end_text(plan);
    if (uncounted > 0) {
        text += ", without " + grouped(static_cast<std::int64_t>(uncounted)) +
                (uncounted == 1 ? " value of unknown size" : " values of unknown size");
    }
    text += plan.provenance.reproducible ? "\n" : ", not reproducible\n";
    return text + heap_text(plan) + cores_text(plan);
}

namespace {

/// The scratch buffer that made a heap exceed its capacity; empty: scratch is not the reason.
std::string breach_text(const Plan& plan, RegionIndex region) {
    const auto breach = breach_by_scratch(plan.problem, plan.result.layout, region);
    if (!breach) {
        return {};
    }
    return ": it grew for the scratch buffer " + in_quotes(plan.problem.buffers[breach->buffer].name) + " of step " +
           grouped(breach->step.value()) + ", which lacks " + grouped(breach->missing.value()) +
           " B (largest free area there below the capacity: " + grouped(breach->largest_free_area.value()) + " B)";
}

}  // namespace

Error misfit(const std::string& file, const Plan& plan) {
    for (std::size_t i = 0; i < plan.problem.regions.size(); ++i) {
        const Region& region = plan.problem.regions[i];
        const Offset top = peak(plan.problem, plan.result.layout, RegionIndex(i));
        if (region.capacity && top.value() > region.capacity->value()) {
            return {source_name(file), 0,
                    "the peak of " + grouped(top.value()) + " B in region " + in_quotes(region.name) +
                        " exceeds its capacity of " + grouped(region.capacity->value()) + " B by " +
                        grouped(top.value() - region.capacity->value()) + " B" + breach_text(plan, RegionIndex(i)),
                    "raise the capacity or try other options"};
        }
    }
    return {source_name(file), 0, "the plan does not fit the capacity", {}};
}

}  // namespace arenascope

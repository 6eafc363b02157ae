#include "app/command_line/plan_report.h"

#include <algorithm>

#include "app/command_line/core_report.h"
#include "app/command_line/memory_report.h"
#include "core/analysis/compare/planner_standing.h"
#include "core/analysis/explain/capacity_breach.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/saved_moves.h"
#include "core/planner/registry.h"
#include "core/planner/scratch/scratch_choices.h"

namespace arenascope {
namespace {

/// Limit on time spans whose steps are all listed.
constexpr std::int64_t max_listed_steps = 100'000;

Json range_json(AddressRange range) {
    return Json::array({range.from.value(), range.to.value()});
}

AddressRange raised(AddressRange range, std::int64_t base) {
    return {range.from + Bytes(base), range.to + Bytes(base)};
}

AddressRange covering(AddressRange a, AddressRange b) {
    return {std::min(a.from, b.from), std::max(a.to, b.to)};
}

/// The bounds of the whole heap before and after. Several parts are joined by their addresses. All 0 if nothing has a
/// size.
HeapBounds whole_heap(const Plan& plan) {
    const auto& heaps = plan.result.layout.heaps;
    HeapBounds whole = heaps.empty() ? HeapBounds() : heaps.front();
    if (heaps.size() > 1) {
        for (std::size_t i = 0; i < heaps.size(); ++i) {
            const auto base = static_cast<std::int64_t>(plan.problem.regions[heaps[i].region].base);
            const AddressRange before = raised(heaps[i].before, base);
            const AddressRange after = raised(heaps[i].after, base);
            whole.before = i == 0 ? before : covering(whole.before, before);
            whole.after = i == 0 ? after : covering(whole.after, after);
        }
    }
    return whole;
}

/// The size of all parts of the heap together.
Bytes heap_bytes(const Plan& plan) {
    Bytes total;
    for (const HeapBounds& heap : plan.result.layout.heaps) {
        total = total + size(heap.after);
    }
    return total;
}

bool wants_free_areas(const Plan& plan) {
    const auto& options = plan.provenance.options;
    return std::find(options.begin(), options.end(), KeyValue("report", "areas")) != options.end();
}

Json free_areas_json(const Plan& plan) {
    Json list = Json::array();
    const bool lists_all = length(time_span(plan.problem)) <= Duration(max_listed_steps);
    for (const HeapBounds& heap : plan.result.layout.heaps) {
        const AddressRange bounds = heap_of(plan.problem, plan.result.layout, heap.region);
        const auto& name = plan.problem.regions[heap.region].name;
        for_each_occupancy(
            plan.problem, plan.result.layout, heap.region, [&](Lifetime steps, std::span<const AddressRange> occupied) {
                const Json areas = json_list(areas_between({occupied.begin(), occupied.end()}, bounds), range_json);
                const Step last = lists_all ? steps.end : steps.begin + Duration(1);
                for (Step step = steps.begin; step < last; step = step + Duration(1)) {
                    list.push_back({{"step", step.value()}, {"region", name}, {"areas", areas}});
                }
            });
    }
    return list;
}

/// What is added to offsets from before planning to get offsets of the plan.
std::int64_t raised_by(const HeapBounds& heap) {
    return -heap.after.from.value();
}

std::string range_text(AddressRange range) {
    return grouped(range.from) + " to " + grouped(range.to) + " (" + grouped(size(range)) + " B)";
}

void add_trials(Json& json, const Plan& plan) {
    if (!plan.result.heap_trials) {
        return;
    }
    const HeapTrials& trials = *plan.result.heap_trials;
    json["trials"] = json_list(trials.list, [&trials](const HeapTrial& trial) -> Json {
        return {{"trial", trial.number},
                {"chosen", trial.number == trials.chosen},
                {"choices", settings_json(choice_settings(trial.choices, trials.may_spill))},
                {"growths", trial.measure.growths},
                {"heap_bytes", trial.measure.heap.value()},
                {"fragmentation", fragmentation_of(trial.measure)},
                {"fast_bytes", trial.measure.fast.value()},
                {"fits", trial.measure.fits}};
    });
    json["trials_left_out"] = trials.left_out;
    json["heap_bound"] = trials.bound.value();
    json["heap_bound_reachable"] = trials.bound_is_reachable;
    json["heap_optimal"] = heap_bytes(plan) == trials.bound;
}

/// Whether the heap is the smallest one. Empty if no scratch was placed.
std::string bound_text(const Plan& plan) {
    if (!plan.result.heap_trials || plan.result.heap_trials->queue.empty()) {
        return {};
    }
    const HeapTrials& trials = *plan.result.heap_trials;
    const std::string bound = grouped(trials.bound) + " B";
    const std::string tensors = " with the tensors where they are\n";
    if (heap_bytes(plan) == trials.bound) {
        return "  no placement of the scratch has a smaller heap than " + bound + tensors;
    }
    return trials.bound_is_reachable ? "  the smallest heap has " + bound + tensors
                                     : "  no heap is smaller than " + bound + tensors;
}

/// The notes of reading, then those of planning.
std::vector<std::string> notes_of(const Plan& plan, const Document& document) {
    std::vector<std::string> notes = document.notes;
    notes.insert(notes.end(), plan.result.notes.begin(), plan.result.notes.end());
    return notes;
}

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

/// The scratch buffer that made a heap exceed its capacity; empty: scratch is not the reason.
std::string breach_text(const Plan& plan, RegionIndex region) {
    const auto breach = breach_by_scratch(plan.problem, plan.result.layout, region);
    if (!breach) {
        return {};
    }
    return ": it grew for the scratch buffer " + in_quotes(plan.problem.buffers[breach->buffer].name) + " of step " +
           grouped(breach->step) + ", which lacks " + grouped(breach->missing) +
           " B (largest free area there below the capacity: " + grouped(breach->largest_free_area) + " B)";
}

}  // namespace

void add_heap(Json& json, const Plan& plan) {
    const auto& heaps = plan.result.layout.heaps;
    if (heaps.empty() && plan.provenance.planner != "scratch") {
        return;
    }
    const HeapBounds whole = whole_heap(plan);
    json["heap"] = {{"initial", range_json(whole.before)}, {"final", range_json(whole.after)}};
    if (heaps.size() > 1) {
        json["heap"]["parts"] = json_list(heaps, [&plan](const HeapBounds& heap) -> Json {
            const Region& region = plan.problem.regions[heap.region];
            return {{"region", region.name},
                    {"fast", region.fast},
                    {"initial", range_json(heap.before)},
                    {"final", range_json(heap.after)},
                    {"raised", raised_by(heap)}};
        });
    } else {
        json["heap"]["raised"] = raised_by(whole);
    }
    json["choices"] = settings_json(plan.result.choices);
    add_trials(json, plan);
    if (wants_free_areas(plan)) {
        json["free_areas"] = free_areas_json(plan);
    }
}

std::string heap_text(const Plan& plan) {
    const Layout& layout = plan.result.layout;
    std::string text;
    for (const HeapBounds& heap : layout.heaps) {
        const Region& region = plan.problem.regions[heap.region];
        text += std::string("  ") + (region.fast ? "fast part " : "heap ") + in_quotes(region.name) + ": " +
                range_text(heap.before) + " before, " + range_text(heap.after) + " after\n";
    }
    for (int rule = 0; rule <= static_cast<int>(ScratchRule::minimum_bottom); ++rule) {
        const auto placed = std::count_if(
            layout.scratch.begin(), layout.scratch.end(),
            [rule](const auto& placed_scratch) { return placed_scratch.rule == static_cast<ScratchRule>(rule); });
        if (placed > 0) {
            text += "  " + std::string(name_of(static_cast<ScratchRule>(rule))) + ": " +
                    counted(static_cast<std::uint64_t>(placed), "scratch buffer\n", "scratch buffers\n");
        }
    }
    return text + bound_text(plan);
}

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
            entry["address"] = address_json(address_of(plan.problem, *placement));
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
                 {"initial_peak", number_or_null(plan.result.initial_peak)},
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
        json["objects"] = json_list(plan.result.layout.objects, [](const SharedObject& object) {
            return object.dimensions.empty() ? Json(object.size.value()) : Json(object.dimensions);
        });
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
    add_memories(json, plan);
    return json;
}

std::string plan_text(const Plan& plan, const Document& document, const Verdict& verdict) {
    const std::size_t uncounted = open_sizes(document).unknown + document.left_out;
    if (lacks_all_sizes(document.problem)) {
        return verdict.text() + "\n" + plan.provenance.planner + ": nothing is planned, because none of the " +
               grouped(uncounted) + " sizes is known\n";
    }
    const Offset top = peak(plan.problem, plan.result.layout);
    const Unit unit = unit_for(plan.result.threshold);
    const bool is_all_placed = plan.result.misfits.empty();
    // A percentage would mean nothing if only some buffers are placed.
    std::string text =
        verdict.text() + "\n" + plan.provenance.planner + ": peak " + amount_text(top, unit) +
        (is_all_placed ? "" : " of the placed buffers") + ", threshold " + amount_text(plan.result.threshold, unit) +
        (is_all_placed ? " (" + percent_text(fragmentation(top, plan.result.threshold), true) + ")" : std::string());
    if (plan.result.initial_peak) {
        text += ", first placement " + amount_text(*plan.result.initial_peak, unit);
    }
    text += ", " + end_text(plan);
    if (uncounted > 0) {
        text +=
            ", without " + grouped(uncounted) + (uncounted == 1 ? " value of unknown size" : " values of unknown size");
    }
    text += plan.provenance.reproducible ? "\n" : ", not reproducible\n";
    return text + heap_text(plan) + cores_text(plan) + memories_text(plan);
}

Error misfit(const std::string& file, const Plan& plan, const std::string& cure) {
    for (std::size_t i = 0; i < plan.problem.regions.size(); ++i) {
        const Region& region = plan.problem.regions[i];
        const Offset top = peak(plan.problem, plan.result.layout, RegionIndex(i));
        if (region.capacity && top.value() > region.capacity->value()) {
            return {source_name(file), 0,
                    "the peak of " + grouped(top) + " B in region " + in_quotes(region.name) +
                        " exceeds its capacity of " + grouped(*region.capacity) + " B by " +
                        grouped(top.value() - region.capacity->value()) + " B" + breach_text(plan, RegionIndex(i)),
                    cure};
        }
    }
    return {source_name(file), 0, "the plan does not fit the capacity", {}};
}

}  // namespace arenascope

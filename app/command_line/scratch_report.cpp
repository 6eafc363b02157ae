#include "app/command_line/scratch_report.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/model/memory/free_areas.h"
#include "core/picture/plan/unit.h"
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
            const std::int64_t base = plan.problem.regions[heaps[i].region].base;
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
                Json areas = Json::array();
                for (const AddressRange area : areas_between({occupied.begin(), occupied.end()}, bounds)) {
                    areas.push_back(range_json(area));
                }
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
    return grouped(range.from.value()) + " to " + grouped(range.to.value()) + " (" + grouped(size(range).value()) +
           " B)";
}

Json settings_json(const std::vector<KeyValue>& settings) {
    Json json = Json::object();
    for (const auto& [key, value] : settings) {
        json[key] = value;
    }
    return json;
}

void add_trials(Json& json, const Plan& plan) {
    if (!plan.result.heap_trials) {
        return;
    }
    const HeapTrials& trials = *plan.result.heap_trials;
    Json list = Json::array();
    for (const HeapTrial& trial : trials.list) {
        list.push_back({{"trial", trial.number},
                        {"chosen", trial.number == trials.chosen},
                        {"choices", settings_json(choice_settings(trial.choices, trials.may_spill))},
                        {"growths", trial.measure.growths},
                        {"heap_bytes", trial.measure.heap.value()},
                        {"fragmentation", fragmentation_of(trial.measure)},
                        {"fast_bytes", trial.measure.fast.value()},
                        {"fits", trial.measure.fits}});
    }
    json["trials"] = std::move(list);
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
    const std::string bound = grouped(trials.bound.value()) + " B";
    const std::string tensors = " with the tensors where they are\n";
    if (heap_bytes(plan) == trials.bound) {
        return "  no placement of the scratch has a smaller heap than " + bound + tensors;
    }
    return trials.bound_is_reachable ? "  the smallest heap has " + bound + tensors
                                     : "  no heap is smaller than " + bound + tensors;
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
        Json parts = Json::array();
        for (const HeapBounds& heap : heaps) {
            const Region& region = plan.problem.regions[heap.region];
            parts.push_back({{"region", region.name},
                             {"fast", region.fast},
                             {"initial", range_json(heap.before)},
                             {"final", range_json(heap.after)},
                             {"raised", raised_by(heap)}});
        }
        json["heap"]["parts"] = std::move(parts);
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
            text += "  " + std::string(name_of(static_cast<ScratchRule>(rule))) + ": " + grouped(placed) +
                    (placed == 1 ? " scratch buffer\n" : " scratch buffers\n");
        }
    }
    return text + bound_text(plan);
}

}  // namespace arenascope

#include "core/planner/planning.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "core/base/error/out_of_memory.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/shared_addresses.h"
#include "core/planner/expanding_sink.h"
#include "core/planner/pins.h"
#include "core/planner/registry.h"
#include "core/planner/shared_problem.h"
#include "core/planner/soundness.h"
#include "core/planner/start_layout.h"
#include "core/trace/trace_recorder.h"

namespace arenascope {
namespace {

Expected<Problem> problem_as_ordered(Problem problem, const Layout& given, const PlanOrder& order,
                                     const OptionValues& options) {
    const bool is_as_given = options.integer("alignment") == 1 && !order.capacity && options.text("pins") != "file";
    if (is_as_given) {
        return problem;  // valid already
    }
    for (Region& region : problem.regions) {
        const Bytes alignment(options.integer("alignment"));
        const auto common = joint_alignment(region.alignment, alignment);
        if (!common) {
            return failure("the least common multiple of alignment " + std::to_string(alignment.value()) +
                               " and the alignment of region " + in_quotes(region.name) + " does not fit in 64 bits",
                           "give a smaller alignment");
        }
        region.alignment = *common;
        if (order.capacity && !region.second) {
            region.capacity = order.capacity;
        }
    }
    if (options.text("pins") == "file") {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            if (given.placements[i]) {
                problem.buffers[i].pin = given.placements[i]->offset;
            }
        }
    }
    if (auto valid = validate(problem); !valid) {
        return tl::unexpected(valid.error());
    }
    return problem;
}

using Clock = RunPause::Clock;

/// The stop token of a run that may pause: a thread that asks waits while the run is held.
StopToken stop_with_pause(const PlanOrder& order) {
    if (!order.pause) {
        return order.stop;
    }
    return [stop = order.stop, pause = order.pause] {
        pause->wait();
        return pause->is_cancelled() || (stop && stop());
    };
}

/// How long a run was held so far.
Clock::duration held_time(const std::shared_ptr<RunPause>& pause) {
    return pause ? pause->length() : Clock::duration();
}

/// The stop token of a run that starts now: the order's own token, plus the time limit.
StopToken stop_of(const PlanOrder& order) {
    if (!order.time_limit_seconds) {
        return stop_with_pause(order);
    }
    constexpr double longest = 1e9;  // thirty years; much more would pass the clock's range
    const std::chrono::duration<double> limit(std::min(*order.time_limit_seconds, longest));
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    return [end, stop = stop_with_pause(order), pause = order.pause] {
        return (stop && stop()) || Clock::now() - held_time(pause) >= end;
    };
}

/// Whether the time limit replaces the planner's budgets: the planner has budgets, and the user set none of them.
bool is_until_stopped(const std::vector<OptionSpec>& specs, const PlanOrder& order) {
    const auto is_set = [&](const OptionSpec& spec) {
        return std::ranges::any_of(order.settings, [&](const KeyValue& setting) { return setting.first == spec.key; });
    };
    const auto is_budget = [](const OptionSpec& spec) { return spec.is_budget; };
    return order.time_limit_seconds.has_value() && std::ranges::any_of(specs, is_budget) &&
           std::ranges::none_of(specs, [&](const OptionSpec& spec) { return spec.is_budget && is_set(spec); });
}

/// The layout of the pinned buffers, or an error if they cannot be kept. Empty layout: nothing is pinned.
Expected<Layout> kept_pins(const Problem& problem, const Layout& given) {
    if (std::ranges::none_of(problem.buffers, [](const Buffer& buffer) { return buffer.pin.has_value(); })) {
        return Layout{};
    }
    Layout pinned = layout_of_pins(problem, given);
    if (auto kept = check_pins(problem, pinned); !kept) {
        return tl::unexpected(kept.error());
    }
    return pinned;
}

/// The trace of a run under way: its recorder, and who watches it.
struct RunTrace {
    std::optional<TraceRecorder> recorder;  ///< empty: the run is not recorded
    std::unique_ptr<TraceSink> watch;       ///< null: nobody watches
    [[nodiscard]] TraceSink* sink() { return watch ? watch.get() : recorder ? &*recorder : nullptr; }
};

Expected<void> begin(RunTrace& trace, const PlanOrder& order, const Plan& plan, Bytes threshold) {
    if (!order.record) {
        return {};
    }
    trace.recorder.emplace(plan.problem, plan.provenance,
                           order.trace_byte_limit > 0 ? order.trace_byte_limit : TraceRecorder::default_byte_limit);
    if (order.watch) {
        auto watch = order.watch(*trace.recorder, plan.problem, threshold);
        if (!watch) {
            return tl::unexpected(watch.error());
        }
        trace.watch = std::move(*watch);
    }
    return {};
}

/// Passes progress of a run on: layouts of the problem itself, and no bound that holds only for one arrangement.
ProgressSink expanding_progress(const PlanOrder& order, const SharedProblem& shared) {
    if (!order.progress || !shared.fused().has_blocks()) {
        return order.progress;
    }
    return [&shared, progress = order.progress](const Progress& made) {
        Progress passed = made;
        Layout improved;
        if (made.improved != nullptr) {
            improved = expanded(shared.fused(), *made.improved);
            passed.improved = &improved;
        }
        passed.lower_bound = shared.fused().stands_for_all ? made.lower_bound : Bytes(0);
        progress(passed);
    };
}

/// Planners know nothing of second memories, so threshold and bound may be those of one. A bound above the peak of all
/// second memories is one of the first memory; of any other, only its threshold is known to hold there.
void judge_without_second_memories(const Problem& problem, PlanResult& result) {
    if (std::ranges::none_of(problem.regions, &Region::second)) {
        return;
    }
    std::int64_t second = 0;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (!counts_in_peak(problem, RegionIndex(i))) {
            second = std::max(second, peak(problem, result.layout, RegionIndex(i)).value());
        }
    }
    result.threshold = is_complete(result.layout) ? threshold(problem, result.layout) : threshold(problem);
    if (result.lower_bound.value() <= second || !is_complete(result.layout)) {
        result.lower_bound = result.threshold;
    }
}

/// Keeps the goal true when threshold or bound are others than the planner's.
void settle_goal(const Problem& problem, PlanResult& result) {
    if (!is_complete(result.layout)) {
        return;
    }
    const std::int64_t top = peak(problem, result.layout).value();
    const bool is_wrong = (result.goal == Goal::optimal && top > result.lower_bound.value()) ||
                          (result.goal == Goal::at_threshold && top > result.threshold.value());
    if (is_wrong) {
        result.goal = Goal::complete;
    }
}

}  // namespace

const std::vector<OptionSpec>& common_options() {
    static const std::vector<OptionSpec> options = {
        {"alignment", OptionType::bytes, "1", "every offset is a multiple of it; sizes stay", {}, 1},
        {"pins", OptionType::choice, "none", "file: buffers placed by the file keep their offsets", {"none", "file"}},
    };
    return options;
}

std::vector<OptionSpec> all_options(const PlannerDescription& planner) {
    std::vector<OptionSpec> options = planner.options;
    options.insert(options.end(), common_options().begin(), common_options().end());
    return options;
}

std::vector<PlannerDescription> described_planners() {
    std::vector<PlannerDescription> descriptions;
    for (const Planner& planner : planners()) {
        PlannerDescription description = planner.description;
        description.options = all_options(planner.description);
        descriptions.push_back(std::move(description));
    }
    return descriptions;
}

namespace {

/// Runs another planner on a part of the problem, for a planner that delegates.
Expected<PlanResult> plan_part(const Problem& part, const PartOrder& part_order) {
    const auto planner = planner_named(part_order.planner);
    if (!planner) {
        return tl::unexpected(planner.error());
    }
    PlanOrder order{.planner = part_order.planner,
                    .seed = part_order.seed,
                    .threads = part_order.threads,
                    .progress = part_order.progress,
                    .stop = part_order.stop};
    for (const OptionSpec& option : (*planner)->description.options) {
        if (option.key == "work" && part_order.work > 0) {
            order.settings.emplace_back("work", std::to_string(std::max(part_order.work, option.minimum)));
        }
    }
    return run_planner(part, empty_layout(part), order).map([](Plan plan) { return std::move(plan.result); });
}

Expected<Plan> plan_by_order(const Problem& problem, const Layout& given, const PlanOrder& order);

/// Plans the allocations of a recorded allocator anew, in one region instead of its segments.
Expected<Plan> plan_merged(const Problem& problem, const PlanOrder& order) {
    if (std::ranges::find(order.settings, KeyValue("pins", "file")) != order.settings.end()) {
        return failure("pins=file would pin allocations to segments, but a recorded allocator is planned without them",
                       "remove pins=file");
    }
    const Problem merged = merged_segments(problem);
    auto plan = plan_by_order(merged, empty_layout(merged), order);
    if (plan) {
        plan->result.notes.push_back(
            "the allocations are planned in one region instead of " + std::to_string(problem.history->segments.size()) +
            " segments, for which the allocator reserved " +
            std::to_string(reserved_size(*problem.history).threshold.value()) + " B at its highest");
    }
    return plan;
}

/// Plans pools whose addresses meet as one memory, because planners place each region by itself.
Expected<Plan> plan_joined(const Problem& problem, const Layout& given, const PlanOrder& order) {
    const MergedAddresses joined = merged_addresses(problem, given);
    auto plan = plan_by_order(joined.problem, joined.layout, order);
    if (plan) {
        std::string names;
        for (const Region& region : problem.regions) {
            names += region.shares_addresses ? (names.empty() ? "" : ", ") + in_quotes(region.name) : "";
        }
        plan->result.notes.push_back("regions with addresses in common are planned as one: " + names +
                                     "; a buffer may leave the region that the file gives it");
    }
    return plan;
}

Expected<Plan> plan_by_order(const Problem& problem, const Layout& given, const PlanOrder& order) {
    const auto planner = order.external ? Expected<const Planner*>(order.external.get()) : planner_named(order.planner);
    if (!planner) {
        return tl::unexpected(planner.error());
    }
    if ((*planner)->description.moves_scratch ? may_scratch_meet(problem) : has_meeting_buffers(problem)) {
        return plan_joined(problem, given, order);
    }
    if (has_segment_regions(problem)) {
        return plan_merged(problem, order);
    }
    auto options = OptionValues::from(all_options((*planner)->description), order.settings);
    if (!options) {
        return tl::unexpected(options.error());
    }
    auto ordered = problem_as_ordered(problem, given, order, *options);
    if (!ordered) {
        return tl::unexpected(ordered.error());
    }
    auto pinned = kept_pins(*ordered, given);
    if (!pinned) {
        return tl::unexpected(pinned.error());
    }
    Plan plan;
    plan.problem = std::move(*ordered);
    plan.provenance = {order.planner, options->all(), order.seed, true};
    const SharedProblem shared(plan.problem, given, *pinned, (*planner)->description);
    RunTrace trace;
    if (auto begun = begin(trace, order, plan, order.watch ? shared.threshold() : Bytes(0)); !begun) {
        return tl::unexpected(begun.error());
    }
    const bool starts_from_own = starts_from_own_layout((*planner)->description, *options);
    const OptionValues chosen = *options;
    std::optional<ExpandingSink> expanding;
    if (trace.sink() != nullptr && shared.fused().has_blocks()) {
        expanding.emplace(shared.fused(), *trace.sink());
    }
    const auto start = Clock::now();
    const auto held_before = held_time(order.pause);
    const bool is_own_start = starts_from_own && has_placements(given) && is_complete(shared.given()) &&
                              start_fault(shared.planned(), shared.given()).empty();
    auto result = (*planner)->plan({.problem = shared.planned(),
                                    .options = std::move(*options),
                                    .seed = order.seed,
                                    .threads = order.threads,
                                    .progress = expanding_progress(order, shared),
                                    .stop = stop_of(order),
                                    .trace = expanding ? &*expanding : trace.sink(),
                                    .given = &shared.given(),
                                    .own_start = is_own_start ? &shared.given() : nullptr,
                                    .until_stopped = is_until_stopped((*planner)->description.options, order),
                                    .plan_by_name = plan_part});
    const auto held = held_time(order.pause) - held_before;
    plan.seconds = std::chrono::duration<double>(Clock::now() - start - held).count();
    if (!result) {
        return tl::unexpected(result.error());
    }
    plan.result = std::move(*result);
    shared.expand(plan.result);
    for (const ChosenSize& chosen_size : plan.result.sizes) {
        plan.problem.buffers[chosen_size.buffer].size = chosen_size.size;
        plan.problem.buffers[chosen_size.buffer].set_dimensions({});
    }
    for (const ChosenRegion& chosen_region : plan.result.regions) {
        plan.problem.buffers[chosen_region.buffer].region = chosen_region.region;
    }
    shared.judge(plan.result);
    compare_with_own_layout(plan.problem, given, (*planner)->description, chosen, plan.result, trace.sink());
    judge_without_second_memories(plan.problem, plan.result);
    settle_goal(plan.problem, plan.result);
    plan.provenance.reproducible = plan.result.reproducible;
    if (auto sound = check_soundness(plan.problem, plan.result, order.planner, order.seed); !sound) {
        return tl::unexpected(sound.error());
    }
    if (trace.recorder) {
        plan.trace = trace.recorder->take();
        plan.trace->fingerprint = fingerprint(plan.problem);
        // It counts the sharing of the file, which holds from the first frame, but not sharing by the planner.
        plan.trace->threshold = shared.threshold();
        plan.trace->provenance = plan.provenance;
    }
    return plan;
}

}  // namespace

Expected<Plan> run_planner(const Problem& problem, const Layout& given, const PlanOrder& order) {
    return within_memory("to plan by " + order.planner,
                         "close other programs, choose a planner that needs less memory, or use --threads 1",
                         [&] { return plan_by_order(problem, given, order); });
}

Error stopped_too_early() {
    return {{}, 0, "stopped before any layout was found", {}};
}

}  // namespace arenascope

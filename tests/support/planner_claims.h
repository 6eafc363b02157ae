#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/model/memory/arrangement_bound.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/least_peak.h"

namespace arenascope::test {

/// Small budgets where a planner has one, so that thousands of problems are quick.
inline PlanOrder quick_order(const PlannerDescription& planner, std::int64_t work) {
    PlanOrder order{.planner = std::string(planner.name)};
    for (const OptionSpec& option : planner.options) {
        if (option.key == "work" || option.key == "nodes") {
            order.settings.emplace_back(option.key, std::to_string(std::max(option.minimum, work)));
        }
        if (option.key == "iterations") {
            order.settings.emplace_back(option.key, "50");
        }
    }
    return order;
}

/// Whether the plan leaves out only what its planner reports as misfits of a limited region.
inline bool leaves_out_misfits(const Plan& plan, const std::vector<BufferIndex>& unplaced) {
    std::vector<BufferIndex> reported;
    for (const Misfit& misfit : plan.result.misfits) {
        const Buffer& buffer = plan.problem.buffers[misfit.buffer];
        if (!plan.problem.regions[buffer.region].capacity || misfit.missing <= Bytes(0)) {
            return false;
        }
        reported.push_back(misfit.buffer);
    }
    std::sort(reported.begin(), reported.end());
    return reported == unplaced;
}

/// Whether a buffer that the checker finds outside only has its tail above the capacity: most planners exceed it.
inline bool exceeds_capacity(const Plan& plan, BufferIndex index) {
    const Buffer& buffer = plan.problem.buffers[index];
    const Placement& placement = *plan.result.layout.placements[index];
    const auto& capacity = plan.problem.regions[buffer.region].capacity;
    return placement.region == buffer.region && placement.offset >= Offset(0) && capacity &&
           LeastPeak::has_piece(buffer) && placement.offset + buffer.size > Offset(capacity->value());
}

/// The least bound that every planner proves: the threshold. If the file declares sharing, a bound must also hold for
/// every other arrangement of its groups, even if the plan keeps the buffers apart. Empty: the planner shares by
/// itself, beyond what the file declares.
inline std::optional<Bytes> surely_proved(const Plan& plan, const std::vector<SharingGroup>& declared) {
    if (declared.empty()) {
        return plan.result.layout.sharing.empty() ? std::optional(threshold(plan.problem)) : std::nullopt;
    }
    const auto planner = planner_named(plan.provenance.planner);
    if (!planner || (*planner)->description.family == PlannerFamily::operator_sharing ||
        (*planner)->description.name == "scratch") {
        return std::nullopt;
    }
    Layout allowed = empty_layout(plan.problem);
    allowed.sharing = declared;
    return arrangement_bound(plan.problem, allowed);
}

/// What is wrong with a finished plan as far as the checker can tell; empty: nothing. Any problem. `declared`: the
/// groups of its file that share memory.
inline std::string fault_of(const Plan& plan, const std::vector<SharingGroup>& declared = {}) {
    const Problem& problem = plan.problem;
    const PlanResult& result = plan.result;
    CheckReport report = check(problem, result.layout);
    if (!leaves_out_misfits(plan, report.unplaced)) {
        return "not all buffers are placed";
    }
    if (!report.overlaps.empty() || !report.misaligned.empty() ||
        !std::ranges::all_of(report.outside, [&](BufferIndex index) { return exceeds_capacity(plan, index); })) {
        return "the overlap checker finds something";
    }
    if (report.outside.empty() != fits(problem, result.layout)) {
        return "it fits, and the overlap checker denies it, or the other way round";
    }
    if (const auto proved = surely_proved(plan, declared); proved && result.lower_bound < *proved) {
        return "the proved bound is below the threshold";
    }
    if (!result.misfits.empty()) {
        return result.goal == Goal::optimal || result.goal == Goal::at_threshold ? "a part is said to be optimal" : "";
    }
    const Offset top = peak(problem, result.layout);
    if (top.value() < threshold(problem, result.layout).value()) {
        return "the peak is below the threshold";
    }
    if (top.value() < result.lower_bound.value()) {
        return "the peak is below the bound that is said to be proved";
    }
    return {};
}

/// Whether some layout fits the capacities of all regions.
inline bool can_fit(const Problem& problem, const std::vector<Offset>& least) {
    for (std::size_t i = 0; i < least.size(); ++i) {
        const auto& capacity = problem.regions[RegionIndex(i)].capacity;
        if (capacity && least[i] > Offset(capacity->value())) {
            return false;
        }
    }
    return true;
}

/// What a planner claims and the oracle denies; empty: nothing. For valid problems without sharing and variable scratch
/// that LeastPeak can take. Shared objects count as bands.
inline std::string false_claim_of(const PlannerDescription& planner, const Problem& problem, const LeastFigures& least,
                                  const Expected<Plan>& plan) {
    const bool has_pins = std::any_of(problem.buffers.begin(), problem.buffers.end(),
                                      [](const Buffer& buffer) { return buffer.pin.has_value(); });
    const bool is_of_objects = planner.kind == PlannerKind::shared_objects;
    if (!least.peaks || (is_of_objects && has_pins)) {
        return plan ? "a problem without a layout is planned" : std::string();
    }
    if (!plan) {
        return "refused: " + to_string(plan.error());
    }
    if (std::string fault = fault_of(*plan); !fault.empty()) {
        return fault;
    }
    const std::int64_t top = peak(plan->problem, plan->result.layout).value();
    std::int64_t lowest = 0;
    for (std::size_t i = 0; i < least.peaks->size(); ++i) {
        lowest = std::max(lowest, is_of_objects ? least.totals[i].value() : (*least.peaks)[i].value());
    }
    const auto against = [&](const std::string& what, std::int64_t claimed) {
        return what + " " + std::to_string(claimed) + ", the least possible is " + std::to_string(lowest);
    };
    if (plan->result.lower_bound.value() > lowest) {
        return against("the bound is", plan->result.lower_bound.value());
    }
    if (!plan->result.misfits.empty()) {
        return {};
    }
    if (top < lowest) {
        return against("the peak is", top);
    }
    const Goal goal = plan->result.goal;
    if ((goal == Goal::optimal || goal == Goal::at_threshold) && !is_of_objects && top != lowest) {
        return against("said to be optimal:", top);
    }
    if (planner.kind == PlannerKind::exact && goal == Goal::optimal && can_fit(problem, *least.peaks) &&
        !fits(plan->problem, plan->result.layout)) {
        return "it does not fit, but some layout does";
    }
    return {};
}

}  // namespace arenascope::test

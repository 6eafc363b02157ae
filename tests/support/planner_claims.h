#pragma once

#include <algorithm>
#include <string>

#include "core/check/overlap_checker.h"
#include "core/memory/live_profile.h"
#include "core/planner/planning.h"
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

/// What is wrong with a finished plan as far as the checker can tell; empty: nothing. Any problem.
inline std::string fault_of(const Plan& plan) {
    const Problem& problem = plan.problem;
    const PlanResult& result = plan.result;
    if (!is_complete(result.layout)) {
        return "not all buffers are placed";
    }
    if (!is_clean(check(problem, result.layout))) {
        return "the overlap checker finds something";
    }
    const Offset top = peak(problem, result.layout);
    if (top.value() < threshold(problem, result.layout).value()) {
        return "the peak is below the threshold";
    }
    if (top.value() < result.lower_bound.value()) {
        return "the peak is below the bound that is said to be proved";
    }
    if (result.layout.sharing.empty() && result.lower_bound < threshold(problem)) {
        return "the proved bound is below the threshold";
    }
    return {};
}

/// What a planner claims and the oracle denies; empty: nothing. For problems without sharing and scratch that
/// LeastPeak can take, with no capacity that some layout does not fit. Shared objects count as bands.
inline std::string false_claim_of(const PlannerDescription& planner, const Problem& problem,
                                  const Expected<Plan>& plan) {
    const auto least = least_peaks(problem);
    const bool has_pins = std::any_of(problem.buffers.begin(), problem.buffers.end(),
                                      [](const Buffer& buffer) { return buffer.pin.has_value(); });
    const bool is_of_objects = planner.kind == PlannerKind::shared_objects;
    if (!least || (is_of_objects && has_pins)) {
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
    for (std::size_t i = 0; i < least->size(); ++i) {
        lowest =
            std::max(lowest, is_of_objects ? LeastTotal(problem, RegionIndex(i)).find().value() : (*least)[i].value());
    }
    const auto against = [&](const std::string& what, std::int64_t claimed) {
        return what + " " + std::to_string(claimed) + ", the least possible is " + std::to_string(lowest);
    };
    if (top < lowest) {
        return against("the peak is", top);
    }
    if (plan->result.lower_bound.value() > lowest) {
        return against("the bound is", plan->result.lower_bound.value());
    }
    const Goal goal = plan->result.goal;
    if ((goal == Goal::optimal || goal == Goal::at_threshold) && !is_of_objects && top != lowest) {
        return against("said to be optimal:", top);
    }
    return {};
}

}  // namespace arenascope::test

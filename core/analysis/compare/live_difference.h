#pragma once

#include <optional>
#include <vector>

#include "core/analysis/compare/step_matching.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {

/// How much more or less lives in a second plan than in a first, over time: `bytes[i]` holds for the steps
/// [steps[i], steps[i + 1]). Positive: more in the second. It is 0 before the first entry and after the last one, which
/// is 0, too.
///
///   more       ┌──┐
///   0   ───────┘  └──┐     ┌────
///   less             └─────┘   steps
struct LiveDifference {
    std::vector<Step> steps;   ///< strictly ascending; empty if no step differs
    std::vector<Bytes> bytes;  ///< one for each of `steps`; neighbours differ
    Bytes most;                ///< the largest value, at least 0
    Bytes least;               ///< the smallest value, at most 0
    /// Ascending: ranges of steps that the other plan lacks. Nothing is compared there, and `bytes` is 0.
    std::vector<Lifetime> unmatched = {};
    friend bool operator==(const LiveDifference&, const LiveDifference&) = default;
};

/// The difference of two live sizes. O(n log n) in their steps.
[[nodiscard]] LiveDifference live_difference(const LiveProfile& first, const LiveProfile& second);

/// The difference of two live sizes at the steps that are the same in both, over the steps of each plan. Both are the
/// second live size minus the first.
struct LiveDifferences {
    LiveDifference at_first;
    LiveDifference at_second;
};

/// O(n log n) in the steps of the profiles and in the pairs.
[[nodiscard]] LiveDifferences live_differences(const LiveProfile& first, const LiveProfile& second,
                                               const StepMatching& matching);

/// The difference at a step; empty: the other plan lacks the step. O(log n).
[[nodiscard]] std::optional<Bytes> difference_at(const LiveDifference& difference, Step step);

}  // namespace arenascope

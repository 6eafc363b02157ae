#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/step_list.h"

namespace arenascope {

/// The live size over time. Variable scratch counts with its minimum: it takes more only where memory is free, and
/// never makes a heap grow for it. It is a step function: `live[i]` holds for the steps [steps[i], steps[i + 1]). The
/// last entry is the end of the last lifetime, with live size 0.
///
///   live   ┌──┐
///        ┌─┘  └──┐          threshold = the highest value
///      ──┘       └─ step    peak_step = the first step with that value
struct LiveProfile {
    StepList steps;           ///< strictly ascending
    std::vector<Bytes> live;  ///< one for each of `steps`
    Bytes threshold;          ///< the theoretical threshold: without sharing, no layout has a lower peak
    Step peak_step;           ///< the first step at the threshold
};

/// The profile of one region. O(n log n) in its buffers and gaps; the number of steps does not matter.
[[nodiscard]] LiveProfile live_profile(const Problem& problem, RegionIndex region);

/// The profile of all regions together.
[[nodiscard]] LiveProfile live_profile(const Problem& problem);

/// The profile of one region in which each sharing group counts as the union of its live address ranges. O(n log n + Σ
/// k² log k) over the groups of k members.
[[nodiscard]] LiveProfile live_profile(const Problem& problem, const Layout& layout, RegionIndex region);

/// The profile of all regions together, in which shared bytes count once. Same complexity.
[[nodiscard]] LiveProfile live_profile(const Problem& problem, const Layout& layout);

/// The profile of the region with the highest threshold, the first if several are equal. It determines the threshold
/// and the peak step of the problem.
[[nodiscard]] LiveProfile deciding_profile(const Problem& problem, const Layout& layout);

/// The theoretical threshold of each region, in which shared bytes count once.
[[nodiscard]] std::vector<Bytes> region_thresholds(const Problem& problem, const Layout& layout);

/// Whether the thresholds of two layouts of a problem may differ. Without sharing groups, they are the problem's own.
[[nodiscard]] bool thresholds_may_differ(const Layout& a, const Layout& b);

/// The theoretical threshold of a problem: the largest one of its regions.
[[nodiscard]] Bytes threshold(const Problem& problem);

/// The threshold of the problem without its scratch buffers; empty if it has none.
[[nodiscard]] std::optional<Bytes> threshold_without_scratch(const Problem& problem);

/// The largest threshold of all regions, in which shared bytes count once.
[[nodiscard]] Bytes threshold(const Problem& problem, const Layout& layout);

/// The live size at a step. O(log n).
[[nodiscard]] Bytes live_at(const LiveProfile& profile, Step step);

/// How far the peak is above the threshold, as a fraction of the threshold; 0 for an empty problem.
[[nodiscard]] double fragmentation(Offset peak, Bytes threshold);

}  // namespace arenascope

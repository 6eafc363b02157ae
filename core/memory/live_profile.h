#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The live size over time, as a staircase: `live[i]` holds for the steps [steps[i], steps[i + 1]).
/// The last entry is the end of the last lifetime, with live size 0.
///
///   live   ┌──┐
///        ┌─┘  └──┐          threshold = the highest stair
///      ──┘       └─ step    peak_step = where it begins first
struct LiveProfile {
    std::vector<Step> steps;  ///< strictly rising
    std::vector<Bytes> live;  ///< one for each of `steps`
    Bytes threshold;          ///< theoretical threshold: no layout without sharing can be lower
    Step peak_step;           ///< first step at the threshold
};

/// Profile of the buffers of one region. O(n log n) in its buffers and gaps, no matter how long the time is.
[[nodiscard]] LiveProfile live_profile(const Problem& problem, RegionIndex region);

/// Profile over all buffers of all regions together.
[[nodiscard]] LiveProfile live_profile(const Problem& problem);

/// Profile of one region in which every sharing group of the layout counts the union of its live members'
/// address ranges. O(n log n + Σ k² log k) over the groups of k members.
[[nodiscard]] LiveProfile live_profile(const Problem& problem, const Layout& layout, RegionIndex region);

/// The profile of the region with the highest threshold, the first of equals: it decides threshold and peak step of the
/// whole.
[[nodiscard]] LiveProfile deciding_profile(const Problem& problem, const Layout& layout);

/// The theoretical threshold of each region, with the layout's sharing groups counted once.
[[nodiscard]] std::vector<Bytes> region_thresholds(const Problem& problem, const Layout& layout);

/// Whether two layouts of a problem may have other thresholds: without groups that share memory they are the problem's
/// own.
[[nodiscard]] bool thresholds_may_differ(const Layout& a, const Layout& b);

/// The theoretical threshold of a problem: the largest one of its regions.
[[nodiscard]] Bytes threshold(const Problem& problem);

/// What the threshold would be without scratch buffers; nothing where there are none.
[[nodiscard]] std::optional<Bytes> threshold_without_scratch(const Problem& problem);

/// The same with the layout's sharing groups counted once.
[[nodiscard]] Bytes threshold(const Problem& problem, const Layout& layout);

/// Live size at a step: O(log n).
[[nodiscard]] Bytes live_at(const LiveProfile& profile, Step step);

/// How far the peak is above the threshold, as a fraction of it; 0 for an empty problem.
[[nodiscard]] double fragmentation(Offset peak, Bytes threshold);

}  // namespace arenascope

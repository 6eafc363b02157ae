#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/explain/segment_use.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A step at which the most bytes are live, with the largest buffers that are live there.
struct BusyStep {
    Step step;                         ///< the first such step, in the time of the file
    Bytes live;                        ///< the live size there, in which shared bytes count once
    std::vector<BufferIndex> largest;  ///< up to three, the largest first; ties go to the earlier in the problem
    friend bool operator==(const BusyStep&, const BusyStep&) = default;
};

/// What the buffers need of one memory.
struct RegionNeed {
    std::size_t buffers = 0;  ///< that belong there
    /// No layout needs less: the theoretical threshold. Where memory is shared on purpose, what every arrangement
    /// needs that the sharing allows, see arrangement_bound().
    Bytes bound;
    BusyStep busiest;
    friend bool operator==(const RegionNeed&, const RegionNeed&) = default;
};

/// The figures that a verdict needs beside those of the layout, and that are linear in the buffers. Made once for a
/// plan, on any thread: layouts of a problem have the same ones if their live sizes are the same, see
/// thresholds_may_differ(), and no allocation failed.
struct VerdictFigures {
    IndexedVector<RegionIndex, RegionNeed> regions;
    std::optional<AllocatorFigures> recorded;       ///< empty: no allocator gave the addresses
    std::optional<BusyStep> busiest_of_all;         ///< of a recorded allocator: of all segments together
    std::optional<FragmentationCost> first_failed;  ///< of the first failed allocation; empty: none failed
};

/// The figures of a layout. O(n log n) for n buffers where memory is shared on purpose or an allocation failed,
/// otherwise linear. `recorded`: those of the same allocator, if they are known; null: they are computed.
[[nodiscard]] VerdictFigures verdict_figures(const Problem& problem, const Layout& layout, const PlanProfiles& profiles,
                                             const AllocatorFigures* recorded = nullptr);

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparand.h"
#include "core/memory/buffer_groups.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/risk.h"

namespace arenascope {

/// The figures of one plan in a comparison.
struct PlanFigures {
    std::optional<Offset> peak;  ///< empty: not every buffer is placed
    Bytes threshold;
    Step peak_step;        ///< the first step at the threshold
    std::size_t over = 0;  ///< buffers whose own tail is above the threshold
    Bytes largest_free;    ///< the most bytes that are free below the highest live tail of a region at one step
    std::size_t buffers = 0;
    Bytes total;  ///< the sum of all sizes
    friend bool operator==(const PlanFigures&, const PlanFigures&) = default;
};

/// The figures of a plan with its tiers. O(n log n).
[[nodiscard]] PlanFigures plan_figures(const Comparand& plan, IndexedSpan<BufferIndex, const Risk> risks);

/// What a plan has of a group of buffers.
struct SideTotal {
    std::size_t buffers = 0;
    Bytes bytes;    ///< the sum of their sizes
    Bytes at_peak;  ///< how much of them lives at the plan's peak step
    friend bool operator==(const SideTotal&, const SideTotal&) = default;
};

/// A group of buffers in both plans.
struct GroupTotal {
    std::string name;  ///< empty: what has no such property
    SideTotal first;
    SideTotal second;
    friend bool operator==(const GroupTotal&, const GroupTotal&) = default;
};

/// The totals of the groups of both plans, joined by name: first what differs most at the peak, then what has most
/// bytes there, then by name. `first_step` and `second_step`: see PlanFigures::peak_step. O(n + g log g) for g groups.
[[nodiscard]] std::vector<GroupTotal> group_totals(const Problem& first, Step first_step, const Problem& second,
                                                   Step second_step, GroupBy by);

}  // namespace arenascope

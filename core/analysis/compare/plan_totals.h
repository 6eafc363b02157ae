#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/plan_changes.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/buffer_groups.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// Where the totals of a plan count what lives.
struct LivePeak {
    Step step;
    std::optional<RegionIndex> region;  ///< the one whose live size counts; empty: all of them
};

/// The figures of one plan in a comparison.
struct PlanFigures {
    PlanHeight height;
    std::size_t over = 0;  ///< buffers whose own tail is above the threshold
    Bytes largest_free;    ///< the most bytes that are free below the highest live tail of a region at one step
    std::size_t buffers = 0;
    Bytes total;  ///< the sum of all sizes; see sizes_counted_once()
    friend bool operator==(const PlanFigures&, const PlanFigures&) = default;

    /// Where the live size is at the threshold.
    [[nodiscard]] LivePeak moment() const { return {height.peak_step, height.threshold_in}; }
};

/// The size of each buffer without the bytes that it shares on purpose with a buffer that begins lower, so that sums
/// count no byte twice. O(n log n) in the buffers that share, linear in the others.
///
///    ├── conv0 ──┼── conv1 ──┤         whole  all of it
///    ├──────── whole ────────┤         conv0, conv1  0
[[nodiscard]] IndexedVector<BufferIndex, Bytes> sizes_counted_once(const Comparand& plan);

/// The bytes of the buffers that differ between two plans; see sizes_counted_once().
struct ChangedBytes {
    Bytes added;
    Bytes removed;
    Bytes moved;  ///< with their sizes in the second plan
    friend bool operator==(const ChangedBytes&, const ChangedBytes&) = default;
};

/// O(n log n).
[[nodiscard]] ChangedBytes changed_bytes(const Comparand& first, const Comparand& second, const PlanChanges& changes);

/// The figures of a plan with its tiers. O(n log n).
[[nodiscard]] PlanFigures plan_figures(const Comparand& plan, IndexedSpan<BufferIndex, const Risk> risks);

/// What a plan has of a group of buffers.
struct SideTotal {
    std::size_t buffers = 0;
    Bytes bytes;    ///< the sum of their sizes, see sizes_counted_once()
    Bytes at_peak;  ///< their part of the live size at the plan's LivePeak, see live_shares()
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
/// bytes there, then by name. `first_peak` and `second_peak`: see PlanFigures::moment(). O(n + g log g) for g groups.
[[nodiscard]] std::vector<GroupTotal> group_totals(const Comparand& first, LivePeak first_peak, const Comparand& second,
                                                   LivePeak second_peak, GroupBy by);

}  // namespace arenascope

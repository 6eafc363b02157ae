#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Two buffers that use the same bytes at the same time, and not on purpose.
struct Overlap {
    BufferIndex a;  ///< a < b
    BufferIndex b;
    Lifetime steps;      ///< the shared steps (with gaps: from the first to the last of them)
    AddressRange bytes;  ///< the shared bytes (with gaps: the range that holds all of them)
    friend bool operator==(const Overlap&, const Overlap&) = default;
};

/// What is wrong with a layout. All empty: nothing.
struct CheckReport {
    std::vector<Overlap> overlaps;        ///< one for each pair, sorted by (a, b)
    std::vector<BufferIndex> misaligned;  ///< offset is no multiple of the alignment (buffer's or region's)
    std::vector<BufferIndex> outside;     ///< negative offset, another region than its own, or tail beyond the capacity
    std::vector<BufferIndex> unplaced;
    bool overlaps_cut = false;  ///< true when there are more overlapping pairs than the limit allowed to list
    friend bool operator==(const CheckReport&, const CheckReport&) = default;
};

[[nodiscard]] bool is_clean(const CheckReport& report);

/// So many pairs are listed at most: a million buffers at one offset would have 5 · 10¹¹.
inline constexpr std::size_t default_overlap_limit = 5'000'000;

/// Checks a layout against its problem, knowing nothing of any planner: only buffers, offsets, the groups
/// declared to share, and the operators that must allow it where the problem has a graph (IntendedSharing).
/// O((n + k) log n) for n pieces and k overlapping pairs of pieces; memory linear in both.
///
///   A vertical line sweeps over time. A tree over all pieces, sorted by first byte, keeps the highest tail of
///   those that the line crosses; a piece that begins asks it for every crossed piece that starts below its tail
///   and ends above its first byte.
///
///       from ▲      ┌─────┐ ←─ answered when b begins: b.from < a.to and a.from < b.to
///            │  ┌───┼─┐ b │
///            │  │ a └─┼───┘
///            │  └─────┘
///            └────────|──────▶ step
[[nodiscard]] CheckReport check(const Problem& problem, const Layout& layout,
                                std::size_t overlap_limit = default_overlap_limit);

/// Only the findings that involve `buffer`: what an edit of one rectangle needs. Linear in the buffers, and
/// with sharing in the operands of the graph, times log n.
[[nodiscard]] CheckReport check_around(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope

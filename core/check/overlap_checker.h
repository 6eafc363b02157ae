#pragma once

#include <cstdint>
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
    std::vector<Overlap> overlaps;        ///< one for each pair, sorted by (a, b), up to the limit
    std::uint64_t overlap_count = 0;      ///< of all pairs, listed or not
    std::vector<BufferIndex> misaligned;  ///< offset is no multiple of the alignment (buffer's or region's)
    std::vector<BufferIndex> outside;     ///< negative offset, another region than its own, or tail beyond the capacity
    std::vector<BufferIndex> unplaced;
    friend bool operator==(const CheckReport&, const CheckReport&) = default;
};

[[nodiscard]] bool is_clean(const CheckReport& report);

/// Whether more pairs overlap than are listed.
[[nodiscard]] inline bool is_cut(const CheckReport& report) {
    return report.overlap_count > report.overlaps.size();
}

/// Pairs listed at most, unless another limit is given: more than anybody reads. A million buffers at one offset have
/// 5 · 10¹¹ pairs.
inline constexpr std::size_t default_overlap_limit = 100'000;

/// Checks a layout against its problem, knowing nothing of any planner: only buffers, offsets, the groups
/// declared to share, and the operators that must allow it where the problem has a graph (IntendedSharing).
///
/// Lists up to `overlap_limit` pairs, those that a sweep over time (PieceSweep) meets first, and counts all of them.
/// O((n + k) log n) for n pieces and k pairs that are listed. Where there are more than the limit, those that involve
/// gaps or declared sharing are met one by one to be counted, and all others together. Memory is linear in n and the
/// limit.
[[nodiscard]] CheckReport check(const Problem& problem, const Layout& layout,
                                std::size_t overlap_limit = default_overlap_limit);

/// Only the findings that involve `buffer`: what an edit of one rectangle needs. Linear in the buffers, and
/// with sharing in the operands of the graph, times log n.
[[nodiscard]] CheckReport check_around(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope

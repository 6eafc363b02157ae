#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/memory/contradiction.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Two buffers that use the same bytes at the same time, without being meant to.
struct Overlap {
    BufferIndex a;  ///< a < b
    BufferIndex b;
    Lifetime steps;      ///< the common steps; with gaps: from the first to the last of them
    AddressRange bytes;  ///< the common bytes; with gaps: the smallest range that contains them. If their
                         ///< regions differ and share addresses: offsets in the region of a
    friend bool operator==(const Overlap&, const Overlap&) = default;
};

/// The findings about a layout. If everything is empty, the layout is correct.
struct CheckReport {
    std::vector<Overlap> overlaps;        ///< one for each pair, sorted by (a, b), up to the limit
    std::uint64_t overlap_count = 0;      ///< the number of all pairs, also beyond the limit
    std::vector<BufferIndex> misaligned;  ///< the offset is not a multiple of the alignment of the buffer or its region
    std::vector<BufferIndex> outside;     ///< negative offset, wrong region, or tail above the capacity
    std::vector<BufferIndex> unplaced;
    /// No findings: pairs that overlap, and that only inferred groups accept. The layout is sound if they are meant to
    /// share. Sorted as the overlaps, up to the limit.
    std::vector<Overlap> inferred = {};
    std::uint64_t inferred_count = 0;           ///< of all such pairs
    std::vector<Contradiction> contradictions;  ///< what the plan proves wrong about itself, see contradictions()
    friend bool operator==(const CheckReport&, const CheckReport&) = default;
};

[[nodiscard]] bool is_clean(const CheckReport& report);

/// Whether some overlapping pairs are not listed.
[[nodiscard]] inline bool is_cut(const CheckReport& report) {
    return report.overlap_count > report.overlaps.size();
}

/// The default limit of listed pairs: more than anybody reads. A million buffers at one offset have 5 · 10¹¹ pairs.
inline constexpr std::size_t default_overlap_limit = 100'000;

/// Checks a layout against its problem. It knows nothing of planners. It uses buffers, offsets, the declared sharing
/// groups and, if there is a graph, what its operators allow (IntendedSharing).
///
/// If the layout has inferred groups, all overlaps are found once more without these groups, to list the pairs that
/// only they accept.
///
/// Lists up to `overlap_limit` pairs, in the order in which a sweep over time finds them (PieceSweep), and counts all
/// of them. O((n + k) log n) for n pieces and k listed pairs. Beyond the limit, pairs with gaps or declared sharing are
/// counted one by one, and all others together. Memory is linear in n and the limit.
[[nodiscard]] CheckReport check(const Problem& problem, const Layout& layout,
                                std::size_t overlap_limit = default_overlap_limit);

/// Only the findings about `buffer`, as needed after an edit of one rectangle. Linear in the buffers; with sharing also
/// in the operands of the graph, times log n.
[[nodiscard]] CheckReport check_around(const Problem& problem, const Layout& layout, BufferIndex buffer);

/// The overlaps of a buffer with `others`, in their order, as if it lay at `placement`. Ignores declared sharing.
/// Linear in the others.
[[nodiscard]] std::vector<Overlap> overlaps_at(const Problem& problem, const Layout& layout, BufferIndex buffer,
                                               Placement placement, std::span<const BufferIndex> others);

}  // namespace arenascope

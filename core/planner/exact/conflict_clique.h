#pragma once

#include <cstdint>
#include <span>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Limit of the branches in the search for a clique.
inline constexpr std::uint64_t most_clique_branches = 200'000;

/// A lower bound of the peak from buffers in pairwise conflict. If any two of them are wholly in use at a common step,
/// all their address ranges are disjoint, so their sizes add up. Without gaps, all of them are alive at one step, and
/// the bound is the threshold. With gaps it can be higher:
///
///   a  ■■■   ■■■     a meets b early and c late; b and c meet in between: no step has all three,
///   b  ■■■■■■        but no two of them may overlap
///   c     ■■■■■■
///
/// Returns the heaviest sum that a branch and bound finds within its limit of branches. In small components this is the
/// maximum. All sizes but one are rounded up to `alignment`, of which all offsets are multiples. Returns 0 above 1,024
/// buffers. Stopping early is safe, because every such sum is a bound. O(n² (pieces + branches)), n² bits of memory.
///
/// Source: the weighted clique problem, bounded by colouring (Babel 1994).
[[nodiscard]] std::int64_t heaviest_conflict_clique(const Problem& problem, std::span<const BufferIndex> buffers,
                                                    std::int64_t alignment);

}  // namespace arenascope

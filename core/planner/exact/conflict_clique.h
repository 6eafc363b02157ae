#pragma once

#include <cstdint>
#include <span>

#include "core/memory/problem.h"

namespace arenascope {

/// How many branches the search for a clique may take.
inline constexpr std::uint64_t most_clique_branches = 200'000;

/// Buffers of which any two are in use whole at some common step lie in ranges that are all apart, so that their sizes
/// add up to a lower bound of the peak. Without gaps they are all alive at one step, and the threshold says as much:
///
///   a  ■■■   ■■■     a meets b early and c late, b and c meet in between: no step sees all three,
///   b  ■■■■■■        and still none of them may lie over another
///   c     ■■■■■■
///
/// Gives the heaviest such sum that a branch and bound finds within its branches: of small components the heaviest
/// there is. Each size but one counts with the waste of `alignment`, which all offsets are multiples of. 0 beyond 1,024
/// buffers. O(n² (pieces + branches)); memory n² bits. Any of its sums is a bound, so that it may stop early.
/// Facts: the weighted clique problem, bounded by colouring (Babel 1994).
[[nodiscard]] std::int64_t heaviest_conflict_clique(const Problem& problem, std::span<const BufferIndex> buffers,
                                                    std::int64_t alignment);

}  // namespace arenascope

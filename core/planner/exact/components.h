#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Buffers of a region that share no time with the rest of the region, except with the base below them.
///
///   offset   ▬▬▬▬▬▬   ▬▬▬ ▬▬▬
///            ▬▬ ▬▬▬▬   ▬▬▬▬▬      above the base, no buffer crosses │ :
///            ▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬     two components
///            ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬     alive all the time: the base of both
struct Component {
    std::vector<BufferIndex> base;     ///< alive for the whole span; stacked in this order from offset 0
    std::vector<BufferIndex> members;  ///< the buffers to place
    std::vector<BufferIndex> pinned;
    std::int64_t base_size = 0;
    /// Of the peak, including the base: from live size, cliques, waste of alignment, pinned tails and single sizes.
    std::int64_t lower_bound = 0;
};

/// Splits a region into components. Buffers alive during a whole component become its base. In any layout such a buffer
/// can be moved to the bottom if the buffers below it move up. That holds only if alignment wastes nothing and no
/// buffer is pinned. The remaining buffers are then split again. Buffers that take no bytes are in no component. O(d n
/// log n) for nesting depth d.
///
/// Sources: literature on strip packing; for splitting in time also Moffitt, "MiniMalloc", ASPLOS 2024.
[[nodiscard]] std::vector<Component> components(const Problem& problem, RegionIndex region);

/// The greatest common divisor of all sizes, alignments and pins of the component. Every tail is a multiple of it in a
/// layout in which each buffer rests on the ground or on another buffer. 1 if a buffer has windows. Linear.
[[nodiscard]] std::int64_t tail_grid(const Problem& problem, const Component& component);

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

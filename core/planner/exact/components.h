#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/problem.h"

namespace arenascope {

/// Buffers of a region that share no time with the rest but for those that lie under them.
///
///   offset   ▬▬▬▬▬▬   ▬▬▬ ▬▬▬
///            ▬▬ ▬▬▬▬   ▬▬▬▬▬      nothing crosses │ above the base:
///            ▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬     two components
///            ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬     alive all the time: the base of both
struct Component {
    std::vector<BufferIndex> base;     ///< alive for the whole span, and at the bottom: in this order from 0 on
    std::vector<BufferIndex> members;  ///< what is to be placed
    std::vector<BufferIndex> pinned;
    std::int64_t base_size = 0;
    std::int64_t lower_bound =
        0;  ///< of the peak, with the base: live size, cliques and waste of alignment, pinned tails
};

/// Splits a region where nothing crosses, and takes what is alive for a whole component out of it: any layout stays one
/// when such a buffer is moved to the bottom and what lay below it up. That holds where alignment leaves no waste, and
/// nothing is pinned; then what is left is split again. O(d n log n) for a nesting of depth d.
/// Facts: strip packing literature; splitting in time is also in Moffitt, "MiniMalloc", ASPLOS 2024.
[[nodiscard]] std::vector<Component> components(const Problem& problem, RegionIndex region);

/// All sizes, alignments and pins of the component are multiples of it, and so is every tail of a layout in which each
/// buffer rests on the ground or on another one. 1 where a buffer keeps a window of itself. Linear.
[[nodiscard]] std::int64_t tail_grid(const Problem& problem, const Component& component);

}  // namespace arenascope

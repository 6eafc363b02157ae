#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/memory/scratch.h"
#include "core/planner/scratch/heap_measure.h"
#include "core/planner/scratch/scratch_choices.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// Where a trial has put a scratch buffer, in the offsets from before.
struct ScratchPlace {
    Offset offset;
    Bytes size;
    ScratchRule rule = ScratchRule::free_bottom;
    AddressRange area;  ///< the free area that it was put into, as grown; of an overlay what it lies over
    Bytes growth;       ///< what the heap grew by for it
    BufferIndex over = BufferIndex::none();  ///< of an overlay: the buffer that it lies over
};

/// One placement of all scratch, with the choices that made it.
struct ScratchTrial {
    std::vector<ScratchPlace> places;  ///< by position in the queue
    std::vector<AddressRange> heaps;   ///< by part: its bounds now
    HeapMeasure measure;
    std::uint64_t work = 0;  ///< free areas and scratch looked at
};

/// Places the queue once, layer by layer, by method 6.2 and 6.3:
///
///   fixed     over scratch of its layer, where both allow it ─▶ into the smallest free area ─▶ the heap grows
///   variable  one each to the largest areas, or an equal share ─▶ its minimum alone ─▶ the heap grows by that
///
/// Where the source is silent: an overlay goes onto the smallest placed one that is at least as large, the one placed
/// last of equals, at its first byte or the first aligned one; where several lie over each other, each pair lies one
/// within the other. A larger one goes over a smaller one only where their tails then agree. Of more variable ones than
/// areas, the larger areas take the remainder, and an area's equal shares are whole multiples of the alignments that
/// share it; what is left is free. One whose minimum is above the share that it would get has no more than that
/// minimum, in the smallest free area that holds it, like a fixed one; only where no area does the heap grows. The
/// others share what is left. Variable scratch never lies over other scratch. Scratch of a layer takes what is free as
/// the queue reaches it: growth for a later layer opens area for the earlier ones, too, but nothing is placed again for
/// that.
///
/// Nothing where offsets would pass 2^60. O(n (a + s)) for a free areas and s scratch buffers of a layer.
/// Source: 004_1da6691e92b8fba4, paragraphs 69 to 89.
[[nodiscard]] std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue,
                                                        std::span<const ScratchChoice> choices);

}  // namespace arenascope

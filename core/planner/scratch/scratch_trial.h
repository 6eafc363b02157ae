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

/// The place of a scratch buffer in a trial, with offsets before they are raised.
struct ScratchPlace {
    Offset offset;
    Bytes size;
    ScratchRule rule = ScratchRule::free_bottom;
    AddressRange area;                       ///< the free area, after any growth; for an overlay the scratch below it
    Bytes growth;                            ///< bytes by which the heap grew for it
    BufferIndex over = BufferIndex::none();  ///< for an overlay: the buffer below it
};

/// One placement of all scratch.
struct ScratchTrial {
    std::vector<ScratchPlace> places;  ///< by position in the queue
    std::vector<AddressRange> heaps;   ///< by part: its bounds after the trial
    HeapMeasure measure;
    std::uint64_t work = 0;  ///< free areas and scratch buffers visited
};

/// Places the queue once, layer by layer:
///
///   fixed     over scratch of its layer, if both allow it ─▶ into the smallest free area ─▶ the heap grows
///   variable  one buffer for each of the largest areas, or equal shares ─▶ its minimum alone ─▶ the heap grows by that
///
/// Decisions that the source leaves open:
/// - Overlay: onto the smallest placed buffer that is at least as large; of equals onto the last one. It goes to the
///   first aligned byte. If more than two overlap, each pair is nested. A larger buffer goes over a smaller one only if
///   their tails are then equal.
/// - Shares: if there are more variable buffers than areas, the larger areas take the remainder. Equal shares of an
///   area are multiples of all alignments in it; the rest of the area is free. A buffer with a minimum above its share
///   gets exactly that minimum, placed like a fixed buffer: in the smallest free area that holds it, or else by growth.
///   The others share the remaining areas.
/// - Variable scratch never lies over other scratch.
/// - A layer uses the areas that are free when the queue reaches it. Growth for a later layer adds free bytes to
///   earlier layers, but nothing is placed again.
///
/// Empty: an offset would exceed 2^60. O(n (a + s)) for a free areas and s scratch buffers per layer.
///
/// Source: docs/method.md, "Scratch buffers", steps 1 to 4.
[[nodiscard]] std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue,
                                                        std::span<const ScratchChoice> choices);

}  // namespace arenascope

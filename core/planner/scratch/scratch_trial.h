#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/planner/heap_trial.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// The criterion that selects the best placement of scratch.
enum class ScratchCriterion : std::uint8_t { no_growth, smallest, fragmentation, fast };

/// The value of the option `criterion`; `smallest` for an unknown word.
[[nodiscard]] ScratchCriterion scratch_criterion_named(std::string_view name);

/// Whether `one` is better than `other` of two placements that both fit or both do not. The criterion decides. Ties go
/// by no growth, smallest, least growth at the bottoms, fragmentation, fast, in this order.
[[nodiscard]] bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion);

/// One placement of all scratch.
struct ScratchTrial {
    std::vector<ScratchPlace> places;    ///< by position in the queue
    std::vector<std::uint32_t> order;    ///< positions as they were placed: a minimum may come before larger ones
    std::vector<ScratchChoice> choices;  ///< as they were used; a trial with them gives the same places
    std::vector<AddressRange> heaps;     ///< by part: its bounds after the trial
    HeapMeasure measure;
    std::uint64_t elsewhere = 0;  ///< scratch buffers outside the part of the heap that they ask for
    std::uint64_t work = 0;       ///< free areas and scratch buffers visited
};

/// Places the queue once, layer by layer:
///
///   fixed     over scratch of its layer, if both allow it ─▶ into the smallest free area ─▶ the heap grows
///   variable  one buffer for each of the largest areas, or equal shares ─▶ its minimum alone ─▶ the heap grows by that
///
/// A part with a capacity grows up to it. What finds no room below it, also at the other end and over other scratch if
/// these choices are open, spills to the other part of the heap. Where that has no room either, the part that was asked
/// for grows beyond its capacity.
///
/// Decisions that the source leaves open:
/// - Overlay: onto the smallest placed buffer that is at least as large; of equals onto the last one. It goes to the
///   first aligned byte. Else over a smaller one and the free area below it, or the one above it; alignment may need a
///   few bytes at the other end too. If more than two overlap, each pair is nested.
/// - Shares: if there are more variable buffers than areas, the larger areas take the remainder. Equal shares of an
///   area are multiples of all alignments in it; the rest of the area is free. Where such a share would be empty, fewer
///   buffers share the area. A buffer with a minimum above its share gets exactly that minimum, placed like a fixed
///   buffer: in the smallest free area that holds it, or else by growth. The others share the remaining areas. A buffer
///   without a minimum gets the size 0 if no area is left.
/// - Variable scratch never lies over other scratch.
/// - A layer uses the areas that are free when the queue reaches it. Growth for a later layer adds free bytes to
///   earlier layers, but nothing is placed again.
/// - Slow scratch may spill to the fast part, but only where the slow part is full.
///
/// Empty: an offset would not fit in 64 bits. O(n (a + s)) for a free areas and s scratch buffers per layer.
///
/// Source: docs/method.md, "Scratch buffers", steps 1 to 4.
[[nodiscard]] std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue, std::vector<ScratchChoice> choices,
                                                        OpenChoices open = {});

/// The note of the placement at a position of the queue in a trace, with offsets raised by `shift`.
[[nodiscard]] std::string scratch_note(const Problem& problem, const ScratchQueue& queue, std::size_t position,
                                       const ScratchPlace& place, Bytes shift);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <vector>

#include "core/base/containers/wide.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The choices of the method for one scratch buffer.
struct ScratchChoice {
    bool top_of_area = true;  ///< false: at the bottom of the free area
    bool overlay = true;      ///< false: never over other scratch, even if that is allowed
    bool grow_top = true;     ///< false: the heap grows at its bottom
    bool asked_part = true;   ///< false: it leaves the fast part that it asks for to others
    friend bool operator==(const ScratchChoice&, const ScratchChoice&) = default;
};

/// The measures of a placement of all scratch. Less is better, except for `fast`.
struct HeapMeasure {
    bool fits = true;           ///< within the capacities
    std::uint64_t growths = 0;  ///< scratch buffers that made the heap grow
    Bytes grown;                ///< bytes by which the heap grew
    Bytes lowered;              ///< bytes of `grown` at the bottoms, which raise the offsets of the tensors
    Bytes heap;                 ///< size of all parts together
    Uint128 scattered = 0;      ///< free bytes outside the largest free area, summed over all steps and parts
    Bytes fast;                 ///< bytes of scratch in fast parts
};

/// The measure `scattered` for people and files: at most 2^63 − 1.
[[nodiscard]] std::int64_t fragmentation_of(const HeapMeasure& measure);

/// One placement of all scratch that was tried.
struct HeapTrial {
    std::uint64_t number = 1;            ///< from 1
    std::vector<ScratchChoice> choices;  ///< by position in the queue
    HeapMeasure measure;
};

/// The placements that a planner of scratch tried, and the smallest heap that any placement can have.
///
///   heap ▲  ×        ×
///        │     ×  ×     ×
///        │        ◉          the chosen one
///  bound ├──────────────────
///        └──────────────────▶ trial
struct HeapTrials {
    std::vector<BufferIndex> queue;   ///< the scratch buffers in placing order
    bool may_spill = false;           ///< whether some of them may go to another part than the one they ask for
    std::vector<HeapTrial> list;      ///< by number
    std::uint64_t chosen = 0;         ///< number of the trial that became the layout
    std::uint64_t left_out = 0;       ///< trials that the list lacks, because it would be too long
    Bytes bound;                      ///< proved: no placement of the scratch around these tensors has a smaller heap
    bool bound_is_reachable = false;  ///< some placement has exactly this heap
};

}  // namespace arenascope

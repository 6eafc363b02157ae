#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/quantity.h"
#include "core/memory/wide.h"

namespace arenascope {

/// What a placement of scratch is judged by (method 6.4).
enum class ScratchCriterion : std::uint8_t { no_growth, smallest, fragmentation, fast };

/// As the option `criterion` has it; `smallest` for any other word.
[[nodiscard]] ScratchCriterion scratch_criterion_named(std::string_view name);

/// The measures of a placement. Less is better, but for the bytes in the fast parts.
struct HeapMeasure {
    bool fits = true;           ///< within the capacities
    std::uint64_t growths = 0;  ///< scratch buffers that made the heap grow
    Bytes grown;                ///< by so much
    Bytes lowered;              ///< of that at the bottoms, which raises the offsets of the tensors
    Bytes heap;                 ///< of all parts together
    Uint128 scattered = 0;      ///< sum over the steps and parts of free bytes outside the largest free area
    Bytes fast;                 ///< scratch in the fast parts
};

/// Whether a placement is better than another one: one that fits goes first, then the criterion's own measure, then the
/// others in the order no growth, smallest, the one whose bottoms went down less, fragmentation, fast.
[[nodiscard]] bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion);

}  // namespace arenascope

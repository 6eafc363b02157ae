#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/quantity.h"
#include "core/memory/wide.h"

namespace arenascope {

/// The criterion that selects the best placement of scratch.
enum class ScratchCriterion : std::uint8_t { no_growth, smallest, fragmentation, fast };

/// The value of the option `criterion`; `smallest` for an unknown word.
[[nodiscard]] ScratchCriterion scratch_criterion_named(std::string_view name);

/// The measures of a placement. Less is better, except for `fast`.
struct HeapMeasure {
    bool fits = true;           ///< within the capacities
    std::uint64_t growths = 0;  ///< scratch buffers that made the heap grow
    Bytes grown;                ///< bytes by which the heap grew
    Bytes lowered;              ///< bytes of `grown` at the bottoms, which raise the offsets of the tensors
    Bytes heap;                 ///< size of all parts together
    Uint128 scattered = 0;      ///< free bytes outside the largest free area, summed over all steps and parts
    Bytes fast;                 ///< bytes of scratch in fast parts
};

/// Whether `one` is better than `other`. A placement that fits is better than one that does not. Then the criterion
/// decides. Ties go by no growth, smallest, least growth at the bottoms, fragmentation, fast, in this order.
[[nodiscard]] bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion);

}  // namespace arenascope

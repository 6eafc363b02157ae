#pragma once

#include <cstdint>
#include <string_view>

#include "core/planner/heap_trial.h"

namespace arenascope {

/// The criterion that selects the best placement of scratch.
enum class ScratchCriterion : std::uint8_t { no_growth, smallest, fragmentation, fast };

/// The value of the option `criterion`; `smallest` for an unknown word.
[[nodiscard]] ScratchCriterion scratch_criterion_named(std::string_view name);

/// Whether `one` is better than `other` of two placements that both fit or both do not. The criterion decides. Ties go
/// by no growth, smallest, least growth at the bottoms, fragmentation, fast, in this order.
[[nodiscard]] bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion);

}  // namespace arenascope

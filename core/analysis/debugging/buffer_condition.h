#pragma once

#include <cstdint>
#include <string>

#include "core/model/memory/problem.h"

namespace arenascope {

/// What can happen to a buffer in a run.
enum class BufferEvent : std::uint8_t {
    becomes_high,     ///< its tier is high, and was another one at the step before, or there is none before
    moves,            ///< it lies elsewhere than at the step before
    begins_to_carry,  ///< it reaches up to the peak of its memory, and did not at the step before
};

/// The condition of a breakpoint that holds when it happens, at the main steps of a run: see StepExpression.
[[nodiscard]] std::string buffer_condition(BufferEvent event, const Problem& problem, BufferIndex buffer);

}  // namespace arenascope

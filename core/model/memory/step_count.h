#pragma once

#include <cstdint>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The number of steps in [begin, end). Unsigned, because a lifetime may be longer than 2^63 − 1 steps.
[[nodiscard]] constexpr std::uint64_t step_count(std::int64_t begin, std::int64_t end) {
    return static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
}
[[nodiscard]] constexpr std::uint64_t step_count(Step begin, Step end) {
    return step_count(begin.value(), end.value());
}

}  // namespace arenascope

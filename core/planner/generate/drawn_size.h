#pragma once

#include "core/model/memory/quantity.h"
#include "core/planner/random.h"

namespace arenascope {

/// A multiple of 64 bytes, below 64 · 2^`powers`. Each power of two is as likely as another, as in real plans: small
/// sizes are more frequent than large ones. `powers` ≥ 1.
[[nodiscard]] inline Bytes drawn_size(Random& random, std::size_t powers) {
    constexpr std::int64_t unit = 64;
    const auto lowest = std::int64_t{1} << random.below(powers);
    return Bytes(unit * (lowest + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(lowest)))));
}

}  // namespace arenascope

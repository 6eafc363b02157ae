#pragma once

#include <algorithm>
#include <cstddef>

namespace arenascope {

/// How many placements a frame of a run's trace tells at once, at least 1. Each frame tells the offsets of all buffers;
/// so many that the frames of a run tell some 100 million offsets together, and no more.
[[nodiscard]] constexpr std::size_t placements_a_frame(std::size_t placements, std::size_t buffers) {
    constexpr std::size_t told_offsets = 100'000'000;
    return 1 + placements / std::max<std::size_t>(1, told_offsets / std::max<std::size_t>(1, buffers));
}

}  // namespace arenascope

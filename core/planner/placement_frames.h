#pragma once

#include <algorithm>
#include <cstddef>

namespace arenascope {

/// The number of placements that one trace frame records together, at least 1. Each frame holds the offsets of all
/// buffers, so many buffers mean few frames: all frames of a run hold at most some 100 million offsets.
[[nodiscard]] constexpr std::size_t placements_per_frame(std::size_t placements, std::size_t buffers) {
    constexpr std::size_t max_offsets = 100'000'000;
    return 1 + placements / std::max<std::size_t>(1, max_offsets / std::max<std::size_t>(1, buffers));
}

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/model/memory/live_profile.h"

namespace arenascope {

/// The lowest and the highest amount of a part of a curve.
struct Extremes {
    Bytes least;
    Bytes most;
    friend bool operator==(const Extremes&, const Extremes&) = default;
};

/// The extremes of blocks of a long curve, of blocks of such blocks, and so on, so that those of any part are found
/// without a visit to each of its steps. They take a thirtieth of the memory of the curve.
struct LiveLevels {
    static constexpr std::size_t block = 64;  ///< elements of the level below
    std::vector<std::vector<Extremes>> levels;
};

/// Null: the curve is so short that levels would gain nothing. Linear.
[[nodiscard]] std::shared_ptr<const LiveLevels> live_levels(const LiveProfile& profile);

/// The extremes of amounts[first, last), which must not be empty. `levels`: of these amounts; null: none. O(block · log
/// n) with levels, otherwise linear.
[[nodiscard]] Extremes extremes_in(std::span<const Bytes> amounts, const LiveLevels* levels, std::size_t first,
                                   std::size_t last);

}  // namespace arenascope

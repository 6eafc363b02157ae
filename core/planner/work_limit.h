#pragma once

#include <cstdint>
#include <limits>

namespace arenascope {

/// Limit of the visits in a region of that many rectangles, even if nothing is proved. Placing an order of n rectangles
/// takes about n² visits, and few rectangles have few different orders. From 41 rectangles on, the limit exceeds the
/// default budget. From a million on there is none: the product may not fit in 64 bits.
constexpr std::uint64_t most_visits_in_region(std::uint64_t rectangles) {
    constexpr std::uint64_t visits_per_pair = 300'000;
    constexpr std::uint64_t most_counted_in_pairs = 1'000'000;
    return rectangles < most_counted_in_pairs ? visits_per_pair * rectangles * rectangles
                                              : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace arenascope

#pragma once

#include <vector>

namespace arenascope {

/// An item of a row: where it would like to be, how much that matters, and its distance from the item before.
struct PlacedItem {
    double wanted = 0;
    double weight = 1;    ///< > 0
    double distance = 0;  ///< least distance from the item before; of no effect for the first
};

/// Positions of the items of a row in their order, at their distances, with the least sum of weight · (position −
/// wanted)². Pools neighbours that push each other (isotonic regression). Linear.
[[nodiscard]] std::vector<double> ordered_placement(const std::vector<PlacedItem>& items);

}  // namespace arenascope

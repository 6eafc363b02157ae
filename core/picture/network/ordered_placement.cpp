#include "core/picture/network/ordered_placement.h"

#include <cstddef>

namespace arenascope {

std::vector<double> ordered_placement(const std::vector<PlacedItem>& items) {
    /// Items that lie as close as they may, and the mean of what they want, each measured from the first item's place.
    struct Pool {
        double mean;
        double weight;
        std::size_t count;
    };
    std::vector<Pool> pools;
    double shift = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        shift += i == 0 ? 0 : items[i].distance;
        Pool pool{items[i].wanted - shift, items[i].weight, 1};
        while (!pools.empty() && pools.back().mean >= pool.mean) {
            const Pool& before = pools.back();
            const double weight = before.weight + pool.weight;
            pool = {(before.mean * before.weight + pool.mean * pool.weight) / weight, weight,
                    before.count + pool.count};
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::vector<double> positions;
    positions.reserve(items.size());
    shift = 0;
    for (const Pool& pool : pools) {
        for (std::size_t i = 0; i < pool.count; ++i) {
            shift += positions.empty() ? 0 : items[positions.size()].distance;
            positions.push_back(pool.mean + shift);
        }
    }
    return positions;
}

}  // namespace arenascope

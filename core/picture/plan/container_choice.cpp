#include "core/picture/plan/container_choice.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

bool holds(const std::vector<RegionIndex>& regions, RegionIndex region) {
    return std::binary_search(regions.begin(), regions.end(), region);
}

void set(std::vector<RegionIndex>& regions, RegionIndex region, bool in) {
    const auto at = std::lower_bound(regions.begin(), regions.end(), region);
    const bool is_in = at != regions.end() && *at == region;
    if (in && !is_in) {
        regions.insert(at, region);
    } else if (!in && is_in) {
        regions.erase(at);
    }
}

}  // namespace

bool is_folded(const ContainerChoice& choice, RegionIndex region) {
    return holds(choice.folded, region);
}

bool is_hidden(const ContainerChoice& choice, RegionIndex region) {
    return holds(choice.hidden, region);
}

void set_folded(ContainerChoice& choice, RegionIndex region, bool folded) {
    set(choice.folded, region, folded);
}

void set_hidden(ContainerChoice& choice, RegionIndex region, bool hidden) {
    set(choice.hidden, region, hidden);
}

std::vector<RegionIndex> stack_order(const ContainerChoice& choice, std::size_t count) {
    std::vector<RegionIndex> order;
    order.reserve(count);
    IndexedVector<RegionIndex, bool> is_taken(count, false);
    const auto take = [&](RegionIndex region) {
        if (region.value() < count && !is_taken[region]) {
            is_taken[region] = true;
            order.push_back(region);
        }
    };
    std::for_each(choice.order.begin(), choice.order.end(), take);
    for (std::size_t i = 0; i < count; ++i) {
        take(RegionIndex(i));
    }
    return order;
}

}  // namespace arenascope

#include "core/planner/many_core/resource_pool.h"

#include <algorithm>
#include <limits>

namespace arenascope {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

/// Adds a free area to the free one that ends where it begins. The bytes handed over last stay known.
void merge(ResourcePool::Area& lower, const ResourcePool::Area& upper) {
    const bool is_one_hand_over = lower.until == upper.until && lower.handed_to == upper.handed_from;
    if (is_one_hand_over) {
        lower.handed_to = upper.handed_to;
    } else if (upper.until > lower.until) {
        lower.until = upper.until;
        lower.handed_from = upper.handed_from;
        lower.handed_to = upper.handed_to;
    }
    lower.to = upper.to;
}

}  // namespace

void ResourcePool::release(std::int64_t step) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
        Area area = areas_[i];
        if (!area.is_free && area.until <= step) {
            area = {area.from, area.to, true, area.until, area.from, area.to};
        }
        if (kept > 0 && area.is_free && areas_[kept - 1].is_free) {
            merge(areas_[kept - 1], area);
        } else {
            areas_[kept++] = area;
        }
    }
    areas_.resize(kept);
}

void ResourcePool::take(std::int64_t from, std::int64_t to, std::int64_t until) {
    if (to > size()) {
        const std::int64_t end = size();
        areas_.push_back({end, to, true, never, end, end});
    }
    split(from);
    split(to);
    for (Area& area : areas_) {
        if (area.from >= from && area.to <= to) {
            area.until = area.is_free ? until : std::max(area.until, until);
            area.is_free = false;
        }
    }
}

ResourcePool::Area ResourcePool::area_at(std::int64_t offset) const {
    const auto after = std::upper_bound(areas_.begin(), areas_.end(), offset,
                                        [](std::int64_t at, const Area& area) { return at < area.to; });
    return after == areas_.end() ? Area{size(), size(), true, never, size(), size()} : *after;
}

void ResourcePool::split(std::int64_t offset) {
    const auto found = std::upper_bound(areas_.begin(), areas_.end(), offset,
                                        [](std::int64_t at, const Area& area) { return at < area.to; });
    if (found == areas_.end() || found->from == offset) {
        return;
    }
    Area upper = *found;
    upper.from = offset;
    found->to = offset;
    // Each part keeps what it has of the bytes handed over.
    upper.handed_from = std::max(upper.handed_from, offset);
    upper.handed_to = std::max(upper.handed_to, offset);
    found->handed_from = std::min(found->handed_from, offset);
    found->handed_to = std::min(found->handed_to, offset);
    areas_.insert(found + 1, upper);
}

}  // namespace arenascope

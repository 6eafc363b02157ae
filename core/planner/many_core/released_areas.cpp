#include "core/planner/many_core/released_areas.h"

#include <algorithm>
#include <limits>

#include "core/model/memory/joint_alignment.h"

namespace arenascope {

std::int64_t first_aligned(std::int64_t offset, std::int64_t alignment) {
    return checked_aligned_up(Offset(offset), Bytes(alignment))
        .value_or(Offset(std::numeric_limits<std::int64_t>::max()))
        .value();
}

std::pair<std::int64_t, std::int64_t> offsets_at_ends(std::int64_t from, std::int64_t to, std::int64_t size,
                                                      std::int64_t alignment) {
    return {first_aligned(from, alignment), (to - size) - (to - size) % alignment};
}

void ReleasedAreas::clear() {
    const std::uint64_t work = work_;
    *this = {};
    work_ = work;
}

void ReleasedAreas::add(const ReleasedArea& area) {
    before_latest_.push(area);
    before_given_.push(area);
}

void ReleasedAreas::release_until(std::int64_t latest_by, std::int64_t begin) {
    for (; !before_latest_.empty() && before_latest_.top().end <= latest_by; before_latest_.pop()) {
        add_latest(before_latest_.top());
    }
    // Each comes before all earlier ones in release_order(), so that it is the first of its lists. An area behind it
    // still counts if it reaches further from the common end.
    for (; !before_given_.empty() && before_given_.top().end <= begin; before_given_.pop()) {
        const ReleasedArea& area = before_given_.top();
        add_to(by_offset_, area.from, area, [&](const ReleasedArea& other) { return other.to <= area.to; });
        add_to(by_tail_, area.to, area, [&](const ReleasedArea& other) { return other.from >= area.from; });
    }
}

void ReleasedAreas::add_latest(const ReleasedArea& area) {
    const auto at = std::partition_point(latest_.begin(), latest_.end(), [&](const ReleasedArea& other) {
        return release_order(other) < release_order(area);
    });
    if (static_cast<std::size_t>(at - latest_.begin()) < most_latest) {
        latest_.insert(at, area);
        latest_.resize(std::min(latest_.size(), most_latest));
    }
    ++work_;
}

template <class IsCovered>
void ReleasedAreas::add_to(Lists& lists, std::int64_t address, const ReleasedArea& area, IsCovered&& is_covered) {
    std::uint32_t& first = lists.try_emplace(address, none).first->second;
    while (first != none && is_covered(links_[first].area)) {
        first = links_[first].earlier;
        ++work_;
    }
    links_.push_back({area, first});
    first = static_cast<std::uint32_t>(links_.size() - 1);
}

BufferIndex ReleasedAreas::giver(std::int64_t offset, std::int64_t size, std::int64_t alignment) const {
    const ReleasedArea* giver = nullptr;
    const auto read = [&](const Lists& lists, std::int64_t first, std::int64_t last) {
        for (auto list = lists.lower_bound(first); list != lists.end() && list->first <= last; ++list) {
            for (std::uint32_t link = list->second; link != none; link = links_[link].earlier) {
                const ReleasedArea& area = links_[link].area;
                ++work_;
                if (giver != nullptr && release_order(*giver) < release_order(area)) {
                    break;
                }
                const auto [at_offset, at_tail] = offsets_at_ends(area.from, area.to, size, alignment);
                if (offset < area.to && area.from < offset + size && (offset == at_offset || offset == at_tail)) {
                    giver = &area;
                    break;
                }
            }
        }
    };
    // Offsets are rounded up, tails are rounded down; those that are too low become offset 0.
    read(by_offset_, offset - (alignment - 1), offset);
    read(by_tail_, offset + size - (offset == 0 ? alignment - 1 : 0), offset + size + (alignment - 1));
    return giver == nullptr ? BufferIndex::none() : giver->buffer;
}

}  // namespace arenascope

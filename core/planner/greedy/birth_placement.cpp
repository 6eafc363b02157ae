#include "core/planner/greedy/birth_placement.h"

#include <algorithm>
#include <utility>

#include <queue>

#include "core/planner/container/gap_list.h"

namespace arenascope {
namespace {

/// A placed buffer that still lives, by its end.
struct Living {
    Step end;
    Offset from;
    Bytes size;
    friend bool operator>(const Living& a, const Living& b) { return a.end > b.end; }
};

}  // namespace

bool can_be_placed_by_birth(const Problem& problem, RegionIndex region) {
    return std::none_of(problem.buffers.begin(), problem.buffers.end(), [region](const Buffer& buffer) {
        return buffer.region == region && (buffer.pin || !buffer.gaps().empty());
    });
}

std::optional<BirthProgress> place_by_birth(const Problem& problem, const PlacingOrder& order, Offset bottom,
                                            const std::function<void(BufferIndex, Offset)>& put,
                                            const BeforeBirth& before) {
    BirthProgress progress{.peak = bottom};
    GapList gaps(bottom);
    std::priority_queue<Living, std::vector<Living>, std::greater<>> living;
    for (const BufferIndex each : order) {
        progress.work = progress.placed + gaps.work();
        if (before(progress)) {
            return std::nullopt;
        }
        const Buffer& buffer = problem.buffers[each];
        for (; !living.empty() && living.top().end <= buffer.lifetime.begin; living.pop()) {
            gaps.give_back(living.top().from, living.top().size);
        }
        Offset offset;
        if (buffer.size > Bytes(0)) {
            offset = gaps.take(buffer.size, alignment_of(problem, buffer));
            living.push({buffer.lifetime.end, offset, buffer.size});
        }
        put(each, offset);
        progress.peak = std::max(progress.peak, offset + buffer.size);
        ++progress.placed;
    }
    progress.work = progress.placed + gaps.work();
    return progress;
}

std::optional<BirthProgress> place_by_birth(const Problem& problem, RegionIndex region, const PlacingOrder& order,
                                            IndexedVector<BufferIndex, std::int64_t>& offsets,
                                            const BeforeBirth& before) {
    Offset bottom;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const Buffer& buffer = problem.buffers[i]; buffer.region == region && buffer.pin) {
            offsets[i] = buffer.pin->value();
            bottom = std::max(bottom, *buffer.pin + buffer.size);
        }
    }
    return place_by_birth(
        problem, order, bottom, [&offsets](BufferIndex buffer, Offset offset) { offsets[buffer] = offset.value(); },
        before);
}

PlacingOrder place_by_birth(RectangleContainer& container, const Problem& problem, RegionIndex region) {
    const PlacingOrder order = by_birth(problem, region, members_of(problem, region));
    IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    (void)place_by_birth(problem, region, order, offsets, [](const BirthProgress&) { return false; });
    // By rising offset, because the container then appends them to its lists.
    std::vector<std::pair<std::int64_t, std::uint32_t>> by_offset;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region) {
            by_offset.emplace_back(offsets[i], static_cast<std::uint32_t>(i));
        }
    }
    std::sort(by_offset.begin(), by_offset.end());
    container.clear();
    for (const auto& [offset, buffer] : by_offset) {
        container.put(BufferIndex(buffer), Offset(offset));
    }
    return order;
}

}  // namespace arenascope

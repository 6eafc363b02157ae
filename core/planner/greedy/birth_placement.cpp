#include "core/planner/greedy/birth_placement.h"

#include <algorithm>
#include <utility>

#include "core/base/containers/digit_sort.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/gap_list.h"

namespace arenascope {
namespace {

/// The bytes of a placed buffer.
struct TakenBytes {
    Offset from;
    Bytes size;
};

/// A buffer ends. `place` is its place in the order.
struct End {
    Step step;
    std::uint32_t place;
};

/// Those with a size, by step.
std::vector<End> ends_of(const Problem& problem, const PlacingOrder& order) {
    std::vector<End> ends;
    ends.reserve(order.size());
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        if (const Buffer& buffer = problem.buffers[order[place]]; takes_bytes(buffer)) {
            ends.push_back({buffer.lifetime.end, place});
        }
    }
    std::vector<End> room;
    sort_by_digits(ends, room, [](const End& end) { return end.step.value(); });
    return ends;
}

/// How many places ahead the memory is asked for: the order goes to and fro in it.
constexpr std::size_t ahead = 8;

}  // namespace

bool can_be_placed_by_birth(const Problem& problem, RegionIndex region) {
    return std::none_of(problem.buffers.begin(), problem.buffers.end(), [region](const Buffer& buffer) {
        return buffer.region == region && takes_bytes(buffer) && (buffer.pin || !buffer.gaps().empty());
    });
}

std::optional<BirthProgress> place_by_birth(const Problem& problem, const PlacingOrder& order, Offset bottom,
                                            const std::function<void(BufferIndex, Offset)>& put,
                                            const BeforeBirth& before) {
    BirthProgress progress{.peak = bottom};
    GapList gaps(bottom);
    const std::vector<End> ends = ends_of(problem, order);
    std::vector<TakenBytes> taken(order.size());
    std::size_t ended = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        progress.work = progress.placed + gaps.work();
        if (before(progress)) {
            return std::nullopt;
        }
        if (place + ahead < order.size()) {
            __builtin_prefetch(&problem.buffers[order[place + ahead]]);
        }
        const Buffer& buffer = problem.buffers[order[place]];
        // What has ended was placed before, because it began earlier.
        for (; ended < ends.size() && ends[ended].step <= buffer.lifetime.begin; ++ended) {
            if (ended + ahead < ends.size()) {
                __builtin_prefetch(&taken[ends[ended + ahead].place]);
            }
            const TakenBytes& free = taken[ends[ended].place];
            gaps.give_back(free.from, free.size);
        }
        Offset offset;
        if (takes_bytes(buffer)) {
            offset = gaps.take(buffer.size, alignment_of(problem, buffer));
            taken[place] = {offset, buffer.size};
        }
        put(order[place], offset);
        progress.peak = std::max(progress.peak, tail_of(buffer, offset));
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
        const Buffer& buffer = problem.buffers[i];
        const auto offset = buffer.region == region ? fixed_offset(buffer) : std::nullopt;
        if (offset) {
            offsets[i] = offset->value();
            bottom = std::max(bottom, tail_of(buffer, *offset));
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

std::string note_of_birth_placement(const Problem& problem, RegionIndex region) {
    const std::string where =
        problem.regions.size() > 1 ? " of " + in_quotes(problem.regions[region].name) : std::string();
    return "the run was stopped during its first placement" + where +
           ", so all its buffers were placed in order of birth, each at the lowest free offset";
}

}  // namespace arenascope

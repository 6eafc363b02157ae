#include "core/planner/greedy/birth_placement.h"

#include <algorithm>
#include <utility>

#include "core/base/containers/digit_sort.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// A full block is split in two. Some thousand bytes move as fast as a few blocks are skipped.
constexpr std::size_t most_gaps_in_block = 256;

/// The bytes of a placed buffer.
struct BytesInUse {
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

void GapList::measure(Block& block) {
    block.largest = 0;
    for (const Gap& gap : block.gaps) {
        block.largest = std::max(block.largest, gap.to - gap.from);
    }
    block.last = block.gaps.back().from;
}

GapList::Place GapList::place_of(std::int64_t from) const {
    const auto block =
        std::partition_point(blocks_.begin(), blocks_.end(), [from](const Block& each) { return each.last < from; });
    if (block == blocks_.end()) {
        return {blocks_.size(), 0};
    }
    const auto gap = std::partition_point(block->gaps.begin(), block->gaps.end(),
                                          [from](const Gap& each) { return each.from < from; });
    return {static_cast<std::size_t>(block - blocks_.begin()), static_cast<std::size_t>(gap - block->gaps.begin())};
}

void GapList::insert(Place place, Gap gap) {
    if (place.block == blocks_.size()) {
        if (blocks_.empty()) {
            blocks_.emplace_back();
        }
        place = {blocks_.size() - 1, blocks_.back().gaps.size()};
    }
    Block& block = blocks_[place.block];
    block.gaps.insert(block.gaps.begin() + static_cast<std::ptrdiff_t>(place.gap), gap);
    block.largest = std::max(block.largest, gap.to - gap.from);
    block.last = block.gaps.back().from;
    if (block.gaps.size() == most_gaps_in_block) {
        const auto half = block.gaps.begin() + most_gaps_in_block / 2;
        Block upper{{half, block.gaps.end()}};
        block.gaps.erase(half, block.gaps.end());
        measure(block);
        measure(upper);
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block) + 1, std::move(upper));
    }
}

void GapList::erase(Place place) {
    Block& block = blocks_[place.block];
    const Gap gone = block.gaps[place.gap];
    block.gaps.erase(block.gaps.begin() + static_cast<std::ptrdiff_t>(place.gap));
    if (block.gaps.empty()) {
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block));
        return;
    }
    block.last = block.gaps.back().from;
    if (gone.to - gone.from == block.largest) {
        measure(block);
    }
}

void GapList::cut(Place place, std::int64_t from, std::int64_t to) {
    Block& block = blocks_[place.block];
    Gap& gap = block.gaps[place.gap];
    const Gap whole = gap;
    if (whole.from == from && whole.to == to) {
        erase(place);
        return;
    }
    gap = whole.from == from ? Gap{to, whole.to} : Gap{whole.from, from};
    block.last = block.gaps.back().from;
    if (whole.to - whole.from == block.largest) {
        measure(block);
    }
    if (whole.from < from && to < whole.to) {
        insert({place.block, place.gap + 1}, {to, whole.to});
    }
}

Offset GapList::take(Bytes size, Bytes alignment) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        ++work_;
        if (blocks_[i].largest < size.value()) {
            continue;
        }
        const std::vector<Gap>& gaps = blocks_[i].gaps;
        for (std::size_t j = 0; j < gaps.size(); ++j) {
            ++work_;
            if (gaps[j].to - gaps[j].from < size.value()) {
                continue;
            }
            const Offset offset = aligned_up(Offset(gaps[j].from), alignment);
            if (const std::int64_t end = offset.value() + size.value(); end <= gaps[j].to) {
                cut({i, j}, offset.value(), end);
                return offset;
            }
        }
    }
    const Offset offset = aligned_up(Offset(top_), alignment);
    if (offset.value() > top_) {
        insert({blocks_.size(), 0}, {top_, offset.value()});
    }
    top_ = offset.value() + size.value();
    return offset;
}

void GapList::give_back(Offset from, Bytes size) {
    Gap gap{from.value(), from.value() + size.value()};
    const Place next = place_of(gap.from);
    Place before = next;
    const bool has_before = next.block > 0 || next.gap > 0;
    if (has_before) {
        before = next.gap > 0 ? Place{next.block, next.gap - 1}
                              : Place{next.block - 1, blocks_[next.block - 1].gaps.size() - 1};
    }
    if (next.block < blocks_.size() && blocks_[next.block].gaps[next.gap].from == gap.to) {
        gap.to = blocks_[next.block].gaps[next.gap].to;
        erase(next);
    }
    if (has_before && blocks_[before.block].gaps[before.gap].to == gap.from) {
        gap.from = blocks_[before.block].gaps[before.gap].from;
        erase(before);
    }
    if (gap.to == top_) {
        top_ = gap.from;
    } else {
        insert(place_of(gap.from), gap);
    }
}

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
    std::vector<BytesInUse> taken(order.size());
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
            const BytesInUse& free = taken[ends[ended].place];
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

#include "core/planner/container/gap_list.h"

#include <algorithm>

namespace arenascope {
namespace {

/// A full block is split in two. Some thousand bytes move as fast as a few blocks are skipped.
constexpr std::size_t most_gaps_in_block = 256;

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

}  // namespace arenascope

#include "core/planner/container/free_ranges.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr std::size_t most_ranges_in_block = 64;
constexpr std::size_t free_ranges_per_cache_line = 4;

/// Blocks lie apart in memory. The next one is fetched while one is read.
void fetch(const std::vector<FreeRanges::Range>& ranges) {
    for (std::size_t i = 0; i < ranges.size(); i += free_ranges_per_cache_line) {
        __builtin_prefetch(&ranges[i]);
    }
}

}  // namespace

/// The first block with a range that ends above `from`. The last range has no end, so there is one.
std::size_t FreeRanges::block_at(std::int64_t from) const {
    return static_cast<std::size_t>(
        std::partition_point(blocks_.begin(), blocks_.end(), [from](const Block& block) { return block.end <= from; }) -
        blocks_.begin());
}

void FreeRanges::split(std::size_t block) {
    constexpr auto half = static_cast<std::ptrdiff_t>(most_ranges_in_block / 2);
    std::vector<Range>& lower = blocks_[block].ranges;
    Block upper{0, 0, {lower.begin() + half, lower.end()}};
    lower.erase(lower.begin() + half, lower.end());
    for (Block* each : {&blocks_[block], &upper}) {
        each->end = each->ranges.back().to;
        each->largest = 0;
        for (const Range& range : each->ranges) {
            each->largest = std::max(each->largest, range.to - range.from);
        }
    }
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(block) + 1, std::move(upper));
}

std::ptrdiff_t FreeRanges::take(std::int64_t from, std::int64_t to) {
    std::ptrdiff_t more = 0;
    for (std::size_t block = block_at(from); block < blocks_.size();) {
        std::vector<Range>& ranges = blocks_[block].ranges;
        auto first =
            std::partition_point(ranges.begin(), ranges.end(), [from](const Range& range) { return range.to <= from; });
        if (first != ranges.end() && first->from < from) {
            const std::int64_t end = first->to;
            first->to = from;
            ++first;
            if (end > to) {
                ranges.insert(first, {to, end});
                // The range that was cut may have been the last one; its end stays.
                if (ranges.size() == most_ranges_in_block) {
                    split(block);
                }
                return 1;
            }
        }
        auto last = first;
        while (last != ranges.end() && last->to <= to) {
            ++last;
        }
        const bool is_end = last != ranges.end();
        if (is_end && last->from < to) {
            last->from = to;
        }
        more -= last - first;
        ranges.erase(first, last);
        if (ranges.empty()) {
            blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(block));
        } else {
            blocks_[block].end = ranges.back().to;
            ++block;
        }
        if (is_end) {
            break;
        }
    }
    return more;
}

FreeRanges::Range FreeRanges::first_fit(std::int64_t from, std::int64_t size, Cursor& cursor) {
    // The next range is usually near.
    if (blocks_[cursor.block].end <= from) {
        while (blocks_[cursor.block].end <= from) {
            ++cursor.block;
        }
        cursor.range = 0;
    }
    for (;; ++cursor.block, cursor.range = 0) {
        Block& block = blocks_[cursor.block];
        if (block.largest < size) {
            continue;
        }
        if (cursor.range == 0 && cursor.block > 0 && cursor.block + 1 < blocks_.size()) {
            fetch(blocks_[cursor.block + 1].ranges);
        }
        const bool is_whole = cursor.range == 0 && block.ranges.front().from >= from;
        std::int64_t largest = 0;
        for (; cursor.range < block.ranges.size(); ++cursor.range) {
            const Range& range = block.ranges[cursor.range];
            if (range.to - std::max(range.from, from) >= size) {
                return range;
            }
            largest = std::max(largest, range.to - range.from);
        }
        if (is_whole) {
            block.largest = largest;
        }
    }
}

}  // namespace arenascope

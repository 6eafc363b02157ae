#include "core/planner/container/crowded_times.h"

#include <algorithm>
#include <bit>

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

/// What taking bytes at a node, or asking it once, costs as a multiple of reading a range: it lies in no cache.
constexpr std::uint64_t visits_per_taking = 32;
constexpr std::uint64_t visits_per_question = 8;

/// A range lies in a list that may have room for as many more.
constexpr std::size_t bytes_per_range = 2 * sizeof(FreeRanges::Range);
constexpr std::size_t bytes_per_node = 128;

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

CrowdedTimes::CrowdedTimes(std::size_t times)
    : leaves_(std::bit_ceil(std::max<std::size_t>(times, 1))), nodes_(2 * leaves_), ranges_(2 * leaves_) {}

void CrowdedTimes::take(std::size_t begin, std::size_t end, std::int64_t from, std::int64_t to) {
    std::size_t first = leaves_ + begin;
    std::size_t last = leaves_ + end - 1;
    for (; first > 0; first /= 2, last /= 2) {
        for (std::size_t node = first; node <= last; ++node) {
            ranges_ += static_cast<std::size_t>(nodes_[node].take(from, to));
        }
        work_ += visits_per_taking * (last - first + 1);
    }
}

std::size_t CrowdedTimes::bytes() const {
    return nodes_.size() * bytes_per_node + ranges_ * bytes_per_range;
}

/// The fewest nodes that make up [begin, end).
void CrowdedTimes::ask(std::size_t begin, std::size_t end) {
    asked_.clear();
    std::size_t first = leaves_ + begin;
    std::size_t last = leaves_ + end;
    for (; first < last; first /= 2, last /= 2) {
        if (first % 2 == 1) {
            asked_.push_back({&nodes_[first++], {}, {0, 0}});
        }
        if (last % 2 == 1) {
            asked_.push_back({&nodes_[--last], {}, {0, 0}});
        }
    }
    std::reverse(asked_.begin(), asked_.end());
}

/// As FreeRanges::first_fit(). The range that was found last often holds the bytes, too: then it is the first one.
FreeRanges::Range CrowdedTimes::first_fit(Asked& node, std::int64_t from, std::int64_t size) {
    if (node.found.to - std::max(node.found.from, from) < size) {
        node.found = node.free->first_fit(from, size, node.cursor);
    }
    return node.found;
}

/// The next range that is free in all asked nodes and holds so many bytes above the first aligned offset in it. It
/// begins at that offset, which is not below `from`.
FreeRanges::Range CrowdedTimes::next_fit(std::int64_t from, std::int64_t size, Bytes alignment) {
    FreeRanges::Range found{aligned_up(Offset(from), alignment).value(), FreeRanges::without_end};
    std::size_t agreeing = 0;
    for (std::size_t i = 0; agreeing < asked_.size(); i = i + 1 == asked_.size() ? 0 : i + 1) {
        work_ += visits_per_question;
        for (;;) {
            const FreeRanges::Range free = first_fit(asked_[i], found.from, size);
            if (free.from <= found.from) {
                found.to = std::min(found.to, free.to);
                ++agreeing;
                break;
            }
            const std::int64_t offset = aligned_up(Offset(free.from), alignment).value();
            const bool is_roomy = offset <= free.to - size;
            found = {is_roomy ? offset : aligned_up(Offset(free.to), alignment).value(), FreeRanges::without_end};
            agreeing = 0;
            if (is_roomy) {
                found.to = free.to;
                agreeing = 1;
                break;
            }
        }
    }
    return found;
}

std::int64_t CrowdedTimes::lowest_fit(std::size_t begin, std::size_t end, std::int64_t size, Bytes alignment) {
    ask(begin, end);
    return next_fit(0, size, alignment).from;
}

std::int64_t CrowdedTimes::best_fit(std::size_t begin, std::size_t end, std::int64_t size, Bytes alignment) {
    ask(begin, end);
    std::int64_t best = 0;
    std::int64_t smallest_room = std::numeric_limits<std::int64_t>::max();
    FreeRanges::Range free = next_fit(0, size, alignment);
    for (; free.to != FreeRanges::without_end; free = next_fit(free.to, size, alignment)) {
        if (const std::int64_t room = free.to - free.from - size; room < smallest_room) {
            smallest_room = room;
            best = free.from;
        }
        if (smallest_room == 0) {
            return best;
        }
    }
    return smallest_room == std::numeric_limits<std::int64_t>::max() ? free.from : best;
}

}  // namespace arenascope

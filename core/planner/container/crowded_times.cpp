#include "core/planner/container/crowded_times.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace arenascope {
namespace {

/// What taking bytes at a node, or asking it once, costs as a multiple of reading a range: it lies in no cache.
constexpr std::uint64_t visits_per_taking = 32;
constexpr std::uint64_t visits_per_question = 8;

/// A range lies in a list that may have room for as many more.
constexpr std::size_t bytes_per_range = 2 * sizeof(FreeRanges::Range);
constexpr std::size_t bytes_per_node = 128;

}  // namespace

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

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace arenascope {

/// The pieces that the sweep line crosses, by the rank of their first byte. It is a binary tree in which each node
/// holds the highest tail below it. Insert and remove take O(log n), find takes O((k + 1) log n).
class CrossedPieces {
public:
    explicit CrossedPieces(std::size_t count) {
        while (leaves_ < count) {
            leaves_ *= 2;
        }
        highest_.assign(2 * leaves_, nothing);
    }

    void insert(std::uint32_t rank, std::int64_t tail) {
        for (std::size_t node = leaves_ + rank; node > 0 && highest_[node] < tail; node /= 2) {
            highest_[node] = tail;
        }
    }

    void remove(std::uint32_t rank) {
        std::size_t node = leaves_ + rank;
        highest_[node] = nothing;
        for (node /= 2; node > 0; node /= 2) {
            const std::int64_t tail = std::max(highest_[2 * node], highest_[2 * node + 1]);
            if (highest_[node] == tail) {
                return;
            }
            highest_[node] = tail;
        }
    }

    /// Calls `use(rank)` for each crossed piece with a rank below `rank_end` and a tail above `from`, until it returns
    /// false.
    template <class Use>
    bool find(std::uint32_t rank_end, std::int64_t from, Use&& use) const {
        return find_below(1, 0, leaves_, rank_end, from, use);
    }

private:
    static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();

    template <class Use>
    bool find_below(std::size_t node, std::size_t first, std::size_t width, std::size_t rank_end, std::int64_t from,
                    Use& use) const {
        if (first >= rank_end || highest_[node] <= from) {
            return true;
        }
        if (width == 1) {
            return use(static_cast<std::uint32_t>(first));
        }
        const std::size_t half = width / 2;
        return find_below(2 * node, first, half, rank_end, from, use) &&
               find_below(2 * node + 1, first + half, half, rank_end, from, use);
    }

    std::size_t leaves_ = 1;
    std::vector<std::int64_t> highest_;
};

}  // namespace arenascope

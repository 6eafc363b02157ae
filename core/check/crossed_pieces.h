#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace arenascope {

/// The pieces that the sweep line crosses, by the rank of their first byte. It is a tree in which each node holds the
/// highest tail below it. Each node has eight children side by side, so that a level costs one cache line. Insert and
/// remove take O(log n), find takes O((k + 1) log n). About 9 bytes for each piece.
class CrossedPieces {
public:
    explicit CrossedPieces(std::size_t count) {
        std::size_t groups = count;
        do {
            groups = std::max<std::size_t>(1, (groups + children - 1) / children);
            levels_.emplace_back(groups * children, nothing);
        } while (groups > 1);
    }

    void insert(std::uint32_t rank, std::int64_t tail) {
        std::size_t node = rank;
        for (std::size_t level = 0; level < levels_.size() && levels_[level][node] < tail; ++level, node /= children) {
            levels_[level][node] = tail;
        }
    }

    void remove(std::uint32_t rank) {
        std::size_t node = rank;
        levels_.front()[node] = nothing;
        for (std::size_t level = 1; level < levels_.size(); ++level) {
            const std::span<const std::int64_t> below = children_of(level, node / children);
            node /= children;
            const std::int64_t tail = *std::max_element(below.begin(), below.end());
            if (levels_[level][node] == tail) {
                return;
            }
            levels_[level][node] = tail;
        }
    }

    /// Calls `use(rank)` for each crossed piece with a rank below `rank_end` and a tail above `from`, by rising rank,
    /// until it returns false.
    template <class Use>
    bool find(std::uint32_t rank_end, std::int64_t from, Use&& use) const {
        return find_among(levels_.size() - 1, 0, rank_end, from, use);
    }

    /// Asks for the memory of a piece that is inserted or removed soon.
    void fetch(std::uint32_t rank) const { __builtin_prefetch(&levels_.front()[rank]); }

private:
    static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();
    static constexpr std::size_t bits_for_children = 3;
    static constexpr std::size_t children = std::size_t{1} << bits_for_children;

    [[nodiscard]] std::span<const std::int64_t> children_of(std::size_t level, std::size_t node) const {
        return std::span(levels_[level - 1]).subspan(node * children, children);
    }

    /// Looks at nodes of a level that have the same parent.
    template <class Use>
    bool find_among(std::size_t level, std::size_t first, std::size_t rank_end, std::int64_t from, Use& use) const {
        const std::size_t width = std::size_t{1} << (bits_for_children * level);  // ranks below each node
        for (std::size_t node = first; node < first + children && node * width < rank_end; ++node) {
            if (levels_[level][node] <= from) {
                continue;
            }
            if (!(level == 0 ? use(static_cast<std::uint32_t>(node))
                             : find_among(level - 1, node * children, rank_end, from, use))) {
                return false;
            }
        }
        return true;
    }

    std::vector<std::vector<std::int64_t>> levels_;  ///< level 0: by rank; padded to whole groups of children
};

}  // namespace arenascope

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Finds the buffers of a region that are alive during a part of a lifetime.
///
/// The buffers of each region are kept in lists by length, each sorted by begin, as in RectangleContainer. The buffers
/// of a list that share time with [b, e) begin after b minus the longest length in it, and before e. That is a short,
/// contiguous part of the list.
///
/// It knows nothing of offsets: callers skip what is not placed. Building takes O(n log n). Memory is 4 bytes a buffer.
class LifetimeIndex {
public:
    /// The problem must stay as it is, and outlive the index.
    explicit LifetimeIndex(const Problem& problem);

    /// Calls `use(BufferIndex)` for each buffer of the region that shares a step with the lifetime, in no particular
    /// order. Returns the number of buffers read. O(log² n + k) for k found buffers, if those of a list are about
    /// evenly distributed over time.
    template <class Use>
    std::size_t for_each_overlapping(RegionIndex region, Lifetime lifetime, Use&& use) const {
        std::size_t read = 0;
        for (std::size_t i = first_list_[region.value()]; i < first_list_[region.value() + std::size_t{1}]; ++i) {
            for (std::size_t at = first_of(lists_[i], lifetime.begin); at < lists_[i].last; ++at) {
                const Lifetime& other = problem_.buffers[order_[at]].lifetime;
                if (other.begin >= lifetime.end) {
                    break;
                }
                ++read;
                if (overlap(other, lifetime)) {
                    use(order_[at]);
                }
            }
        }
        return read;
    }

private:
    /// Buffers of one region and of similar length: positions [first, last) of `order_`.
    struct List {
        std::size_t first;
        std::size_t last;
        std::uint64_t longest;
    };

    /// The first position of a list whose buffer may last until after `begin`.
    [[nodiscard]] std::size_t first_of(const List& list, Step begin) const;

    const Problem& problem_;
    std::vector<BufferIndex> order_;  ///< by region, then by list, then by begin
    std::vector<List> lists_;
    std::vector<std::size_t> first_list_;  ///< by region, one more than regions
};

}  // namespace arenascope

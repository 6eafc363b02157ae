#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/model/memory/optional_offset.h"

namespace arenascope {

/// The largest of many tails that change one by one. Each inner node holds the larger of the two below it.
///
///              9
///          7       9          a tail changes: only its ancestors are computed anew, until one stays as it was
///        3   7   9   2
///
class TailMaxima {
public:
    TailMaxima() = default;
    explicit TailMaxima(std::size_t count)
        : first_leaf_(std::bit_ceil(std::max<std::size_t>(count, 1))), nodes_(2 * first_leaf_, nothing) {}

    /// Empty: the buffer is not placed. O(log n), most often O(1).
    void set(BufferIndex buffer, OptionalOffset tail) {
        std::size_t node = first_leaf_ + buffer.value();
        nodes_[node] = tail.value_or(nothing);
        while (node > 1) {
            node /= 2;
            const Offset larger = std::max(nodes_[2 * node], nodes_[2 * node + 1]);
            if (nodes_[node] == larger) {
                return;
            }
            nodes_[node] = larger;
        }
    }

    void clear() { std::fill(nodes_.begin(), nodes_.end(), nothing); }

    /// 0 if no buffer is placed.
    [[nodiscard]] Offset largest() const { return std::max(nodes_[1], Offset(0)); }

    /// The first buffer with the largest tail; none() if no buffer is placed. O(log n).
    [[nodiscard]] BufferIndex first_of_largest() const {
        if (nodes_[1] == nothing) {
            return BufferIndex::none();
        }
        std::size_t node = 1;
        while (node < first_leaf_) {
            node = nodes_[2 * node] == nodes_[node] ? 2 * node : 2 * node + 1;
        }
        return BufferIndex(node - first_leaf_);
    }

private:
    static constexpr Offset nothing = OptionalOffset::none;  ///< below all others
    std::size_t first_leaf_ = 1;
    std::vector<Offset> nodes_ = {nothing, nothing};  ///< the root at 1; the leaves from first_leaf_ on
};

}  // namespace arenascope

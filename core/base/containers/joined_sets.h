#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace arenascope {

/// Numbers from 0 on in sets, which are joined one after another (union-find). Each number begins in a set of its own.
class JoinedSets {
public:
    explicit JoinedSets(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0U); }

    void join(std::uint32_t a, std::uint32_t b) {
        const auto [low, high] = std::minmax({root(a), root(b)});
        above_[high] = low;
    }
    /// The lowest number of a set. O(log n), averaged over many calls.
    [[nodiscard]] std::uint32_t root(std::uint32_t number) {
        while (above_[number] != number) {
            above_[number] = above_[above_[number]];
            number = above_[number];
        }
        return number;
    }

private:
    std::vector<std::uint32_t> above_;  ///< by number: a lower one of its set; the lowest refers to itself
};

}  // namespace arenascope

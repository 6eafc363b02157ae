#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenascope {

/// A set of levels of a search, which says what a failure may come from. Emptying it takes constant time.
class BlamedLevels {
public:
    /// Makes room for the levels below `count`.
    void reach(std::size_t count) {
        if (stamps_.size() < count) {
            stamps_.resize(count, 0);
        }
    }
    void clear() {
        ++stamp_;
        levels_.clear();
    }
    /// A level below zero is none.
    void add(std::int32_t level) {
        if (level >= 0 && !has(level)) {
            stamps_[static_cast<std::size_t>(level)] = stamp_;
            levels_.push_back(level);
        }
    }
    [[nodiscard]] bool has(std::int32_t level) const { return stamps_[static_cast<std::size_t>(level)] == stamp_; }
    /// In the order in which they were added.
    [[nodiscard]] const std::vector<std::int32_t>& levels() const { return levels_; }

private:
    std::vector<std::uint64_t> stamps_;
    std::uint64_t stamp_ = 1;
    std::vector<std::int32_t> levels_;
};

}  // namespace arenascope

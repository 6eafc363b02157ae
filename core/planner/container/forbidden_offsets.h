#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arenascope {

/// The offsets strictly between `above` and `below`, which a rectangle cannot take.
struct Forbidden {
    std::int64_t above;
    std::int64_t below;
};

/// Ranges of forbidden offsets, read by rising `above`. A placement reads them from the bottom and usually stops early.
/// For this reason arrange() does not sort them. It distributes them into buckets by `above`, and each bucket is sorted
/// when the reader gets there.
///
///   above   0 ‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥ highest
///           │ 3 1 2 │ 5 4 │ 8 6 7 │ 9 … │
///             sorted  next    not sorted yet
///
/// The reader passes the offset that it has reached so far. A bucket whose ranges all begin below that offset cannot
/// contain a gap. It is skipped without sorting. In dense layouts most buckets are skipped.
///
/// Arranging n ranges is O(n). Reading k of them is O(k) if they are evenly distributed, otherwise O(k log k). Memory
/// is kept for the next use.
class ForbiddenOffsets {
public:
    void clear() { count_ = 0; }
    void add(Forbidden range) {
        *room_for(1) = range;
        keep(1);
    }
    /// Memory for `more` further ranges. The caller writes some of them, then calls keep() with the number written.
    [[nodiscard]] Forbidden* room_for(std::size_t more) {
        if (added_.size() < count_ + more) {
            added_.resize(2 * (count_ + more));
        }
        return added_.data() + count_;
    }
    void keep(std::size_t more) { count_ += more; }
    [[nodiscard]] std::size_t size() const { return count_; }
    /// All ranges in the order in which they were added.
    [[nodiscard]] std::span<const Forbidden> all() const { return {added_.data(), count_}; }

    /// Call it after the last add() and before the first next().
    void arrange();
    /// The next range that may matter; null: the end. The pointer is valid until the next call. A bucket whose ranges
    /// all have an `above` below `reached` is skipped, and `reached` is raised to the highest `below` in it.
    [[nodiscard]] const Forbidden* next(std::int64_t& reached) {
        if (next_ == sorted_ && !open_bucket(reached)) {
            return nullptr;
        }
        return &bucketed_[next_++];
    }

private:
    static constexpr std::size_t most_buckets = 256;

    /// Sorts the next bucket that cannot be skipped. False: there is none.
    [[nodiscard]] bool open_bucket(std::int64_t& reached);

    std::vector<Forbidden> added_;
    std::size_t count_ = 0;  ///< number of ranges added
    std::vector<Forbidden> bucketed_;
    std::array<std::uint32_t, most_buckets + 1> ends_{};  ///< one past the last of each bucket in bucketed_
    std::size_t bucket_ = 0;                              ///< the next bucket to sort
    /// Number of ranges in bucketed_ that are sorted or skipped.
    std::size_t sorted_ = 0;
    std::size_t next_ = 0;
};

}  // namespace arenascope

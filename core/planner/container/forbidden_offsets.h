#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arenascope {

/// Offsets that a rectangle can not take: all strictly between.
struct Forbidden {
    std::int64_t above;
    std::int64_t below;
};

/// Ranges of forbidden offsets, handed out by rising `above`. Placing reads them from the bottom and mostly stops on
/// the way, so they are not sorted at once: they are dealt into buckets by `above`, and a bucket is sorted when it is
/// reached.
///
///   above   0 ‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥‥ highest
///           │ 3 1 2 │ 5 4 │ 8 6 7 │ 9 … │
///             sorted  next    left as they came
///
/// Whoever places a rectangle has reached some offset, below which all is read. A bucket of ranges that all lie lower
/// leaves no gap, whatever their order: it is passed over unsorted. Where rectangles lie close, that is most of them.
///
/// Dealing n ranges is linear, handing out k of them O(k) where they are spread evenly and O(k log k) where they are
/// not. Memory is kept for the next use.
class ForbiddenOffsets {
public:
    void clear() { count_ = 0; }
    void add(Forbidden range) {
        *room_for(1) = range;
        keep(1);
    }
    /// Where so many further ranges may be written; keep() then adds the first of them.
    [[nodiscard]] Forbidden* room_for(std::size_t more) {
        if (came_.size() < count_ + more) {
            came_.resize(2 * (count_ + more));
        }
        return came_.data() + count_;
    }
    void keep(std::size_t more) { count_ += more; }
    [[nodiscard]] std::size_t size() const { return count_; }
    /// All, in the order in which they came.
    [[nodiscard]] std::span<const Forbidden> all() const { return {came_.data(), count_}; }

    /// To be called when all are added and before the first is read.
    void arrange();
    /// The next range that may matter, or none at the end. It stays until the next call. Buckets whose ranges all have
    /// an `above` below `reached` are passed over, and it is raised to their highest `below`.
    [[nodiscard]] const Forbidden* next(std::int64_t& reached) {
        if (next_ == sorted_ && !open_bucket(reached)) {
            return nullptr;
        }
        return &dealt_[next_++];
    }

private:
    static constexpr std::size_t most_buckets = 256;

    /// Sorts the next bucket that is not passed over; false where there is none.
    [[nodiscard]] bool open_bucket(std::int64_t& reached);

    std::vector<Forbidden> came_;
    std::size_t count_ = 0;  ///< so many of came_ are added
    std::vector<Forbidden> dealt_;
    std::array<std::uint32_t, most_buckets + 1> ends_{};  ///< one past the last of each bucket in dealt_
    std::size_t bucket_ = 0;                              ///< the next to be sorted
    std::size_t sorted_ = 0;                              ///< so many of dealt_ are in order
    std::size_t next_ = 0;
};

}  // namespace arenascope

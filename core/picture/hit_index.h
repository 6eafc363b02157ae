#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// Finds the rectangles at a point or in an area without visiting all of them. They are kept in buckets by the
/// logarithm of their duration, each sorted by begin. Rectangles alive at the same step are then close together:
///
///   bucket 1: durations 16..255   begins 0 3 3 90 120 240 …
///                                            └───┬───┘
///        alive at step 250 only if begin is in (250 − 256, 250]
///
/// Building takes O(n log n). A query takes a binary search in each of at most 16 buckets. It visits at most about 16
/// times the rectangles that are alive in its steps. More buckets would cut more runs of GroundLevels at each column.
///
/// The rectangles of a plan are not copied: the index reads them from problem and layout, and takes four bytes for
/// each. Only those of buffers with gaps are kept.
class HitIndex {
public:
    HitIndex() = default;
    /// Copies the rectangles.
    explicit HitIndex(std::span<const MemoryRectangle> rectangles);
    /// The rectangles of all placed buffers, see memory_rectangles(). Keeps the plan.
    HitIndex(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
             std::vector<std::int64_t> shifts);

    /// Calls `use(const MemoryRectangle&)` for each rectangle that shares a step with [begin, end) and a byte with
    /// [from, to). If `use` returns a bool, false ends it. Those far shorter than `least_duration` are left out, and
    /// not visited.
    template <class Use>
    void for_each_in(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to, Use&& use,
                     std::uint64_t least_duration = 1) const {
        constexpr bool may_end = std::is_same_v<std::invoke_result_t<Use&, const MemoryRectangle&>, bool>;
        const auto shortest =
            (static_cast<std::size_t>(std::bit_width(std::max<std::uint64_t>(least_duration, 1))) - 1) / bits_of_bucket;
        for (std::size_t bucket = shortest; bucket + 1 < first_.size(); ++bucket) {
            for (std::size_t i = first_candidate(bucket, begin); i < first_[bucket + 1]; ++i) {
                fetch(i + ahead);
                const MemoryRectangle rectangle = (*this)[i];
                if (rectangle.begin >= end) {
                    break;
                }
                if (rectangle.end > begin && rectangle.from < to && rectangle.to > from) {
                    if constexpr (may_end) {
                        if (!use(rectangle)) {
                            return;
                        }
                    } else {
                        use(rectangle);
                    }
                }
            }
        }
    }

    /// Calls `use(const MemoryRectangle&)` for the rectangles at the positions [first, last), until it returns false.
    /// Returns whether it went on to the end.
    template <class Use>
    bool for_each_from(std::size_t first, std::size_t last, Use&& use) const {
        for (std::size_t i = first; i < last; ++i) {
            fetch(i + ahead);
            if (!use((*this)[i])) {
                return false;
            }
        }
        return true;
    }

    /// The buffer at a step and a byte of the stack. If several overlap, it is the one with the smallest area, because
    /// the others can be pointed at elsewhere.
    [[nodiscard]] std::optional<BufferIndex> at(std::int64_t step, std::int64_t byte) const;

    [[nodiscard]] std::size_t size() const { return order_.size(); }
    /// The number of rectangles that a query for [begin, end) visits. O(log n).
    [[nodiscard]] std::size_t visits(std::int64_t begin, std::int64_t end) const;
    /// A rectangle by its position in the order of the buckets.
    [[nodiscard]] MemoryRectangle operator[](std::size_t position) const {
        const std::uint32_t entry = order_[position];
        return entry < plan_entries_
                   ? whole_rectangle(problem_->buffers[entry], *layout_->placements[entry], shifts_, BufferIndex(entry))
                   : kept_[entry - plan_entries_];
    }
    /// A copy of all rectangles, in the order of the buckets.
    [[nodiscard]] std::vector<MemoryRectangle> rectangles() const;
    /// The positions of the rectangles with a duration of [16^bucket, 16^(bucket + 1)), sorted by begin.
    [[nodiscard]] std::size_t first_of_bucket(std::size_t bucket) const { return first_[bucket]; }
    [[nodiscard]] std::size_t end_of_bucket(std::size_t bucket) const { return first_[bucket + 1]; }
    static constexpr std::size_t buckets = 16;

private:
    /// Durations within a bucket differ in so many low bits.
    static constexpr unsigned bits_of_bucket = 4;
    /// How many positions ahead the memory is asked for.
    static constexpr std::size_t ahead = 8;

    /// Asks for the memory of a rectangle that is read soon.
    void fetch(std::size_t position) const {
        if (position < order_.size() && order_[position] < plan_entries_) {
            const Buffer& buffer = problem_->buffers[order_[position]];
            __builtin_prefetch(&buffer.size);
            __builtin_prefetch(&buffer.lifetime.end);
            __builtin_prefetch(&layout_->placements[order_[position]]);
        }
    }
    [[nodiscard]] static std::size_t bucket_of(std::int64_t begin, std::int64_t end);
    [[nodiscard]] std::int64_t begin_at(std::size_t position) const;
    /// The position of the first rectangle in a bucket that may still be alive at `step`.
    [[nodiscard]] std::size_t first_candidate(std::size_t bucket, std::int64_t step) const;
    /// The first position in [first, last) whose rectangle begins at `begin` or after it.
    [[nodiscard]] std::size_t first_from(std::size_t first, std::size_t last, std::int64_t begin) const;
    /// Fills the buckets with `entries`, sorted by begin.
    template <class ForEachEntry>
    void fill_buckets(const ForEachEntry& for_each_entry);

    std::shared_ptr<const Problem> problem_;  ///< null: all rectangles are kept
    std::shared_ptr<const Layout> layout_;
    std::vector<std::int64_t> shifts_;   ///< by region
    std::vector<MemoryRectangle> kept_;  ///< those that cannot be read from a plan
    std::uint32_t plan_entries_ = 0;     ///< the number of buffers of the plan
    std::vector<std::uint32_t> order_;   ///< by bucket, then begin: a buffer, or plan_entries_ + a position in `kept_`
    std::array<std::size_t, buckets + 1> first_{};
};

}  // namespace arenascope

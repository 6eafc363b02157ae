#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// Finds the rectangles at a point or in an area without visiting all of them. They are kept in buckets by the
/// logarithm of their duration, each sorted by begin. Rectangles alive at the same step are then close together:
///
///   bucket 2: durations 4..7   begins 0 3 3 9 12 14 …
///                                       └──┬──┘
///        alive at step 13 only if begin is in (13 − 8, 13]
///
/// Building takes O(n log n). A query takes a binary search in each of at most 64 buckets. It visits at most about
/// twice the rectangles that are alive in its steps.
class HitIndex {
public:
    HitIndex() = default;
    explicit HitIndex(std::span<const MemoryRectangle> rectangles);

    /// Calls `use(const MemoryRectangle&)` for each rectangle that shares a step with [begin, end) and a byte with
    /// [from, to). If `use` returns a bool, false ends it.
    template <class Use>
    void for_each_in(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to, Use&& use) const {
        constexpr bool may_end = std::is_same_v<std::invoke_result_t<Use&, const MemoryRectangle&>, bool>;
        for (std::size_t bucket = 0; bucket + 1 < first_.size(); ++bucket) {
            for (std::size_t i = first_candidate(bucket, begin); i < first_[bucket + 1] && rectangles_[i].begin < end;
                 ++i) {
                const MemoryRectangle& rectangle = rectangles_[i];
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

    /// The buffer at a step and a byte of the stack. If several overlap, it is the one with the smallest area, because
    /// the others can be pointed at elsewhere.
    [[nodiscard]] std::optional<BufferIndex> at(std::int64_t step, std::int64_t byte) const;

    [[nodiscard]] std::size_t size() const { return rectangles_.size(); }
    /// The number of rectangles that a query for [begin, end) visits. O(log n).
    [[nodiscard]] std::size_t visits(std::int64_t begin, std::int64_t end) const;
    /// All rectangles, in the order of the buckets.
    [[nodiscard]] std::span<const MemoryRectangle> rectangles() const { return rectangles_; }
    /// The rectangles with a duration of [2^bucket, 2^(bucket + 1)), by begin.
    [[nodiscard]] std::span<const MemoryRectangle> bucket(std::size_t bucket) const {
        return std::span<const MemoryRectangle>(rectangles_)
            .subspan(first_[bucket], first_[bucket + 1] - first_[bucket]);
    }
    static constexpr std::size_t buckets = 64;

private:
    /// The position of the first rectangle in a bucket that may still be alive at `step`.
    [[nodiscard]] std::size_t first_candidate(std::size_t bucket, std::int64_t step) const;

    std::vector<MemoryRectangle> rectangles_;  ///< by bucket, then begin
    std::array<std::size_t, buckets + 1> first_{};
};

}  // namespace arenascope

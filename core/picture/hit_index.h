#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// Finds the rectangles at a point or in an area without looking at all of them. They are kept in buckets by the
/// logarithm of their duration, each sorted by begin, so that those alive at a step lie close together:
///
///   bucket 2: durations 4..7   begins 0 3 3 9 12 14 …
///                                       └──┬──┘
///        alive at step 13 only where begin is in (13 − 8, 13]
///
/// Building is O(n log n); a query costs a binary search in each of at most 64 buckets, and at most about twice what
/// is alive in its steps, whatever the number of rectangles.
class HitIndex {
public:
    HitIndex() = default;
    explicit HitIndex(std::span<const MemoryRectangle> rectangles);

    /// Calls `use(const MemoryRectangle&)` for each that shares a step with [begin, end) and a byte with [from, to).
    template <class Use>
    void for_each_in(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to, Use&& use) const {
        for (std::size_t bucket = 0; bucket + 1 < first_.size(); ++bucket) {
            for (std::size_t i = first_candidate(bucket, begin); i < first_[bucket + 1] && rectangles_[i].begin < end;
                 ++i) {
                const MemoryRectangle& rectangle = rectangles_[i];
                if (rectangle.end > begin && rectangle.from < to && rectangle.to > from) {
                    use(rectangle);
                }
            }
        }
    }

    /// The buffer at a step and a byte of the stack; where several overlap, the one with the smallest area, because
    /// the others can be pointed at elsewhere.
    [[nodiscard]] std::optional<BufferIndex> at(std::int64_t step, std::int64_t byte) const;

    [[nodiscard]] std::size_t size() const { return rectangles_.size(); }

private:
    static constexpr std::size_t buckets = 64;
    /// The first position of a bucket whose rectangle may still be alive at `step`.
    [[nodiscard]] std::size_t first_candidate(std::size_t bucket, std::int64_t step) const;

    std::vector<MemoryRectangle> rectangles_;  ///< by bucket, then begin
    std::array<std::size_t, buckets + 1> first_{};
};

}  // namespace arenascope

#include "core/picture/hit_index.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace arenascope {
namespace {

std::size_t bucket_of(const MemoryRectangle& rectangle) {
    // Unsigned, because a lifetime may be longer than 2^63 − 1 steps.
    const auto duration = static_cast<std::uint64_t>(rectangle.end) - static_cast<std::uint64_t>(rectangle.begin);
    return static_cast<std::size_t>(std::bit_width(duration)) - 1;
}

}  // namespace

HitIndex::HitIndex(std::span<const MemoryRectangle> rectangles) : rectangles_(rectangles.size()) {
    std::array<std::size_t, buckets + 1> next{};
    for (const MemoryRectangle& rectangle : rectangles) {
        ++next[bucket_of(rectangle) + 1];
    }
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        next[bucket + 1] += next[bucket];
    }
    first_ = next;
    for (const MemoryRectangle& rectangle : rectangles) {
        rectangles_[next[bucket_of(rectangle)]++] = rectangle;
    }
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        const auto begin = rectangles_.begin() + static_cast<std::ptrdiff_t>(first_[bucket]);
        const auto end = rectangles_.begin() + static_cast<std::ptrdiff_t>(first_[bucket + 1]);
        const auto by_begin = [](const MemoryRectangle& a, const MemoryRectangle& b) { return a.begin < b.begin; };
        // Files are often in time order, so sorting is not needed.
        if (!std::is_sorted(begin, end, by_begin)) {
            std::stable_sort(begin, end, by_begin);
        }
    }
}

std::size_t HitIndex::first_candidate(std::size_t bucket, std::int64_t step) const {
    if (first_[bucket] == first_[bucket + 1]) {
        return first_[bucket];
    }
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const std::int64_t earliest =
        bucket >= 62 ? lowest : checked_subtract(step, std::int64_t{2} << bucket).value_or(lowest);
    const auto begin = rectangles_.begin() + static_cast<std::ptrdiff_t>(first_[bucket]);
    const auto end = rectangles_.begin() + static_cast<std::ptrdiff_t>(first_[bucket + 1]);
    const auto found = std::ranges::lower_bound(begin, end, earliest, {}, &MemoryRectangle::begin);
    return static_cast<std::size_t>(found - rectangles_.begin());
}

std::size_t HitIndex::visits(std::int64_t begin, std::int64_t end) const {
    std::size_t count = 0;
    for (std::size_t each = 0; each < buckets; ++each) {
        const std::size_t first = first_candidate(each, begin);
        const auto rest = std::span<const MemoryRectangle>(rectangles_).subspan(first, first_[each + 1] - first);
        const auto last = std::ranges::lower_bound(rest, end, {}, &MemoryRectangle::begin);
        count += static_cast<std::size_t>(last - rest.begin());
    }
    return count;
}

std::optional<BufferIndex> HitIndex::at(std::int64_t step, std::int64_t byte) const {
    std::optional<BufferIndex> found;
    double least = 0;
    const auto after = [](std::int64_t position) { return checked_add(position, 1).value_or(position); };
    for_each_in(step, after(step), byte, after(byte), [&](const MemoryRectangle& rectangle) {
        // As doubles, because a lifetime may be longer than 2^63 − 1 steps.
        const double area = (static_cast<double>(rectangle.end) - static_cast<double>(rectangle.begin)) *
                            (static_cast<double>(rectangle.to) - static_cast<double>(rectangle.from));
        if (!found || area < least) {
            found = rectangle.buffer;
            least = area;
        }
    });
    return found;
}

}  // namespace arenascope

#include "core/planner/container/forbidden_offsets.h"

#include <algorithm>
#include <bit>

namespace arenascope {
namespace {

/// Up to this many ranges are sorted by insertion; most buckets are smaller.
constexpr std::size_t insertion_sort_limit = 24;
/// The number of ranges per bucket if they are evenly distributed. Filling buckets is cheaper than sorting.
constexpr std::size_t ranges_per_bucket = 1;

void sort_few(Forbidden* first, Forbidden* last) {
    for (Forbidden* next = first + 1; next < last; ++next) {
        const Forbidden moved = *next;
        Forbidden* hole = next;
        for (; hole != first && moved.above < (hole - 1)->above; --hole) {
            *hole = *(hole - 1);
        }
        *hole = moved;
    }
}

void sort_by_above(Forbidden* first, Forbidden* last) {
    if (static_cast<std::size_t>(last - first) <= insertion_sort_limit) {
        sort_few(first, last);
    } else {
        std::sort(first, last, [](const Forbidden& a, const Forbidden& b) { return a.above < b.above; });
    }
}

}  // namespace

void ForbiddenOffsets::arrange() {
    const std::size_t count = count_;
    if (bucketed_.size() < count) {
        bucketed_.resize(std::bit_ceil(count));
    }
    next_ = 0;
    sorted_ = 0;
    bucket_ = 0;
    if (count <= insertion_sort_limit) {
        std::copy_n(added_.begin(), count, bucketed_.begin());
        ends_[0] = static_cast<std::uint32_t>(count);
        return;
    }
    std::int64_t highest = 0;
    for (const Forbidden& range : all()) {
        highest = std::max(highest, range.above);
    }
    const std::size_t buckets = std::min(most_buckets, std::bit_ceil(count / ranges_per_bucket));
    const auto shift =
        static_cast<unsigned>(std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(highest))) -
                                              static_cast<int>(std::bit_width(buckets)) + 1));
    const auto bucket_of = [shift](const Forbidden& range) {
        return static_cast<std::size_t>(std::max(std::int64_t{0}, range.above)) >> shift;
    };
    std::fill_n(ends_.begin(), buckets + 1, 0U);
    for (const Forbidden& range : all()) {
        ++ends_[bucket_of(range) + 1];
    }
    for (std::size_t i = 1; i < buckets; ++i) {
        ends_[i] += ends_[i - 1];
    }
    for (const Forbidden& range : all()) {
        bucketed_[ends_[bucket_of(range)]++] = range;
    }
}

bool ForbiddenOffsets::open_bucket(std::int64_t& reached) {
    while (sorted_ < count_) {
        while (ends_[bucket_] == sorted_) {
            ++bucket_;
        }
        Forbidden* const first = bucketed_.data() + sorted_;
        Forbidden* const last = bucketed_.data() + ends_[bucket_];
        sorted_ = ends_[bucket_++];
        Forbidden highest = *first;
        for (const Forbidden* each = first; each < last; ++each) {
            highest = {std::max(highest.above, each->above), std::max(highest.below, each->below)};
        }
        if (highest.above >= reached) {
            sort_by_above(first, last);
            return true;
        }
        reached = std::max(reached, highest.below);
        next_ = sorted_;
    }
    return false;
}

}  // namespace arenascope

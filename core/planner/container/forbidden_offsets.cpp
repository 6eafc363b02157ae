#include "core/planner/container/forbidden_offsets.h"

#include <algorithm>
#include <bit>

namespace arenascope {
namespace {

/// So few are sorted by insertion: most buckets.
constexpr std::size_t few = 24;
/// So many share a bucket when they are spread evenly: dealing is cheaper than sorting.
constexpr std::size_t in_a_bucket = 1;

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
    if (static_cast<std::size_t>(last - first) <= few) {
        sort_few(first, last);
    } else {
        std::sort(first, last, [](const Forbidden& a, const Forbidden& b) { return a.above < b.above; });
    }
}

}  // namespace

void ForbiddenOffsets::arrange() {
    const std::size_t count = count_;
    if (dealt_.size() < count) {
        dealt_.resize(std::bit_ceil(count));
    }
    next_ = 0;
    sorted_ = 0;
    bucket_ = 0;
    if (count <= few) {
        std::copy_n(came_.begin(), count, dealt_.begin());
        ends_[0] = static_cast<std::uint32_t>(count);
        return;
    }
    std::int64_t highest = 0;
    for (const Forbidden& range : all()) {
        highest = std::max(highest, range.above);
    }
    const std::size_t buckets = std::min(most_buckets, std::bit_ceil(count / in_a_bucket));
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
        dealt_[ends_[bucket_of(range)]++] = range;
    }
}

bool ForbiddenOffsets::open_bucket(std::int64_t& reached) {
    while (sorted_ < count_) {
        while (ends_[bucket_] == sorted_) {
            ++bucket_;
        }
        Forbidden* const first = dealt_.data() + sorted_;
        Forbidden* const last = dealt_.data() + ends_[bucket_];
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

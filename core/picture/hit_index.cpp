#include "core/picture/hit_index.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace arenascope {

std::size_t HitIndex::bucket_of(std::int64_t begin, std::int64_t end) {
    // Unsigned, because a lifetime may be longer than 2^63 − 1 steps.
    const auto duration = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
    return (static_cast<std::size_t>(std::bit_width(duration)) - 1) / bits_of_bucket;
}

HitIndex::HitIndex(std::span<const MemoryRectangle> rectangles) : kept_(rectangles.begin(), rectangles.end()) {
    fill_buckets([this](const auto& use) {
        for (std::uint32_t i = 0; i < kept_.size(); ++i) {
            use(i, kept_[i].begin, kept_[i].end);
        }
    });
}

HitIndex::HitIndex(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                   std::vector<std::int64_t> shifts)
    : problem_(std::move(problem)),
      layout_(std::move(layout)),
      shifts_(std::move(shifts)),
      plan_entries_(static_cast<std::uint32_t>(problem_->buffers.size())) {
    const auto has_one_rectangle = [this](std::uint32_t buffer) {
        return problem_->buffers[buffer].gaps().empty() && problem_->buffers[buffer].size > Bytes(0);
    };
    const auto is_shown = [this](std::uint32_t buffer) {
        const auto& placement = layout_->placements[buffer];
        return placement && shifts_[placement->region.value()] != not_shown;
    };
    std::vector<BufferIndex> with_pieces;
    for (std::uint32_t i = 0; i < plan_entries_; ++i) {
        if (!has_one_rectangle(i)) {
            with_pieces.emplace_back(i);
        }
    }
    kept_ = rectangles_of(*problem_, *layout_, shifts_, with_pieces);
    fill_buckets([&](const auto& use) {
        std::uint32_t piece = 0;
        for (std::uint32_t i = 0; i < plan_entries_; ++i) {
            for (; piece < kept_.size() && kept_[piece].buffer == BufferIndex(i); ++piece) {
                use(plan_entries_ + piece, kept_[piece].begin, kept_[piece].end);
            }
            if (is_shown(i) && has_one_rectangle(i)) {
                const Lifetime& steps = problem_->buffers[i].lifetime;
                use(i, steps.begin.value(), steps.end.value());
            }
        }
    });
}

template <class ForEachEntry>
void HitIndex::fill_buckets(const ForEachEntry& for_each_entry) {
    std::array<std::size_t, buckets + 1> next{};
    for_each_entry(
        [&next](std::uint32_t /*entry*/, std::int64_t begin, std::int64_t end) { ++next[bucket_of(begin, end) + 1]; });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        next[bucket + 1] += next[bucket];
    }
    first_ = next;
    order_.resize(first_.back());
    for_each_entry([&](std::uint32_t entry, std::int64_t begin, std::int64_t end) {
        order_[next[bucket_of(begin, end)]++] = entry;
    });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> entries;
        bool is_sorted = true;
        for (std::size_t i = first_[bucket] + 1; i < first_[bucket + 1] && is_sorted; ++i) {
            is_sorted = begin_at(i - 1) <= begin_at(i);
        }
        if (is_sorted) {
            continue;  // as in most files, which are in time order
        }
        for (std::size_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
            entries.emplace_back(begin_at(i), order_[i]);
        }
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::transform(entries.begin(), entries.end(), order_.begin() + static_cast<std::ptrdiff_t>(first_[bucket]),
                       [](const auto& entry) { return entry.second; });
    }
}

std::int64_t HitIndex::begin_at(std::size_t position) const {
    const std::uint32_t entry = order_[position];
    return entry < plan_entries_ ? problem_->buffers[entry].lifetime.begin.value() : kept_[entry - plan_entries_].begin;
}

std::size_t HitIndex::first_from(std::size_t first, std::size_t last, std::int64_t begin) const {
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (begin_at(middle) < begin) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

std::size_t HitIndex::first_candidate(std::size_t bucket, std::int64_t step) const {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const std::int64_t earliest =
        bucket + 1 >= buckets
            ? lowest
            : checked_subtract(step, std::int64_t{1} << (bits_of_bucket * (bucket + 1))).value_or(lowest);
    return first_from(first_[bucket], first_[bucket + 1], earliest);
}

std::size_t HitIndex::visits(std::int64_t begin, std::int64_t end) const {
    std::size_t count = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        const std::size_t first = first_candidate(bucket, begin);
        count += first_from(first, first_[bucket + 1], end) - first;
    }
    return count;
}

std::vector<MemoryRectangle> HitIndex::rectangles() const {
    std::vector<MemoryRectangle> rectangles;
    rectangles.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) {
        rectangles.push_back((*this)[i]);
    }
    return rectangles;
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

#include "core/picture/plan/hit_index.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "core/base/containers/digit_sort.h"
#include "core/base/containers/large_pages.h"
#include "core/model/memory/step_count.h"

namespace arenascope {
namespace {

struct Keyed {
    std::int64_t key = 0;
    std::uint32_t entry = 0;
};

/// Writes the entries to `order` from `first` on, by ascending key. Those of equal keys keep their order. `room`: see
/// sort_by_digits().
void sort_into(std::vector<std::uint32_t>& order, std::size_t first, std::vector<Keyed>& entries,
               std::vector<Keyed>& room) {
    sort_by_digits(entries, room, [](const Keyed& each) { return each.key; });
    std::ranges::transform(entries, order.begin() + static_cast<std::ptrdiff_t>(first), &Keyed::entry);
}

}  // namespace

std::size_t HitIndex::bucket_of(std::int64_t begin, std::int64_t end) {
    return (static_cast<std::size_t>(std::bit_width(step_count(begin, end))) - 1) / bits_of_bucket;
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
    reserve_large_pages(order_, first_.back());
    order_.resize(first_.back());
    for_each_entry([&](std::uint32_t entry, std::int64_t begin, std::int64_t end) {
        order_[next[bucket_of(begin, end)]++] = entry;
    });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        sort_by_begin(bucket);
        sort_slabs(bucket);
    }
    find_byte_reaches();
}

void HitIndex::sort_by_begin(std::size_t bucket) {
    bool is_sorted = true;
    for (std::size_t i = first_[bucket] + 1; i < first_[bucket + 1] && is_sorted; ++i) {
        is_sorted = begin_at(i - 1) <= begin_at(i);
    }
    if (is_sorted) {
        return;  // as in most files, which are in time order
    }
    std::vector<Keyed> entries;
    entries.reserve(first_[bucket + 1] - first_[bucket]);
    for (std::size_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
        entries.push_back({begin_at(i), order_[i]});
    }
    std::vector<Keyed> room;
    sort_into(order_, first_[bucket], entries, room);
}

void HitIndex::sort_slabs(std::size_t bucket) {
    std::vector<Keyed> entries;
    std::vector<Keyed> room;
    for (std::size_t first = first_[bucket]; first < first_[bucket + 1];) {
        const std::int64_t slab = slab_of(bucket, begin_at(first));
        std::size_t last = first + 1;
        while (last < first_[bucket + 1] && slab_of(bucket, begin_at(last)) == slab) {
            ++last;
        }
        if (last - first > block) {
            entries.clear();
            for (std::size_t i = first; i < last; ++i) {
                fetch(i + ahead);
                entries.push_back({(*this)[i].from, order_[i]});
            }
            sort_into(order_, first, entries, room);
        }
        first = last;
    }
}

void HitIndex::find_byte_reaches() {
    constexpr ByteReach nothing{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    std::size_t blocks = order_.size() / block + 1;
    std::vector<ByteReach> reaches(blocks, nothing);
    std::vector<std::uint32_t> tallest(blocks, 0);
    const auto include = [&](std::size_t each, const ByteReach& part, std::uint32_t height) {
        reaches[each] = {std::min(reaches[each].from, part.from), std::max(reaches[each].to, part.to)};
        tallest[each] = std::max(tallest[each], height);
    };
    for (std::size_t i = 0; i < order_.size(); ++i) {
        fetch(i + ahead);
        const MemoryRectangle rectangle = (*this)[i];
        include(i / block, {rectangle.from, rectangle.to}, short_bytes(rectangle.to - rectangle.from));
    }
    while (blocks > 1) {
        byte_reaches_.push_back(std::move(reaches));
        tallest_.push_back(std::move(tallest));
        const std::size_t below = std::exchange(blocks, (blocks - 1) / block + 1);
        reaches.assign(blocks, nothing);
        tallest.assign(blocks, 0);
        for (std::size_t i = 0; i < below; ++i) {
            include(i / block, byte_reaches_.back()[i], tallest_.back()[i]);
        }
    }
}

std::size_t HitIndex::next_near(std::size_t position, const Band& band) const {
    while (position < order_.size()) {
        std::size_t levels = 0;  // that can be gone past
        std::size_t next = position;
        while (levels < byte_reaches_.size()) {
            const std::size_t each = position >> (bits_of_block * (levels + 1));
            const ByteReach& reach = byte_reaches_[levels][each];
            if (reach.from < band.to && reach.to > band.from && tallest_[levels][each] >= band.least) {
                break;
            }
            ++levels;
            next = (each + 1) << (bits_of_block * levels);
        }
        if (levels == 0) {
            break;
        }
        position = next;
    }
    return position;
}

std::int64_t HitIndex::begin_at(std::size_t position) const {
    const std::uint32_t entry = order_[position];
    return entry < plan_entries_ ? problem_->buffers[entry].lifetime.begin.value() : kept_[entry - plan_entries_].begin;
}

std::size_t HitIndex::first_in(std::size_t bucket, std::int64_t slab) const {
    std::size_t first = first_[bucket];
    std::size_t last = first_[bucket + 1];
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (slab_of(bucket, begin_at(middle)) < slab) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

std::size_t HitIndex::first_candidate(std::size_t bucket, std::int64_t step) const {
    if (bucket + 1 >= buckets) {
        return first_[bucket];  // such a duration may be longer than 2^63 − 1 steps
    }
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const std::int64_t longest = std::int64_t{1} << (bits_of_bucket * (bucket + 1));
    return first_in(bucket, slab_of(bucket, checked_subtract(step, longest).value_or(lowest)));
}

std::size_t HitIndex::end_of_candidates(std::size_t bucket, std::int64_t step) const {
    const auto last = checked_subtract(step, 1);
    const auto after = last ? checked_add(slab_of(bucket, *last), 1) : std::nullopt;
    return !last ? first_[bucket] : after ? first_in(bucket, *after) : first_[bucket + 1];
}

bool HitIndex::reads_at_most(std::size_t limit, std::int64_t begin, std::int64_t end, std::int64_t from,
                             std::int64_t to) const {
    std::size_t count = 0;
    for_each_candidate(0, begin, end, {from, to, 0}, [&](std::size_t /*position*/) { return ++count <= limit; });
    return count <= limit;
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

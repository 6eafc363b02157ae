#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

/// How large a rectangle must be.
struct LeastExtent {
    std::uint64_t steps = 1;
    std::int64_t bytes = 0;
};

/// Asks for no more memory.
struct NoFetch {
    void operator()(BufferIndex /*buffer*/) const {}
};

/// Finds the rectangles at a point or in an area without visiting all of them. They are kept in buckets by the
/// logarithm of their duration, and there in slabs by begin. Rectangles alive at the same step are then close together:
///
///   bucket 1: durations 16..255     slab 0         slab 1      …  slab 15        slab 16
///                                   begins 0..15   16..31         240..255       256..271
///                                   └──────────────────────┬─────────────┘
///                                          may be alive at step 250
///
/// A slab is as wide as the shortest duration of its bucket. Without overlaps, it holds each byte at most once. A large
/// one is sorted by the lowest byte. For each block of 64 rectangles, and of 64 such blocks, the index knows which
/// bytes they reach and how large the largest is, so a query goes past the others.
///
/// Building takes O(n log n). A query takes a binary search in each of at most 16 buckets. It visits some blocks in
/// each of at most 18 slabs of a bucket for each byte at a step; in small slabs all rectangles. More buckets would cut
/// more runs of GroundLevels at each column.
///
/// The rectangles of a plan are not copied: the index reads them from problem and layout, and takes less than five
/// bytes for each. Only those of buffers with gaps are kept.
class HitIndex {
public:
    HitIndex() = default;
    /// Copies the rectangles.
    explicit HitIndex(std::span<const MemoryRectangle> rectangles);
    /// The rectangles of all placed buffers, see memory_rectangles(). Keeps the plan.
    HitIndex(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
             std::vector<std::int64_t> shifts);

    /// Calls `use(const MemoryRectangle&)` for each rectangle that shares a step with [begin, end) and a byte with
    /// [from, to). If `use` returns a bool, false ends it. Many of those that are smaller than `least` are left out,
    /// and not visited.
    template <class Use>
    void for_each_in(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to, Use&& use,
                     LeastExtent least = {}) const {
        constexpr bool may_end = std::is_same_v<std::invoke_result_t<Use&, const MemoryRectangle&>, bool>;
        const auto shortest =
            (static_cast<std::size_t>(std::bit_width(std::max<std::uint64_t>(least.steps, 1))) - 1) / bits_of_bucket;
        const Band band{from, to, short_bytes(least.bytes)};
        for_each_candidate(shortest, begin, end, band, [&](std::size_t position) {
            fetch(position + ahead);
            const MemoryRectangle rectangle = (*this)[position];
            if (rectangle.begin < end && rectangle.end > begin && rectangle.from < to && rectangle.to > from) {
                if constexpr (may_end) {
                    return use(rectangle);
                } else {
                    use(rectangle);
                }
            }
            return true;
        });
    }

    /// Calls `use(const MemoryRectangle&)` for the rectangles at the positions [first, last), until it returns false.
    /// Returns whether it went on to the end. `fetch_more(BufferIndex)` may ask for the memory of what belongs to a
    /// buffer that comes soon.
    template <class Use, class FetchMore = NoFetch>
    bool for_each_from(std::size_t first, std::size_t last, Use&& use, const FetchMore& fetch_more = {}) const {
        for (std::size_t i = first; i < last; ++i) {
            fetch(i + ahead, fetch_more);
            if (!use((*this)[i])) {
                return false;
            }
        }
        return true;
    }

    /// Asks the processor for the memory of the first rectangles of a range. Worth a call before for_each_from(),
    /// unless that has just read the rectangles before the range.
    template <class FetchMore>
    [[gnu::always_inline]] inline void fetch_first(std::size_t first, std::size_t last,
                                                   const FetchMore& fetch_more) const {
        for (std::size_t i = first; i < std::min(first + ahead, last); ++i) {
            fetch(i, fetch_more);
        }
    }

    /// The buffer at a step and a byte of the stack. If several overlap, it is the one with the smallest area, because
    /// the others can be pointed at elsewhere.
    [[nodiscard]] std::optional<BufferIndex> at(std::int64_t step, std::int64_t byte) const;

    [[nodiscard]] std::size_t size() const { return order_.size(); }
    /// Whether the query for_each_in() reads no more rectangles than `limit`. At most as long as it.
    [[nodiscard]] bool reads_at_most(std::size_t limit, std::int64_t begin, std::int64_t end, std::int64_t from,
                                     std::int64_t to) const;
    /// A rectangle by its position in the order of the buckets.
    [[nodiscard]] MemoryRectangle operator[](std::size_t position) const {
        const std::uint32_t entry = order_[position];
        return entry < plan_entries_
                   ? whole_rectangle(problem_->buffers[entry], *layout_->placements[entry], shifts_, BufferIndex(entry))
                   : kept_[entry - plan_entries_];
    }
    /// A copy of all rectangles, in the order of the buckets.
    [[nodiscard]] std::vector<MemoryRectangle> rectangles() const;
    /// The positions of the rectangles with a duration of [16^bucket, 16^(bucket + 1)), in the order of their slabs.
    [[nodiscard]] std::size_t first_of_bucket(std::size_t bucket) const { return first_[bucket]; }
    [[nodiscard]] std::size_t end_of_bucket(std::size_t bucket) const { return first_[bucket + 1]; }
    static constexpr std::size_t buckets = 16;

private:
    /// Durations within a bucket differ in so many low bits.
    static constexpr unsigned bits_of_bucket = 4;
    /// How many positions ahead the memory is asked for.
    static constexpr std::size_t ahead = 16;

    /// Asks for the memory of a rectangle that is read soon. Always inline, because GCC drops a call that only does
    /// this.
    template <class FetchMore = NoFetch>
    [[gnu::always_inline]] inline void fetch(std::size_t position, const FetchMore& fetch_more = {}) const {
        if (position < order_.size() && order_[position] < plan_entries_) {
            const Buffer& buffer = problem_->buffers[order_[position]];
            __builtin_prefetch(&buffer.size);
            __builtin_prefetch(&buffer.lifetime.end);
            __builtin_prefetch(&layout_->placements[order_[position]]);
            fetch_more(BufferIndex(order_[position]));
        }
    }
    /// Which bytes some rectangles that follow each other reach.
    struct ByteReach {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };
    /// The bytes of a query, and how many of them a rectangle must have.
    struct Band {
        std::int64_t from = 0;
        std::int64_t to = 0;
        std::uint32_t least = 0;  ///< see short_bytes()
    };
    /// Bytes in 32 bits. More than fit are told as the most, so that a query reads too many rectangles, never too few.
    [[nodiscard]] static std::uint32_t short_bytes(std::int64_t bytes) {
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(bytes, 0, std::numeric_limits<std::uint32_t>::max()));
    }
    static constexpr unsigned bits_of_block = 6;
    static constexpr std::size_t block = std::size_t{1} << bits_of_block;

    [[nodiscard]] static std::size_t bucket_of(std::int64_t begin, std::int64_t end);
    /// Rounds down.
    [[nodiscard]] static std::int64_t slab_of(std::size_t bucket, std::int64_t begin) {
        return begin >> (bits_of_bucket * bucket);
    }
    [[nodiscard]] std::int64_t begin_at(std::size_t position) const;
    /// The position of the first rectangle in a bucket that may still be alive at `step`.
    [[nodiscard]] std::size_t first_candidate(std::size_t bucket, std::int64_t step) const;
    /// The position behind the last rectangle in a bucket that may begin before `step`.
    [[nodiscard]] std::size_t end_of_candidates(std::size_t bucket, std::int64_t step) const;
    /// The first position in a bucket whose rectangle begins in `slab` or after it.
    [[nodiscard]] std::size_t first_in(std::size_t bucket, std::int64_t slab) const;
    /// `position`, or the first one of a later block, so that no block between has a rectangle for the band.
    [[nodiscard]] std::size_t next_near(std::size_t position, const Band& band) const;
    /// Calls `use(position)` for each rectangle that a query reads, until it returns false.
    template <class Use>
    void for_each_candidate(std::size_t first_bucket, std::int64_t begin, std::int64_t end, const Band& band,
                            Use&& use) const {
        for (std::size_t bucket = first_bucket; bucket + 1 < first_.size(); ++bucket) {
            const std::size_t last = end_of_candidates(bucket, end);
            std::size_t i = next_near(first_candidate(bucket, begin), band);
            for (; i < last; i = i % block == block - 1 ? next_near(i + 1, band) : i + 1) {
                if (!use(i)) {
                    return;
                }
            }
        }
    }
    /// Fills the buckets with `entries`, by slab.
    template <class ForEachEntry>
    void fill_buckets(const ForEachEntry& for_each_entry);
    void sort_by_begin(std::size_t bucket);
    /// Sorts the large slabs by byte.
    void sort_slabs(std::size_t bucket);
    void find_byte_reaches();

    std::shared_ptr<const Problem> problem_;  ///< null: all rectangles are kept
    std::shared_ptr<const Layout> layout_;
    std::vector<std::int64_t> shifts_;   ///< by region
    std::vector<MemoryRectangle> kept_;  ///< those that cannot be read from a plan
    std::uint32_t plan_entries_ = 0;     ///< the number of buffers of the plan
    std::vector<std::uint32_t> order_;   ///< by bucket, then slab: a buffer, or plan_entries_ + a position in `kept_`
    std::array<std::size_t, buckets + 1> first_{};
    // By level: of blocks, of 64 blocks, and so on.
    std::vector<std::vector<ByteReach>> byte_reaches_;
    std::vector<std::vector<std::uint32_t>> tallest_;  ///< the short_bytes() of the largest rectangle
};

}  // namespace arenascope

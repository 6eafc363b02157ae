#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Bytes in use, as ranges that do not touch.
class TakenBytes {
public:
    void clear() { ranges_.clear(); }
    /// Adds the bytes [from, to). `from` must not fall from call to call. O(1).
    void add(std::int64_t from, std::int64_t to) {
        if (ranges_.empty() || ranges_.back().to < from) {
            ranges_.push_back({from, to});
        } else {
            ranges_.back().to = std::max(ranges_.back().to, to);
        }
    }
    /// As add(), for bytes anywhere. O(log n) and moves the ranges above.
    void insert(std::int64_t from, std::int64_t to) {
        const auto first = std::partition_point(ranges_.begin(), ranges_.end(),
                                                [from](const Range& range) { return range.to < from; });
        auto last = first;
        Range whole{from, to};
        for (; last != ranges_.end() && last->from <= to; ++last) {
            whole = {std::min(whole.from, last->from), std::max(whole.to, last->to)};
        }
        if (first == last) {
            ranges_.insert(first, whole);
        } else {
            *first = whole;
            ranges_.erase(first + 1, last);
        }
    }
    /// One past the last byte of a range that [offset, offset + size) meets; `offset` if it meets none. `size` ≥ 1. Of
    /// two calls with one `hint`, the second must not have the lower offset. Together they read each range once.
    [[nodiscard]] std::int64_t end_of_collision(std::int64_t offset, std::int64_t size, std::size_t& hint) const {
        while (hint < ranges_.size() && ranges_[hint].to <= offset) {
            ++hint;
        }
        return hint < ranges_.size() && ranges_[hint].from < offset + size ? ranges_[hint].to : offset;
    }
    /// The end of the last range that begins below `to`, if it is above `from`; otherwise `from`. O(log n).
    [[nodiscard]] std::int64_t end_within(std::int64_t from, std::int64_t to) const {
        const auto next =
            std::partition_point(ranges_.begin(), ranges_.end(), [to](const Range& range) { return range.from < to; });
        return next == ranges_.begin() ? from : std::max(from, std::prev(next)->to);
    }

    /// Whether some byte of [offset, offset + size) is in use. `size` ≥ 1. O(log n).
    [[nodiscard]] bool meets(std::int64_t offset, std::int64_t size) const {
        const auto first = std::partition_point(ranges_.begin(), ranges_.end(),
                                                [offset](const Range& range) { return range.to <= offset; });
        return first != ranges_.end() && first->from < offset + size;
    }

    /// The end of the range below and the begin of the range above the free bytes [from, to); 0 and `top` if there is
    /// none below `top`. O(log n).
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> around(std::int64_t from, std::int64_t to,
                                                               std::int64_t top) const {
        const auto above =
            std::partition_point(ranges_.begin(), ranges_.end(), [to](const Range& range) { return range.from < to; });
        return {above == ranges_.begin() ? 0 : std::max<std::int64_t>(0, std::min(from, (above - 1)->to)),
                above == ranges_.end() ? top : std::min(top, above->from)};
    }

private:
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };

    std::vector<Range> ranges_;
};

/// The area of a placed buffer that has ended.
struct ReleasedArea {
    BufferIndex buffer;
    std::int64_t end;
    std::int64_t from;
    std::int64_t to;
};

/// The order of released areas: the latest first; ties the lowest first.
[[nodiscard]] inline auto release_order(const ReleasedArea& one) {
    return std::tuple(-one.end, one.from, one.buffer);
}

/// The first aligned offset (≥ 0) from `offset` on; the largest number: none fits in 64 bits.
[[nodiscard]] std::int64_t first_aligned(std::int64_t offset, std::int64_t alignment);

/// The offsets of an allocation at the offset and at the tail of an area.
[[nodiscard]] std::pair<std::int64_t, std::int64_t> offsets_at_ends(std::int64_t from, std::int64_t to,
                                                                    std::int64_t size, std::int64_t alignment);

/// The areas that are released as time goes on, found by when they are released and by where they end.
///
///   ├── a ──┤                      x can take over the area of a, which is released when x begins: at the offset of a,
///   0   released   ├── x ──┤       or so that it ends at the tail of a
///
/// Of n areas, adding one takes O(log n). Memory is linear.
class ReleasedAreas {
public:
    void clear();
    /// Adds a placed buffer. It is released at its end, which is after the last release_until().
    void add(const ReleasedArea& area);
    /// Goes on in time: areas that end by `latest_by` may be among latest(), and those that end by `begin` may be
    /// givers. No time may be lower than in an earlier call, and `begin` ≤ `latest_by`.
    void release_until(std::int64_t latest_by, std::int64_t begin);

    /// The first `most_latest` areas in release_order(), of those that are released.
    [[nodiscard]] std::span<const ReleasedArea> latest() const { return latest_; }
    /// The buffer released last whose area is handed over to an allocation at `offset`: they overlap, and the
    /// allocation lies at one of the offsets_at_ends(). none(): there is no such buffer. O(log n) for each different
    /// end of an area that becomes this offset by alignment.
    [[nodiscard]] BufferIndex giver(std::int64_t offset, std::int64_t size, std::int64_t alignment) const;
    /// Areas read so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

    static constexpr std::size_t most_latest = 16;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// A released area in a list of areas with one end in common, the latest first.
    struct Link {
        ReleasedArea area;
        std::uint32_t earlier;  ///< the next one of the list; none: the end
    };
    /// Lists by the address of the common end.
    using Lists = std::map<std::int64_t, std::uint32_t>;
    struct EndsLater {
        bool operator()(const ReleasedArea& a, const ReleasedArea& b) const {
            return release_order(a) < release_order(b);
        }
    };
    /// The first to be released on top.
    using Waiting = std::priority_queue<ReleasedArea, std::vector<ReleasedArea>, EndsLater>;

    void add_latest(const ReleasedArea& area);
    template <class IsCovered>
    void add_to(Lists& lists, std::int64_t address, const ReleasedArea& area, IsCovered&& is_covered);

    Waiting before_latest_;
    Waiting before_given_;
    std::vector<ReleasedArea> latest_;
    std::vector<Link> links_;
    Lists by_offset_;
    Lists by_tail_;
    mutable std::uint64_t work_ = 0;
};

/// The allocations in the memory of one core.
struct CoreAllocations {
    RegionIndex core;
    std::vector<BufferIndex> order;   ///< by begin; ties the larger first, then in input order
    std::vector<BufferIndex> pinned;  ///< placed at their pins from the start
};

/// A piece of a placed buffer.
struct PlacedArea {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t from;
    std::int64_t to;
};

/// What is placed on a core, as one allocation after the other sees it. Allocations are visited by begin, so each piece
/// of a buffer enters once and ends once. A step from an allocation to the next one takes O(c + log n) for c pieces in
/// use.
class PlacedAreas {
public:
    /// Both arguments must outlive it.
    PlacedAreas(const Problem& problem, const CoreAllocations& allocations);

    /// Goes to an allocation. `offsets` is by BufferIndex over the whole problem. Only pinned buffers and buffers
    /// before that position are read from it. From a position to the next one, only the buffer between them is read.
    /// Any other move reads all of them again, O(n log n). `until`: see alive(). `latest_by`: see ReleasedAreas; it
    /// must not fall as the position rises.
    void go_to(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets, std::int64_t until,
               std::int64_t latest_by);

    /// The pieces in use at some step between the begin of the allocation and `until`, by rising `from`.
    [[nodiscard]] std::span<const PlacedArea> alive() const { return has_later_ ? alive_ : known_; }
    /// Whether some of these pieces begin after the allocation. Only pins and gaps cause that.
    [[nodiscard]] bool begins_later() const { return last_begin_ > begin_; }
    /// The bytes of alive() that are in use at a step, which is not before the begin of the allocation. Requires that
    /// no piece begins later. Valid until the next go_to() to an allocation that begins after the step. O(c) for a new
    /// step.
    [[nodiscard]] const TakenBytes& taken_at(std::int64_t step);
    /// What has ended when the allocation begins.
    [[nodiscard]] const ReleasedAreas& released() const { return released_; }
    /// Highest tail of the placed buffers.
    [[nodiscard]] std::int64_t peak() const { return peak_; }
    /// Pieces read so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_ + released_.work(); }

private:
    void clear(IndexedSpan<BufferIndex, const std::int64_t> offsets);
    void add_pieces(BufferIndex index, std::int64_t offset, std::int64_t begin);
    void add_outline(BufferIndex index, std::int64_t offset);
    void remove_ended(std::int64_t begin);
    void sort_added(std::size_t first);

    const Problem& problem_;
    const CoreAllocations& allocations_;
    std::vector<BufferIndex> pinned_;           ///< by begin
    std::size_t next_pinned_ = 0;               ///< the first of pinned_ whose pieces have not entered
    std::int64_t begin_ = 0;                    ///< of the allocation
    std::size_t entered_ = 0;                   ///< the allocations before this position have entered
    std::vector<PlacedArea> known_;             ///< the pieces that have entered and not ended, by `from`
    std::int64_t first_end_ = 0;                ///< of the known ones
    std::int64_t last_begin_ = 0;               ///< not below that of any known one
    std::vector<PlacedArea> alive_;             ///< filled if not all known ones are alive
    bool has_later_ = false;                    ///< alive_ is filled
    std::map<std::int64_t, TakenBytes> taken_;  ///< by step, of all known pieces that end later
    ReleasedAreas released_;
    std::int64_t peak_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace arenascope

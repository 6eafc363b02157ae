#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <queue>

#include "core/model/memory/problem.h"

namespace arenascope {

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

}  // namespace arenascope

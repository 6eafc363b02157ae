#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"
#include "core/planner/random.h"

namespace arenascope {

/// Called before each placement with the work done so far; true stops.
using ClimbStop = std::function<bool(std::uint64_t work)>;

/// Improves an order of a region's buffers by swaps.
///
///        peak ─ ┌───┐ x                 x reaches the peak. It lies on buffers that share time with it and
///          ┌──┐ └───┘                   precede it in the order. One of them, or one that shares time with one
///          │b │┌────┐  ┌──┐             of them, is swapped with x in the order. All buffers from there on are
///          └──┘│ a  │  │  │             placed again. The new order is kept if no tail exceeds the old peak.
///
/// Buffers before the swap stay in place, and an attempt ends at the first tail that is too high. Most attempts end
/// early. A swap costs O(n) plus a placement for each buffer after it (see RectangleContainer).
class OrderClimb {
public:
    OrderClimb(const Problem& problem, RegionIndex region, PlacingOrder order, PlacingRule rule, std::uint64_t seed);

    /// Places all buffers in the order. False: stopped on the way; only start_as_born() may be called then.
    [[nodiscard]] bool start(const ClimbStop& stop);
    /// Places all buffers quickly, in order of birth, see place_by_birth().
    void start_as_born();
    /// Tries a swap; true: the swap is kept. A swap that is stopped on the way is undone.
    [[nodiscard]] bool swap(const ClimbStop& stop);

    [[nodiscard]] Offset peak() const { return peak_; }
    [[nodiscard]] const PlacingOrder& order() const { return order_; }
    [[nodiscard]] const RectangleContainer& container() const { return container_; }
    [[nodiscard]] std::uint64_t work() const { return container_.work() + visits_; }

private:
    [[nodiscard]] Offset tail_of(BufferIndex buffer) const;
    [[nodiscard]] Offset highest_tail() const;
    /// Draws the position of an unpinned buffer at the peak; the size of the order: only pinned buffers are at the
    /// peak.
    [[nodiscard]] std::size_t draw_from_the_peak();
    /// Draws a position before `position` whose buffer shares time with the one there; `position`: there is none.
    [[nodiscard]] std::size_t draw_before(std::size_t position);
    /// Places all buffers from `first` on. False: a tail exceeds `limit`, or the run is stopped.
    [[nodiscard]] bool place_from(std::size_t first, Offset limit, const ClimbStop& stop);

    const Problem* problem_;
    RegionIndex region_;
    RectangleContainer container_;
    PlacingOrder order_;
    PlacingRule rule_;
    Random random_;
    Offset pinned_peak_;
    Offset peak_;
    std::uint64_t visits_ = 0;               ///< positions of the order visited by draws and placements
    std::vector<std::int64_t> before_;       ///< by position: the offsets before the current swap
    std::vector<std::uint32_t> candidates_;  ///< positions to draw from
};

}  // namespace arenascope

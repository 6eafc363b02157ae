#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"
#include "core/planner/random.h"

namespace arenascope {

/// Asked before each placement with the work done; true stops.
using ClimbStop = std::function<bool(std::uint64_t work)>;

/// Climbs down from an order of a region's buffers by swaps in it.
///
///        peak ─ ┌───┐ x                 x stands at the peak, above the buffers that were placed before it and
///          ┌──┐ └───┘                   share time with it. One of them, or one that shares time with such a one,
///          │b │┌────┐  ┌──┐             changes places with x in the order, and all from there on is placed again.
///          └──┘│ a  │  │  │             The new order stays where no tail comes to lie above the old peak.
///
/// What stands before the swap stays where it is, and an attempt ends with the first tail that is too high: most end
/// early. A swap costs O(n) and a placement for each buffer behind it (see RectangleContainer).
class OrderClimb {
public:
    OrderClimb(const Problem& problem, RegionIndex region, PlacingOrder order, PlacingRule rule, std::uint64_t seed);

    /// Places all in the order. False when it was stopped on the way: nothing else may be called then.
    [[nodiscard]] bool start(const ClimbStop& stop);
    /// Tries a swap; true where it stays. One that is stopped on the way is taken back.
    [[nodiscard]] bool swap(const ClimbStop& stop);

    [[nodiscard]] Offset peak() const { return peak_; }
    [[nodiscard]] const PlacingOrder& order() const { return order_; }
    [[nodiscard]] const RectangleContainer& container() const { return container_; }
    [[nodiscard]] std::uint64_t work() const { return container_.work() + visits_; }

private:
    [[nodiscard]] Offset tail_of(BufferIndex buffer) const;
    [[nodiscard]] Offset highest_tail() const;
    /// A buffer at the peak that comes in the order, drawn from all there are; none() where only pinned ones are.
    [[nodiscard]] std::size_t draw_from_the_peak();
    /// The position of one before `position` that shares time with the buffer there; `position` where there is none.
    [[nodiscard]] std::size_t draw_before(std::size_t position);
    /// Places what stands from `first` on, as long as no tail is above `limit`.
    [[nodiscard]] bool place_from(std::size_t first, Offset limit, const ClimbStop& stop);

    const Problem* problem_;
    RectangleContainer container_;
    PlacingOrder order_;
    PlacingRule rule_;
    Random random_;
    Offset pinned_peak_;
    Offset peak_;
    std::uint64_t visits_ = 0;               ///< of positions in the order, by draws and placements
    std::vector<std::int64_t> before_;       ///< offsets of what a swap places again, by position
    std::vector<std::uint32_t> candidates_;  ///< positions to draw from
};

}  // namespace arenascope

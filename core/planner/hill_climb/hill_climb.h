#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/planner.h"
#include "core/planner/random.h"
#include "core/planner/stop_poll.h"

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
    OrderClimb(const Problem& problem, RegionIndex region, PlacingOrder order, std::uint64_t seed);

    /// Places all buffers in the order. False: stopped on the way; only start_as_born() may be called then.
    [[nodiscard]] bool start(const ClimbStop& stop);
    /// Places all buffers quickly, in order of birth, see place_by_birth().
    void start_as_born();
    /// Tries a swap; true: the swap is kept. A swap that is stopped on the way is undone.
    [[nodiscard]] bool swap(const ClimbStop& stop);

    /// No swap is left to try: only pinned buffers reach the peak, or none that reaches it has one before it that
    /// shares time with it. Known after the first draw in vain.
    [[nodiscard]] bool is_stuck() const { return is_stuck_; }
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
    /// Finds out whether any swap is left, once for each order. O(n) for each buffer at the peak.
    void look_for_a_swap();
    /// Places all buffers from `first` on. False: a tail exceeds `limit`, or the run is stopped.
    [[nodiscard]] bool place_from(std::size_t first, Offset limit, const ClimbStop& stop);

    const Problem* problem_;
    RegionIndex region_;
    RectangleContainer container_;
    PlacingOrder order_;
    Random random_;
    Offset pinned_peak_;
    Offset peak_;
    bool is_stuck_ = false;
    bool is_swap_known_ = false;             ///< of the current order
    std::uint64_t visits_ = 0;               ///< positions of the order visited by draws and placements
    std::vector<std::int64_t> before_;       ///< by position: the offsets before the current swap
    std::vector<std::uint32_t> candidates_;  ///< positions to draw from
};

/// The limits of a climb.
struct ClimbLimits {
    Offset threshold;              ///< the climb ends at a peak that is not above this
    std::uint64_t iterations = 0;  ///< swaps tried
    std::uint64_t work = 0;        ///< visits of pieces and placements since the climb began
};

/// Called after every swap that is kept; `improved`: the peak is a new minimum.
using SwapSink = std::function<void(bool improved)>;

/// Swaps until a limit is reached, no swap is left (Goal::complete), or the run is stopped; returns the reason.
Goal climb(OrderClimb& order, const ClimbLimits& limits, const ClimbStop& stop, const StopPoll& poll,
           const SwapSink& kept);

/// The options `iterations` and `work` of every planner that climbs.
[[nodiscard]] std::vector<OptionSpec> climb_options();

/// The limits from those options, for a region with that threshold and so many rectangles to place.
[[nodiscard]] ClimbLimits climb_limits(const OptionValues& options, Bytes threshold, std::size_t rectangles);

/// The planner `hill-climb`: starts with the order by falling size and swaps buffers in it (see OrderClimb).
///
/// Origin: the hill climb of TVM's unified static memory planner and that of Vela, the compiler for Ethos-U. Both
/// allocate in an order, swap buffers related to the highest one, and allocate again.
/// Differences: only the buffers after the swap are placed again, and an attempt ends at the first tail that is too
/// high. A swap that keeps the peak is kept, to cross plateaus; a swap that raises it is undone, so no temperature
/// schedule is needed. The budget counts swaps and work, and random numbers come from the seed. At most O(iterations ·
/// n) placements.
///
/// Under a time limit, the regions take turns of that budget until each is at its threshold or has no swap left, or the
/// time is up.
///
/// The result is the first layout with the lowest peak. The trace has a frame for each kept swap. When the trace is
/// full, it has only those that lower the peak. The stop token is called every hundred thousand visits.
[[nodiscard]] Planner hill_climb();

}  // namespace arenascope

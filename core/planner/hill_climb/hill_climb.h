#pragma once

#include "core/planner/hill_climb/order_climb.h"
#include "core/planner/planner.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// The limits of a climb.
struct ClimbLimits {
    Offset threshold;              ///< the climb ends at a peak that is not above this
    std::uint64_t iterations = 0;  ///< swaps tried
    std::uint64_t work = 0;        ///< visits of pieces and placements since the climb began
};

/// Called after every swap that is kept; `improved`: the peak is a new minimum.
using SwapSink = std::function<void(bool improved)>;

/// Swaps until a limit is reached or the run is stopped; returns the reason.
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
/// Under a time limit, the regions take turns of that budget until all are at their thresholds or the time is up.
///
/// The result is the first layout with the lowest peak. The trace has a frame for each kept swap. When the trace is
/// full, it has only those that lower the peak. The stop token is called every hundred thousand visits.
[[nodiscard]] Planner hill_climb();

}  // namespace arenascope

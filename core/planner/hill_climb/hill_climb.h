#pragma once

#include "core/planner/hill_climb/order_climb.h"
#include "core/planner/planner.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// How far a climb may go.
struct ClimbLimits {
    Offset threshold;              ///< it ends at a peak that is no higher
    std::uint64_t iterations = 0;  ///< swaps tried
    std::uint64_t work = 0;        ///< visits of pieces and placements, from the climb's own beginning
};

/// Told of every swap that stays; `improved`: the peak is lower than ever before.
using SwapSink = std::function<void(bool improved)>;

/// Swaps until a limit is reached or the run is stopped, and tells which.
Goal climb(OrderClimb& order, const ClimbLimits& limits, const ClimbStop& stop, const StopPoll& poll,
           const SwapSink& kept);

/// `iterations` and `work`, as a planner that climbs takes them.
[[nodiscard]] std::vector<OptionSpec> climb_options();

/// The limits that those options set to a climb in a region of that threshold.
[[nodiscard]] ClimbLimits climb_limits(const OptionValues& options, Bytes threshold);

/// The planner `hill-climb`: starts from the order by falling size, and swaps (see OrderClimb).
///
/// Origin: the hill climb of TVM's unified static memory planner and the one of Vela, the compiler for Ethos-U, both of
/// which allocate in an order, change places of buffers that have to do with the highest one, and allocate anew.
/// Differences: only what stands behind the swap is placed again, and an attempt ends at the first tail that is too
/// high; a swap that keeps the peak stays, too, so that plateaus are crossed, and one that raises it never does, so
/// that the result needs no schedule of temperatures; the budget is counted in swaps and work, and the random numbers
/// come from the seed. O(iterations · n) placements at most.
///
/// Under a time limit the regions take turns of that length until all are at their thresholds or time is up.
///
/// Hands out the first layout at the lowest peak. The trace holds a frame of each swap that stays, and of all that
/// lower the peak where there is no room for more. The stop token is asked every hundred thousand visits.
[[nodiscard]] Planner hill_climb();

}  // namespace arenascope

#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `portfolio`: all fast strategies, the best kept, then climbed down from.
///
///   strategies, by rising number ─▶ thread 1  ▬▬▬▬▬ ▬▬▬✕ ▬▬▬▬▬▬ ▬✕        ✕: its peak has passed the best known
///                                   thread 2  ▬▬▬▬▬▬ ▬▬▬✕ ▬✕ ▬▬▬▬▬       ─▶ hill climb from the best
///
/// The strategies are the greedy ones (see greedy_strategies()), each by its own rule and then each by the other one of
/// the lowest and the smallest gap. They run on `threads` threads; one that has a tail above the lowest complete peak
/// ends at once, for it cannot win, and none begins behind one that has reached the threshold. So the lowest peak wins,
/// ties go to the first in the list, and the result does not depend on the number of threads.
///
/// A strategy looks about once at each conflict. Of a region with so many conflicts that all strategies would look at
/// more than 40,000 a buffer, only the first ones are tried, at least one: what costs n² is done once and not for each
/// strategy. Hence near linear time where the number of those alive together is bounded.
///
/// Origin: choosing the best of several fast strategies is what TensorFlow's GREEDY_BEST does (002_9765a5815b5de446);
/// the rest is of this project. The hill climb takes at most `iterations` swaps and `work` visits (see hill_climb.h):
/// more of them make the result better, never worse.
///
/// The result's work is that of the winners and the climb, which no thread changes. Traced are the layout of the best
/// strategy and the swaps that lowered the peak. The stop token is asked every hundred thousand visits of the calling
/// thread; stopped before each region is placed, the result's layout is empty.
[[nodiscard]] Planner portfolio();

}  // namespace arenascope

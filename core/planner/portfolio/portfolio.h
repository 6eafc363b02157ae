#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `portfolio`: all fast strategies, the best kept; then a short search and a climb from it.
///
///   strategies, by rising number ─▶ thread 1  ▬▬▬▬▬ ▬▬▬✕ ▬▬▬▬▬▬ ▬✕        ✕: its peak has passed the best known
///                                   thread 2  ▬▬▬▬▬▬ ▬▬▬✕ ▬✕ ▬▬▬▬▬       ─▶ search and climb from the best
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
/// What orders miss a search under a capacity often finds (see CapacityRearranger). It takes half of the work where a
/// region is not too large for it, and may prove that nothing is lower; the hill climb takes the rest, or all of it
/// where there is no search. A region takes at most `iterations` swaps and `work` visits: more of them make the result
/// better, never worse. Under a time limit such turns follow each other until nothing can be lower or time is up.
///
/// Origin: choosing the best of several fast strategies is what TensorFlow's GREEDY_BEST does (002_9765a5815b5de446);
/// the rest is of this project.
///
/// The result's work is that of the winners, the search and the climb, which no thread changes. Traced are the layout
/// of the best strategy and all that lowered the peak. The stop token is asked every hundred thousand visits of the
/// calling thread; stopped before each region is placed, the result's layout is empty.
[[nodiscard]] Planner portfolio();

}  // namespace arenascope

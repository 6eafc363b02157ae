#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `portfolio`: runs all fast strategies, keeps the best layout, and improves it by a short search and a
/// climb.
///
///   strategies in list order ─▶ thread 1  ▬▬▬▬▬ ▬▬▬✕ ▬▬▬▬▬▬ ▬✕        ✕: its peak exceeds the lowest known peak
///                               thread 2  ▬▬▬▬▬▬ ▬▬▬✕ ▬✕ ▬▬▬▬▬       ─▶ search and climb from the best
///
/// The strategies are the greedy ones (see greedy_strategies()), each first with its own rule and then with the other
/// of lowest gap and smallest gap. They run on `threads` threads. A strategy ends as soon as a tail exceeds the lowest
/// complete peak. Once a strategy reaches the threshold, no later one in the list is started. The lowest peak wins, and
/// ties go to the first in the list, so the result does not depend on the number of threads.
///
/// A strategy visits about each conflict once. If all strategies together would visit more than 40,000 conflicts for
/// each buffer of a region, only the first ones of the list run, at least two. So work that grows with n² is not
/// repeated for every strategy. The time is nearly linear if the number of buffers alive together is bounded.
///
/// A search under a capacity often finds layouts that no strategy finds (see CapacityRearranger). It gets half of the
/// work, unless the region is too large for it, and may prove that no layout is lower. The hill climb gets the rest.
/// Each region takes at most `iterations` swaps and `work` visits. More of them never make the result worse. Under a
/// time limit such turns are repeated until every region is proved lowest or the time is up.
///
/// Origin: TensorFlow's GREEDY_BEST also chooses the best of several fast strategies (docs/method.md, "TensorFlow's
/// strategies"). The rest is from this project.
///
/// The work in the result counts the winning strategies, the search and the climb; it does not depend on the number of
/// threads. The trace has a frame for the layout of the best strategy and for each improvement. The stop token is
/// called every hundred thousand visits of the calling thread. If the run is stopped before every region is placed, the
/// layout of the result is empty.
[[nodiscard]] Planner portfolio();

}  // namespace arenascope

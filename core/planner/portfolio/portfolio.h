#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `portfolio`: runs all fast strategies, then every method that can lower the best layout, in turns.
///
///   strategies in list order ─▶ thread 1  ▬▬▬▬▬ ▬▬▬✕ ▬▬▬▬▬▬ ▬✕        ✕: its peak exceeds the lowest known peak
///                               thread 2  ▬▬▬▬▬▬ ▬▬▬✕ ▬✕ ▬▬▬▬▬
///                                              │
///                                              ▼
///   in each region              exact ▬ tuner ▬ climb ▬ exact ▬▬ tuner ▬▬ climb ▬▬ …      (see RegionContest)
///
/// The strategies are the greedy ones (see greedy_strategies()), each first with its own rule and then with the other
/// of lowest gap and smallest gap. They run on `threads` threads. A strategy ends as soon as a tail exceeds the lowest
/// complete peak. Once a strategy reaches the threshold, no later one in the list is started. The lowest peak wins, and
/// ties go to the first in the list, so the result does not depend on the number of threads.
///
/// A strategy visits about each conflict once. If all strategies together would visit more than 40,000 conflicts for
/// each buffer of a region, only the first ones of the list run at first, at least two. The other greedy planners
/// follow where the methods end without a proof.
///
/// So the result is never above that of any greedy planner, of `exact`, `peak-suppression` or `hill-climb` with the
/// same limits, and its bound is the highest of theirs: with the default budgets, and with `work` for each of the
/// methods. Under a time limit the methods go on from the best layout until every region is proved lowest or the time
/// is up.
///
/// Origin: TensorFlow's GREEDY_BEST also chooses the best of several fast strategies (docs/method.md, "TensorFlow's
/// strategies"). Interleaving solvers of unlike habits: Huberman, Lukose and Hogg, "An Economics Approach to Hard
/// Computational Problems", Science 275, 1997. The rest is from this project.
///
/// The work in the result counts the winning strategies and the methods; it does not depend on the number of threads.
/// The trace has a frame for the layout of the best strategy and for each improvement, with who found it. The stop
/// token is called every hundred thousand visits. If the run is stopped before every region is placed by a strategy, it
/// is placed in order of birth.
[[nodiscard]] Planner portfolio();

}  // namespace arenascope

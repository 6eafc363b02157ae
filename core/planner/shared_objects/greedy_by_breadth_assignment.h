#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// *Greedy by breadth*: the task in which most is alive comes first, because there objects must be many and large.
///
///   breadth        ┌──┐
///              ┌───┘  └──┐  ┌──┐
///            ──┘         └──┘  └──    tasks by falling breadth (ties: the earlier task); in each its tensors by
///   taken in   3    1   4   2          falling size (ties: input order), unless they have an object already
///
/// A tensor takes, among the objects that are free for its whole lifetime, the smallest sufficient one, else the
/// largest (which then grows; ties: lowest id), else a new one.
///
/// Only tasks that are somebody's first are looked at: what is alive in any other is alive in an earlier task, too,
/// which is at least as broad. Each tensor is found once, in the broadest task that uses it, by a tree over last tasks.
/// O(n log n + n · objects · log n) at worst; usually few objects have to be asked. When it is stopped, the rest gets
/// new objects, greedily in order.
/// Source: 002_9765a5815b5de446 (GREEDY_BY_BREADTH); method 4.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_by_breadth_assignment(UsageRecords<Bytes> records, RunMeter& meter);

}  // namespace arenascope

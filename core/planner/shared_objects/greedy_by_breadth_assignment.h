#pragma once

#include <vector>

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// *Greedy by breadth*: the task with the largest live size comes first, because it needs the most and the largest
/// objects.
///
///   breadth        ┌──┐
///              ┌───┘  └──┐  ┌──┐
///            ──┘         └──┘  └──    tasks by falling breadth (ties: earlier task first); in each task the tensors
///   order       3    1   4   2          without an object by falling size (ties: input order)
///
/// A tensor takes the smallest sufficient object that is free for its whole lifetime. If there is none, it takes the
/// largest free object, which grows (ties: lowest id). Without a free object it gets a new one.
///
/// Only first tasks of tensors are visited. All tensors alive in another task are also alive in some earlier first
/// task, which is at least as broad. A tree over last tasks finds each tensor once, in the broadest task that uses it.
/// Of the objects, few are visited, see ObjectsBySize. O(n log n + n · objects / 64) for the others. If the run is
/// stopped, the remaining tensors get new objects, greedily in order.
///
/// Source: docs/method.md, "TensorFlow's strategies"; GREEDY_BY_BREADTH.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_by_breadth_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// A task with its breadth: the sum of the sizes of all tensors that it uses.
struct BroadTask {
    Step task;
    Bytes breadth;
};

/// All tasks that are the first task of some tensor, by falling breadth; ties by task. O(n log n).
[[nodiscard]] std::vector<BroadTask> tasks_by_breadth(UsageRecords<Bytes> records);

}  // namespace arenascope

#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// *Greedy by size*, with distance as priority: large tensors first, and among about equally large ones the one that
/// leaves the least idle time in an object.
///
///   m[p]: the largest p-th size of any task        positions
///   task 0   40 16                                  40, 36: 0   (36 > m[1])
///   task 1   36 20  8       m = 40 20 8             20, 16: 1   (16 > m[2])
///   task 2   30 20  8                                8:     2
///
/// A tensor's position is the last p with m[p] ≥ its size. Repeatedly the tensor with the lowest position, then the
/// least distance to an object, then the largest size, then the lowest index gets its nearest object, or a new one
/// where no distance is finite. The distance to an object is the least gap in tasks (later first − earlier last) to
/// what it holds, and infinite where a task uses both. Of equally near objects the one that reached that distance first
/// is the nearest; once an overlap rules it out, the one with the lowest id among those then nearest.
///
/// O(n²) steps of a few nanoseconds each, which come by the stop token, in O(n) memory: where the original keeps a
/// table of the distance of every tensor to every object, each tensor keeps its nearest one, and asks the objects'
/// schedules again only when that is ruled out. When it is stopped, the rest gets new objects, greedily in order.
/// Source: 002_9765a5815b5de446 (GREEDY_BY_SIZE, by size and distance); method 4.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_by_size_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// The largest p-th size of any task, by p. O(n · alive): falls from one to the next.
[[nodiscard]] std::vector<Bytes> positional_maxima(UsageRecords<Bytes> records);

/// *Greedy best*: the assignment by size, or the one by breadth where its total is strictly smaller. Takes as long as
/// both; the one by breadth is made first, so that it is there when the other one is stopped.
/// Source: 002_9765a5815b5de446 (GREEDY_BEST); method 4.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_best_assignment(UsageRecords<Bytes> records, RunMeter& meter);

}  // namespace arenascope

#pragma once

#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {

/// *Greedy by size*, with distance as priority: large tensors first. Among tensors of similar size, the one that leaves
/// an object idle for the shortest time comes first.
///
///   m[p]: the p-th largest size of a task, maximised over all tasks
///   task 0   40 16                                  position 0: 40, 36   (36 > m[1])
///   task 1   36 20  8       m = 40 20 8             position 1: 20, 16   (16 > m[2])
///   task 2   30 20  8                               position 2: 8
///
/// A tensor's position is the last p with m[p] ≥ its size. The next tensor has the lowest position, then the least
/// distance to an object, then the largest size, then the lowest index. It gets its nearest object, or a new one if
/// every distance is infinite. The distance to an object is the least gap in tasks (later first − earlier last) to a
/// tensor in it, or infinite if a task uses both. Among equally near objects, the first that reached that distance is
/// the nearest. If a tensor there overlaps, the nearest object with the lowest id replaces it.
///
/// The original keeps a table of all distances. Here a queue holds the nearest waiting tensor on each side of each
/// placed one, because the least of all distances lies between neighbours. The distance and the nearest object of a
/// tensor are computed when they are needed: when it is chosen, and when a tensor that it overlaps is placed where it
/// may have its nearest object. O(n r log n) if a placement takes the nearest object from `r` waiting tensors: about
/// ten in long runs; more if many tensors of a size live at a time. O(n) memory. If the run is stopped, the remaining
/// tensors get new objects, greedily in order.
///
/// Source: docs/method.md, "TensorFlow's strategies"; GREEDY_BY_SIZE with size and distance.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_by_size_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// By p, the p-th largest size of a task, maximised over all tasks. Falling. O(n log n). If `stop` returns true, which
/// is called every few milliseconds, the last ones are missing.
[[nodiscard]] std::vector<Bytes> positional_maxima(UsageRecords<Bytes> records, const StopToken& stop = {});

/// *Greedy best*: the assignment by size, or the one by breadth if its total is strictly smaller. Takes the time of
/// both. The one by breadth is made first, so that it is available if the other is stopped.
///
/// Source: docs/method.md, "TensorFlow's strategies"; GREEDY_BEST.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_best_assignment(UsageRecords<Bytes> records, RunMeter& meter);

}  // namespace arenascope

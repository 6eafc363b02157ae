#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// *Greedy in order*: visits the tensors by first task and gives each the free object that wastes least.
///
///   free objects by size    8   12 ┊ 20   32      a tensor of 14 lies between 12 and 20
///                                ▲ ┊ ▲            sufficient: 20 wastes 6; insufficient: 12 would grow by 2
///                                2   6            12 is strictly nearer, and grows to 14
///
/// A tensor takes the smallest sufficient object (ties: lowest id). The exception is the largest insufficient one
/// (ties: highest id): if it is strictly nearer in size, it is taken and grows. Without a free object, the tensor gets
/// a new one. O(n log n). If the run is stopped, each remaining tensor gets its own object.
///
/// Source: docs/method.md, "TensorFlow's strategies"; GREEDY_IN_ORDER.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// The same with a usage graph, `edges` by record. A free object is considered only if its last tensor has an edge to
/// the new one. The one with the least absolute difference in size is taken (ties: smallest, then lowest id). O(n +
/// edges), because only the objects of neighbours are visited.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, UsageEdges edges,
                                                                  RunMeter& meter);

/// The same for textures; `edges` may be empty. A tensor takes the free object that covers it in every dimension and
/// wastes the fewest elements (ties: first freed, by last task and id). Objects of textures never grow. O(n · free
/// objects).
[[nodiscard]] ObjectsAssignment<TextureSize> greedy_in_order_assignment(UsageRecords<TextureSize> records,
                                                                        UsageEdges edges, RunMeter& meter);

/// Gives each tensor without an object one of new objects, greedily in order. Completes a stopped run. O(n log n).
void assign_rest_in_order(UsageRecords<Bytes> records, ObjectsAssignment<Bytes>& assignment);

}  // namespace arenascope

#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// *Greedy in order*: walks through the tensors by first task and gives each the free object that wastes least.
///
///   free objects by size    8   12 ┊ 20   32      a tensor of 14 lies between 12 and 20
///                                ▲ ┊ ▲            sufficient: 20 wastes 6; insufficient: 12 would grow by 2
///                                2   6            12 is strictly nearer, and grows to 14
///
/// The smallest sufficient object (ties: lowest id), unless the largest insufficient one (ties: highest id) is strictly
/// nearer in size, which then grows; a new one where none is free. O(n log n). When it is stopped, the rest gets an
/// object each.
/// Source: 002_9765a5815b5de446 (GREEDY_IN_ORDER); method 4.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// The same with a usage graph, `edges` by record: of the free objects only those whose last tensor has an edge to this
/// one, and of them the one with the least absolute difference in size (ties: smallest, then lowest id). O(n + edges),
/// because only the neighbours' objects are looked at.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, UsageEdges edges,
                                                                  RunMeter& meter);

/// The same of textures, with `edges` where they are not empty: a free object that covers the tensor in every dimension
/// and wastes the fewest elements (ties: freed first, in order of last task and id). Such objects never grow.
/// O(n · free objects).
[[nodiscard]] ObjectsAssignment<TextureSize> greedy_in_order_assignment(UsageRecords<TextureSize> records,
                                                                        UsageEdges edges, RunMeter& meter);

/// Gives each tensor that has no object yet one of new objects, greedily in order among themselves: what is left of a
/// run that was stopped. O(n log n).
void assign_rest_in_order(UsageRecords<Bytes> records, ObjectsAssignment<Bytes>& assignment);

}  // namespace arenascope

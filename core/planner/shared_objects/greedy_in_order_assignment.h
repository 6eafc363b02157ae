#pragma once

#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {

/// *Naive*: one object for each tensor, which shows all intermediate results next to each other. O(n).
///
/// Source: docs/method.md, "TensorFlow's strategies"; NAIVE.
template <class Size>
[[nodiscard]] ObjectsAssignment<Size> naive_assignment(UsageRecords<Size> records) {
    ObjectsAssignment<Size> assignment(records.size());
    assignment.object_sizes.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        assignment.assign_new(RecordIndex(i), records[i].size);
    }
    return assignment;
}

/// Gives each tensor without an object its own. Completes a stopped run. O(n).
template <class Size>
void assign_rest_naively(UsageRecords<Size> records, ObjectsAssignment<Size>& assignment) {
    assignment.chosen_by_rule = assignment.order.size();
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!assignment.has(RecordIndex(i))) {
            assignment.assign_new(RecordIndex(i), records[i].size);
        }
    }
}

/// Selects one of several free objects of the right size.
enum class EqualityChoice : std::uint8_t {
    freed_latest,  ///< as TensorFlow, when it keeps free objects in a stack for each size
    lowest_id,     ///< as TensorFlow, when it scans all objects
};

/// *Equality*: tensors share an object only if their sizes are equal.
///
///   task     0   1   2   3   4
///   a 16     ■───■               object 0
///   b  8         ■───■           object 1
///   c 16             ■───■       object 0: free since task 1, and of the same size
///   d  4                 ■───■   object 2: no free object has this size
///
/// Objects become free in order of (last task, id). Both choices give the same total with different ids. O(n log n):
/// the distinct sizes are numbered once, and each number has its own stack or heap of free objects. If the run is
/// stopped, each remaining tensor gets its own object.
///
/// Source: docs/method.md, "TensorFlow's strategies"; EQUALITY in its two implementations.
[[nodiscard]] ObjectsAssignment<Bytes> equality_assignment(UsageRecords<Bytes> records, EqualityChoice choice,
                                                           RunMeter& meter);

/// The same for textures: whole shapes are compared. TensorFlow hashes no textures, so its choice is `lowest_id`.
[[nodiscard]] ObjectsAssignment<TextureSize> equality_assignment(UsageRecords<TextureSize> records,
                                                                 EqualityChoice choice, RunMeter& meter);

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

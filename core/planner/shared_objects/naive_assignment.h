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

}  // namespace arenascope

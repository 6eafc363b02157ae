#pragma once

#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {

/// *Naive*: an object for each tensor, which shows every intermediate result side by side. O(n).
/// Source: 002_9765a5815b5de446 (NAIVE); method 4.
template <class Size>
[[nodiscard]] ObjectsAssignment<Size> naive_assignment(UsageRecords<Size> records) {
    ObjectsAssignment<Size> assignment(records.size());
    assignment.object_sizes.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        assignment.assign_new(RecordIndex(i), records[i].size);
    }
    return assignment;
}

/// Gives each tensor that has no object yet one of its own: what is left of a run that was stopped. O(n).
template <class Size>
void assign_rest_naively(UsageRecords<Size> records, ObjectsAssignment<Size>& assignment) {
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!assignment.has(RecordIndex(i))) {
            assignment.assign_new(RecordIndex(i), records[i].size);
        }
    }
}

}  // namespace arenascope

#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/usage_record.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// The result of a shared-objects strategy: an object for each tensor. Objects are numbered in order of creation.
template <class Size>
struct ObjectsAssignment {
    IndexedVector<RecordIndex, ObjectIndex> object_of_record;  ///< none(): not assigned yet
    IndexedVector<ObjectIndex, Size> object_sizes;             ///< by ObjectIndex: size of the largest tensor in it
    std::vector<RecordIndex> order;                            ///< records in order of assignment
    ObjectRule rule;                                           ///< chose the objects
    /// The number of records in the order whose objects the rule chose. A stopped run gives the others new objects.
    std::size_t chosen_by_rule = std::numeric_limits<std::size_t>::max();
    std::string cut = {};  ///< a sentence about a limit that kept the rule from all records at once; empty: none did

    explicit ObjectsAssignment(std::size_t records, ObjectRule by = ObjectRule::naive)
        : object_of_record(records, ObjectIndex::none()), rule(by) {
        order.reserve(records);
    }

    [[nodiscard]] bool has(RecordIndex record) const { return object_of_record[record] != ObjectIndex::none(); }
    void assign(RecordIndex record, ObjectIndex object) {
        object_of_record[record] = object;
        order.push_back(record);
    }
    ObjectIndex assign_new(RecordIndex record, Size size) {
        const ObjectIndex object(object_sizes.size());
        object_sizes.push_back(size);
        assign(record, object);
        return object;
    }
    /// Enlarges the object if the tensor is larger.
    void assign_growing(RecordIndex record, ObjectIndex object, Size size) {
        object_sizes[object] = std::max(object_sizes[object], size);
        assign(record, object);
    }
};

/// Sum of the sizes of all objects.
[[nodiscard]] inline Bytes total_size(const ObjectsAssignment<Bytes>& assignment) {
    Bytes total;
    for (const Bytes size : assignment.object_sizes) {
        total = total + size;
    }
    return total;
}

}  // namespace arenascope

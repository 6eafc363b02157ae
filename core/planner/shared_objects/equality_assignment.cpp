#include "core/planner/shared_objects/equality_assignment.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/naive_assignment.h"
#include "core/planner/shared_objects/objects_in_use.h"

namespace arenascope {
namespace {

/// The distinct sizes, rising.
template <class Size>
std::vector<Size> distinct_sizes(UsageRecords<Size> records) {
    std::vector<Size> sizes;
    sizes.reserve(records.size());
    for (const UsageRecord<Size>& record : records) {
        sizes.push_back(record.size);
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

template <class Size>
ObjectsAssignment<Size> assign(UsageRecords<Size> records, EqualityChoice choice, RunMeter& meter) {
    const std::vector<Size> sizes = distinct_sizes(records);
    std::vector<std::vector<ObjectIndex>> free(sizes.size());
    IndexedVector<ObjectIndex, std::size_t> class_of_object;
    ObjectsInUse in_use;
    ObjectsAssignment<Size> assignment(
        records.size(), choice == EqualityChoice::lowest_id ? ObjectRule::equality_scan : ObjectRule::equality);
    const auto release = [&](ObjectIndex object) {
        std::vector<ObjectIndex>& own = free[class_of_object[object]];
        own.push_back(object);
        if (choice == EqualityChoice::lowest_id) {
            std::push_heap(own.begin(), own.end(), std::greater<>());
        }
    };
    for (std::size_t i = 0; i < records.size() && !meter.spend(1); ++i) {
        const UsageRecord<Size>& record = records[i];
        in_use.release_before(record.first, release);
        const auto size_class =
            static_cast<std::size_t>(std::lower_bound(sizes.begin(), sizes.end(), record.size) - sizes.begin());
        std::vector<ObjectIndex>& own = free[size_class];
        if (own.empty()) {
            in_use.add(assignment.assign_new(RecordIndex(i), record.size), record.last);
            class_of_object.push_back(size_class);
            continue;
        }
        if (choice == EqualityChoice::lowest_id) {
            std::pop_heap(own.begin(), own.end(), std::greater<>());
        }
        assignment.assign(RecordIndex(i), own.back());
        in_use.add(own.back(), record.last);
        own.pop_back();
    }
    assign_rest_naively(records, assignment);
    return assignment;
}

}  // namespace

ObjectsAssignment<Bytes> equality_assignment(UsageRecords<Bytes> records, EqualityChoice choice, RunMeter& meter) {
    return assign(records, choice, meter);
}

ObjectsAssignment<TextureSize> equality_assignment(UsageRecords<TextureSize> records, EqualityChoice choice,
                                                   RunMeter& meter) {
    return assign(records, choice, meter);
}

}  // namespace arenascope

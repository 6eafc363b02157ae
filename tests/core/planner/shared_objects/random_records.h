#pragma once

#include <algorithm>
#include <cstdint>
#include <rapidcheck.h>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/usage_records.h"

namespace arenascope::test {

/// A usage record literal: size, first and last task, inclusive.
inline UsageRecord<Bytes> record(std::int64_t size, std::int64_t first, std::int64_t last) {
    return {Bytes(size), Step(first), Step(last)};
}

/// Five tensors, each read by the next operator only.
inline std::vector<UsageRecord<Bytes>> chain_records() {
    return {record(16, 0, 1), record(8, 1, 2), record(64, 2, 3), record(32, 3, 4), record(8, 4, 5)};
}

/// Record lists per case of a property: two thousand in total.
inline constexpr int lists_a_case = 20;

struct RecordShape {
    std::size_t most = 24;
    std::int64_t tasks = 16;
    std::int64_t largest = 8;  ///< only a few sizes, so that ties occur
};

/// Random records by first task. Must be called inside a RapidCheck property.
inline std::vector<UsageRecord<Bytes>> random_records(const RecordShape& shape = {}) {
    std::vector<UsageRecord<Bytes>> records(*rc::gen::inRange<std::size_t>(0, shape.most + 1));
    for (auto& each : records) {
        const std::int64_t first = *rc::gen::inRange<std::int64_t>(0, shape.tasks);
        const std::int64_t longest = *rc::gen::element<std::int64_t>(1, 3, shape.tasks);
        each = record(*rc::gen::inRange<std::int64_t>(1, shape.largest + 1), first,
                      first + *rc::gen::inRange<std::int64_t>(0, longest));
    }
    std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return records;
}

/// A meter that stops at its n-th check; 0: never.
class Meter {
public:
    explicit Meter(int questions = 0)
        : stop_(questions == 0 ? StopToken() : [left = questions]() mutable { return --left <= 0; }),
          meter_(stop_, nobody_) {}
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    operator RunMeter&() { return meter_; }
    RunMeter* operator->() { return &meter_; }

private:
    StopToken stop_;
    ProgressSink nobody_;
    RunMeter meter_;
};

template <class Size>
std::vector<std::uint32_t> ids(const ObjectsAssignment<Size>& assignment) {
    std::vector<std::uint32_t> numbers;
    for (const ObjectIndex object : assignment.object_of_record) {
        numbers.push_back(object.value());
    }
    return numbers;
}

inline std::vector<std::int64_t> sizes(const ObjectsAssignment<Bytes>& assignment) {
    std::vector<std::int64_t> numbers;
    for (const Bytes size : assignment.object_sizes) {
        numbers.push_back(size.value());
    }
    return numbers;
}

/// Whether each tensor is once in the order and in one object, no two tensors in an object share a task, and each
/// object is as large as its largest tensor and not empty.
inline bool is_sound(UsageRecords<Bytes> records, const ObjectsAssignment<Bytes>& assignment) {
    IndexedVector<ObjectIndex, Bytes> largest(assignment.object_sizes.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const ObjectIndex object = assignment.object_of_record[i];
        if (object.value() >= largest.size()) {
            return false;
        }
        largest[object] = std::max(largest[object], records[i].size);
        for (std::size_t j = 0; j < i; ++j) {
            if (assignment.object_of_record[j] == object && meet(records[i], records[j])) {
                return false;
            }
        }
    }
    std::vector<RecordIndex> order = assignment.order;
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] != RecordIndex(i)) {
            return false;
        }
    }
    return order.size() == records.size() && largest == assignment.object_sizes;
}

/// A slow, literal version of a strategy: objects are lists of records.
struct SlowObjects {
    UsageRecords<Bytes> records;
    ObjectsAssignment<Bytes> assignment;

    explicit SlowObjects(UsageRecords<Bytes> all) : records(all), assignment(all.size()) {}

    [[nodiscard]] std::size_t count() const { return assignment.object_sizes.size(); }
    [[nodiscard]] std::int64_t size(std::size_t object) const { return assignment.object_sizes[object].value(); }
    [[nodiscard]] std::vector<std::size_t> held_by(std::size_t object) const {
        std::vector<std::size_t> held;
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (assignment.object_of_record[i] == ObjectIndex(object)) {
                held.push_back(i);
            }
        }
        return held;
    }
    [[nodiscard]] Step last_task(std::size_t object) const {
        Step last(-1);
        for (const std::size_t i : held_by(object)) {
            last = std::max(last, records[i].last);
        }
        return last;
    }
    [[nodiscard]] bool is_free_for(std::size_t object, std::size_t one) const {
        const auto held = held_by(object);
        return std::none_of(held.begin(), held.end(), [&](std::size_t i) { return meet(records[i], records[one]); });
    }
    void give(std::size_t one, std::size_t object) {
        if (object == count()) {
            assignment.assign_new(RecordIndex(one), records[one].size);
        } else {
            assignment.assign_growing(RecordIndex(one), ObjectIndex(object), records[one].size);
        }
    }
};

}  // namespace arenascope::test

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"
#include "core/planner/planner.h"
#include "core/planner/shared_objects/usage_records.h"
#include "core/planner/stop_poll.h"
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

/// Counts the work of a strategy, reports it as progress, and polls the stop token.
class RunMeter {
public:
    RunMeter(const StopToken& stop, const ProgressSink& progress) : stop_(stop), progress_(&progress) {}

    /// Adds visits (of a record or an object). True: the run must end.
    bool spend(std::uint64_t visits) {
        work_ += visits;
        if (work_ >= next_report_) {
            next_report_ = work_ + visits_between_reports;
            report_to(*progress_, {.work = work_});
        }
        return stop_.check_at(work_);
    }
    /// Calls the stop token now, for work that is not counted. True: the run must end.
    bool check_now() { return stop_.check_now(); }
    [[nodiscard]] bool stopped() const { return stop_.stopped(); }
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    static constexpr std::uint64_t visits_between_reports = 1'000'000;

    StopPoll stop_;
    const ProgressSink* progress_;
    std::uint64_t work_ = 0;
    std::uint64_t next_report_ = visits_between_reports;
};

/// The assigned objects of a strategy that visits tensors by time, by the last task that uses them.
class ObjectsInUse {
public:
    void add(ObjectIndex object, Step last) { queue_.emplace(last, object); }

    /// Calls `release(object)` for each object whose last task is before `task`, by (last task, id). O(log m) each.
    template <class Release>
    void release_before(Step task, Release&& release) {
        while (!queue_.empty() && queue_.top().first < task) {
            release(queue_.top().second);
            queue_.pop();
        }
    }

private:
    using Use = std::pair<Step, ObjectIndex>;
    std::priority_queue<Use, std::vector<Use>, std::greater<>> queue_;
};

}  // namespace arenascope

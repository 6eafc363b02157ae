#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"
#include "core/planner/shared_objects/objects_by_size.h"

namespace arenascope {
namespace {

/// The tensors without an object: a tree of the latest last task over the records by first task.
class Waiting {
public:
    explicit Waiting(UsageRecords<Bytes> records)
        : records_(records),
          leaves_(std::bit_ceil(std::max<std::size_t>(records.size(), 1))),
          latest_(2 * leaves_, never) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            latest_[leaves_ + i] = records[i].last;
        }
        for (std::size_t node = leaves_; node-- > 1;) {
            latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
        }
    }

    /// Moves all waiting tensors that the task uses into `taken`, in input order. O(log n) per tensor.
    void take(Step task, std::vector<RecordIndex>& taken) {
        const auto begun =
            std::upper_bound(records_.begin(), records_.end(), task,
                             [](Step wanted, const UsageRecord<Bytes>& record) { return wanted < record.first; });
        take_below(1, 0, leaves_, static_cast<std::size_t>(begun - records_.begin()), task, taken);
    }

private:
    static constexpr Step never{std::numeric_limits<std::int64_t>::min()};

    void take_below(std::size_t node, std::size_t from, std::size_t to, std::size_t limit, Step task,
                    std::vector<RecordIndex>& taken) {
        if (from >= limit || latest_[node] < task) {
            return;
        }
        if (node >= leaves_) {
            taken.emplace_back(from);
            latest_[node] = never;
            return;
        }
        const std::size_t middle = (from + to) / 2;
        take_below(2 * node, from, middle, limit, task, taken);
        take_below(2 * node + 1, middle, to, limit, task, taken);
        latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
    }

    UsageRecords<Bytes> records_;
    std::size_t leaves_;
    std::vector<Step> latest_;
};

Step last_of(UsageRecords<Bytes> records) {
    Step last = records.front().first;
    for (const UsageRecord<Bytes>& record : records) {
        last = std::max(last, record.last);
    }
    return last;
}

/// All objects with their schedules, and an index of them by size. There is at least one record.
class Objects {
public:
    Objects(UsageRecords<Bytes> records, RunMeter& meter)
        : assignment(records.size(), ObjectRule::breadth),
          records_(records),
          meter_(meter),
          by_size_(records.front().first, last_of(records)) {}

    void place(RecordIndex index) {
        const UsageRecord<Bytes>& record = records_[index];
        const std::uint64_t looks_before = by_size_.looks();
        const std::optional<ObjectIndex> found =
            by_size_.best(record.size, record.first, record.last, [this, &record](ObjectIndex object) {
                meter_.spend(1);
                return schedules_[object].is_free(record.first, record.last);
            });
        meter_.spend(by_size_.looks() - looks_before);
        if (!found) {
            by_size_.add(assignment.assign_new(index, record.size), record.size);
            schedules_.emplace_back();
        } else {
            const Bytes before = assignment.object_sizes[*found];
            assignment.assign_growing(index, *found, record.size);
            if (before < record.size) {
                by_size_.grow(*found, before, record.size);
            }
        }
        const ObjectIndex object = assignment.object_of_record[index];
        schedules_[object].add(record.first, record.last);
        by_size_.use(object, assignment.object_sizes[object], record.first, record.last);
    }

    ObjectsAssignment<Bytes> assignment;

private:
    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    IndexedVector<ObjectIndex, ObjectSchedule> schedules_;
    ObjectsBySize by_size_;
};

}  // namespace

std::vector<BroadTask> tasks_by_breadth(UsageRecords<Bytes> records) {
    std::vector<std::pair<Step, Bytes>> ends;
    ends.reserve(records.size());
    for (const UsageRecord<Bytes>& record : records) {
        ends.emplace_back(record.last, record.size);
    }
    std::sort(ends.begin(), ends.end());
    std::vector<BroadTask> tasks;
    Bytes alive;
    auto end = ends.begin();
    for (std::size_t i = 0; i < records.size();) {
        const Step step = records[i].first;
        for (; end != ends.end() && end->first < step; ++end) {
            alive = alive - end->second;
        }
        for (; i < records.size() && records[i].first == step; ++i) {
            alive = alive + records[i].size;
        }
        tasks.push_back({step, alive});
    }
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const BroadTask& a, const BroadTask& b) { return a.breadth > b.breadth; });
    return tasks;
}

ObjectsAssignment<Bytes> greedy_by_breadth_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    if (records.empty()) {
        return ObjectsAssignment<Bytes>(0, ObjectRule::breadth);
    }
    Waiting waiting(records);
    Objects objects(records, meter);
    std::vector<RecordIndex> tensors;
    for (const BroadTask& task : tasks_by_breadth(records)) {
        tensors.clear();
        waiting.take(task.task, tensors);
        std::stable_sort(tensors.begin(), tensors.end(),
                         [records](RecordIndex a, RecordIndex b) { return records[a].size > records[b].size; });
        for (const RecordIndex tensor : tensors) {
            if (meter.spend(1)) {
                assign_rest_in_order(records, objects.assignment);
                return std::move(objects.assignment);
            }
            objects.place(tensor);
        }
    }
    return std::move(objects.assignment);
}

}  // namespace arenascope

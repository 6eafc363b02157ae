#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "core/memory/indexed_vector.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"

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

/// All objects with their schedules, and an index of them by size, then id.
class Objects {
public:
    Objects(UsageRecords<Bytes> records, RunMeter& meter)
        : assignment(records.size(), ObjectRule::breadth), records_(records), meter_(meter) {}

    void place(RecordIndex index) {
        const UsageRecord<Bytes>& record = records_[index];
        const std::optional<ObjectIndex> found = best_for(record);
        if (!found) {
            insert(assignment.assign_new(index, record.size));
            schedules_.emplace_back();
        } else {
            const bool grows = assignment.object_sizes[*found] < record.size;
            if (grows) {
                by_size_.erase(place_of({assignment.object_sizes[*found], *found}));
            }
            assignment.assign_growing(index, *found, record.size);
            if (grows) {
                insert(*found);
            }
        }
        schedules_[assignment.object_of_record[index]].add(record.first, record.last);
    }

    ObjectsAssignment<Bytes> assignment;

private:
    using Entry = std::pair<Bytes, ObjectIndex>;

    [[nodiscard]] std::vector<Entry>::const_iterator place_of(const Entry& entry) const {
        return std::lower_bound(by_size_.begin(), by_size_.end(), entry);
    }

    void insert(ObjectIndex object) {
        const Entry entry{assignment.object_sizes[object], object};
        by_size_.insert(place_of(entry), entry);
    }

    [[nodiscard]] bool is_free(const Entry& entry, const UsageRecord<Bytes>& record) {
        meter_.spend(1);
        return schedules_[entry.second].is_free(record.first, record.last);
    }

    [[nodiscard]] std::optional<ObjectIndex> best_for(const UsageRecord<Bytes>& record) {
        const auto sufficient = place_of({record.size, ObjectIndex()});
        for (auto entry = sufficient; entry != by_size_.end(); ++entry) {
            if (is_free(*entry, record)) {
                return entry->second;
            }
        }
        // Visits sizes downwards, but ids upwards within equal sizes.
        for (auto above = sufficient; above != by_size_.begin();) {
            const auto equal = place_of({(above - 1)->first, ObjectIndex()});
            for (auto entry = equal; entry != above; ++entry) {
                if (is_free(*entry, record)) {
                    return entry->second;
                }
            }
            above = equal;
        }
        return std::nullopt;
    }

    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    IndexedVector<ObjectIndex, ObjectSchedule> schedules_;
    std::vector<Entry> by_size_;
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

#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"

#include <bit>
#include <limits>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {
namespace {

/// A full block is split in two. The more objects in a block, the fewer blocks are skipped.
constexpr std::size_t most_entries = 64;

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

ObjectsBySize::ObjectsBySize(Step first, Step last)
    : first_(first.value()),
      slot_length_(1 + (static_cast<std::uint64_t>(last.value()) - static_cast<std::uint64_t>(first_)) / slot_count) {}

std::size_t ObjectsBySize::slot_of(Step step) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(step.value()) - static_cast<std::uint64_t>(first_)) /
                                    slot_length_);
}

ObjectsBySize::Slots ObjectsBySize::slots_between(std::size_t begin, std::size_t end) {
    Slots some{};
    for (std::size_t slot = begin; slot < end; ++slot) {
        some[slot / bits_of_word] |= std::uint64_t{1} << (slot % bits_of_word);
    }
    return some;
}

ObjectsBySize::Slots ObjectsBySize::slots_touched(Step first, Step last) const {
    return slots_between(slot_of(first), slot_of(last) + 1);
}

ObjectsBySize::Slots ObjectsBySize::slots_filled(Step first, Step last) const {
    const std::uint64_t begin = static_cast<std::uint64_t>(first.value()) - static_cast<std::uint64_t>(first_);
    const std::uint64_t end = static_cast<std::uint64_t>(last.value()) - static_cast<std::uint64_t>(first_) + 1;
    const std::uint64_t first_filled = begin / slot_length_ + (begin % slot_length_ == 0 ? 0 : 1);
    return slots_between(static_cast<std::size_t>(first_filled), static_cast<std::size_t>(end / slot_length_));
}

ObjectsBySize::Place ObjectsBySize::place_of(const Entry& entry) const {
    const auto block = std::partition_point(blocks_.begin(), blocks_.end(),
                                            [&entry](const Block& each) { return each.entries.back() < entry; });
    if (block == blocks_.end()) {
        return {blocks_.size(), 0};
    }
    return {static_cast<std::size_t>(block - blocks_.begin()),
            static_cast<std::size_t>(std::lower_bound(block->entries.begin(), block->entries.end(), entry) -
                                     block->entries.begin())};
}

void ObjectsBySize::measure(Block& block) {
    block.busy.fill(~std::uint64_t{0});
    for (const Slots& uses : block.uses) {
        for (std::size_t word = 0; word < words; ++word) {
            block.busy[word] &= uses[word];
        }
    }
}

void ObjectsBySize::insert(const Entry& entry, const Slots& uses) {
    Place place = place_of(entry);
    if (place.block == blocks_.size()) {
        if (blocks_.empty()) {
            blocks_.emplace_back();
        }
        place = {blocks_.size() - 1, blocks_.back().entries.size()};
    }
    Block& block = blocks_[place.block];
    const auto at = static_cast<std::ptrdiff_t>(place.entry);
    block.entries.insert(block.entries.begin() + at, entry);
    block.uses.insert(block.uses.begin() + at, uses);
    if (block.entries.size() == most_entries) {
        constexpr std::ptrdiff_t half = most_entries / 2;
        Block upper{{block.entries.begin() + half, block.entries.end()}, {block.uses.begin() + half, block.uses.end()}};
        block.entries.resize(half);
        block.uses.resize(half);
        measure(block);
        measure(upper);
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block) + 1, std::move(upper));
        return;
    }
    for (std::size_t word = 0; word < words; ++word) {
        block.busy[word] &= uses[word];
    }
}

void ObjectsBySize::add(ObjectIndex object, Bytes size) {
    insert({size, object}, {});
}

void ObjectsBySize::grow(ObjectIndex object, Bytes before, Bytes after) {
    const Place place = place_of({before, object});
    Block& block = blocks_[place.block];
    const auto at = static_cast<std::ptrdiff_t>(place.entry);
    const Slots uses = block.uses[place.entry];
    block.entries.erase(block.entries.begin() + at);
    block.uses.erase(block.uses.begin() + at);
    if (block.entries.empty()) {
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block));
    } else {
        measure(block);
    }
    insert({after, object}, uses);
}

void ObjectsBySize::use(ObjectIndex object, Bytes size, Step first, Step last) {
    const Slots filled = slots_filled(first, last);
    if (filled == Slots{}) {
        return;
    }
    const Place place = place_of({size, object});
    Block& block = blocks_[place.block];
    for (std::size_t word = 0; word < words; ++word) {
        block.uses[place.entry][word] |= filled[word];
    }
    // Only these slots may have become busy for the whole block.
    Slots all = filled;
    for (auto uses = block.uses.begin(); uses != block.uses.end() && all != Slots{}; ++uses) {
        for (std::size_t word = 0; word < words; ++word) {
            all[word] &= (*uses)[word];
        }
    }
    for (std::size_t word = 0; word < words; ++word) {
        block.busy[word] |= all[word];
    }
}

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
    std::ranges::stable_sort(tasks, std::ranges::greater(), &BroadTask::breadth);
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
        std::ranges::stable_sort(tensors, std::ranges::greater(),
                                 [records](RecordIndex one) { return records[one].size; });
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

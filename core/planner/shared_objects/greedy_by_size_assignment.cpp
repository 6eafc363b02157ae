#include "core/planner/shared_objects/greedy_by_size_assignment.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/memory/indexed_vector.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {
namespace {

constexpr Duration infinite = ObjectSchedule::no_gap;

/// The gap between two intervals of tasks.
template <class A, class B>
Duration gap_between(const A& a, const B& b) {
    if (a.last < b.first) {
        return b.first - a.last;
    }
    return b.last < a.first ? a.first - b.last : infinite;
}

/// A tensor without an object, and its nearest object.
struct Candidate {
    Step first;
    Step last;
    Duration distance = infinite;
    ObjectIndex nearest = ObjectIndex::none();
    RecordIndex record;
    std::uint32_t position = 0;
};

/// All tensors by position, then falling size, then index; the first of equally near ones is chosen.
std::vector<Candidate> candidates_of(UsageRecords<Bytes> records) {
    const std::vector<Bytes> maxima = positional_maxima(records);
    std::vector<Candidate> candidates(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto below = std::partition_point(maxima.begin(), maxima.end(),
                                                [&](Bytes maximum) { return maximum >= records[i].size; });
        candidates[i] = {.first = records[i].first,
                         .last = records[i].last,
                         .record = RecordIndex(i),
                         .position = static_cast<std::uint32_t>(below - maxima.begin() - 1)};
    }
    std::stable_sort(candidates.begin(), candidates.end(), [records](const Candidate& a, const Candidate& b) {
        return a.position != b.position ? a.position < b.position : records[a.record].size > records[b.record].size;
    });
    return candidates;
}

class GreedyBySize {
public:
    GreedyBySize(UsageRecords<Bytes> records, RunMeter& meter)
        : records_(records),
          meter_(meter),
          waiting_(candidates_of(records)),
          assignment_(records.size(), ObjectRule::size) {}

    ObjectsAssignment<Bytes> run() {
        while (begin_ < waiting_.size()) {
            if (meter_.spend(waiting_.size() - begin_)) {
                assign_rest_in_order(records_, assignment_);
                break;
            }
            place(take_next());
        }
        return std::move(assignment_);
    }

private:
    /// The nearest tensor of the lowest position. The tensors before it move up by one, which keeps their order.
    Candidate take_next() {
        const auto first = waiting_.begin() + static_cast<std::ptrdiff_t>(begin_);
        auto nearest = first;
        for (auto each = first; each != waiting_.end() && each->position == first->position; ++each) {
            if (each->distance < nearest->distance) {
                nearest = each;
            }
        }
        const Candidate taken = *nearest;
        std::move_backward(first, nearest, nearest + 1);
        ++begin_;
        return taken;
    }

    void place(const Candidate& chosen) {
        const Bytes size = records_[chosen.record].size;
        const bool is_new = chosen.distance == infinite;
        const ObjectIndex object = is_new ? assignment_.assign_new(chosen.record, size) : chosen.nearest;
        if (is_new) {
            schedules_.emplace_back();
        } else {
            assignment_.assign_growing(chosen.record, object, size);
        }
        for (std::size_t i = begin_; i < waiting_.size(); ++i) {
            tell(waiting_[i], chosen, object);
        }
        schedules_[object].add(chosen.first, chosen.last);
        // Only now does the schedule contain the tensor that made these unsuitable.
        for (const std::size_t i : ruled_out_) {
            if (meter_.spend(schedules_.size())) {
                break;
            }
            find_nearest(waiting_[i]);
        }
        ruled_out_.clear();
    }

    /// Updates a waiting tensor after another tensor joined the object.
    void tell(Candidate& candidate, const Candidate& placed, ObjectIndex object) {
        const Duration distance = gap_between(candidate, placed);
        if (distance == infinite) {
            if (candidate.nearest == object) {
                ruled_out_.push_back(static_cast<std::size_t>(&candidate - waiting_.data()));
            }
        } else if (distance < candidate.distance && schedules_[object].is_free(candidate.first, candidate.last)) {
            candidate.distance = distance;
            candidate.nearest = object;
        }
    }

    void find_nearest(Candidate& candidate) {
        candidate.distance = infinite;
        candidate.nearest = ObjectIndex::none();
        for (std::size_t i = 0; i < schedules_.size(); ++i) {
            const Duration distance = schedules_[i].gap(candidate.first, candidate.last);
            if (distance < candidate.distance) {
                candidate.distance = distance;
                candidate.nearest = ObjectIndex(i);
            }
        }
    }

    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    std::vector<Candidate> waiting_;  ///< tensors from `begin_` on are waiting
    std::size_t begin_ = 0;
    ObjectsAssignment<Bytes> assignment_;
    IndexedVector<ObjectIndex, ObjectSchedule> schedules_;
    std::vector<std::size_t> ruled_out_;  ///< indices into `waiting_` of tensors whose nearest object is taken
};

}  // namespace

std::vector<Bytes> positional_maxima(UsageRecords<Bytes> records) {
    std::vector<RecordIndex> by_end(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        by_end[i] = RecordIndex(i);
    }
    std::sort(by_end.begin(), by_end.end(),
              [records](RecordIndex a, RecordIndex b) { return records[a].last < records[b].last; });
    std::vector<Bytes> maxima;
    std::vector<Bytes> alive;  // falling
    auto ended = by_end.begin();
    for (const UsageRecord<Bytes>& record : records) {
        for (; records[*ended].last < record.first; ++ended) {
            alive.erase(std::lower_bound(alive.begin(), alive.end(), records[*ended].size, std::greater<>()));
        }
        const auto place =
            alive.insert(std::lower_bound(alive.begin(), alive.end(), record.size, std::greater<>()), record.size);
        maxima.resize(std::max(maxima.size(), alive.size()));
        for (auto i = static_cast<std::size_t>(place - alive.begin()); i < alive.size(); ++i) {
            maxima[i] = std::max(maxima[i], alive[i]);
        }
    }
    return maxima;
}

ObjectsAssignment<Bytes> greedy_by_size_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    return GreedyBySize(records, meter).run();
}

ObjectsAssignment<Bytes> greedy_best_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    ObjectsAssignment<Bytes> by_breadth = greedy_by_breadth_assignment(records, meter);
    ObjectsAssignment<Bytes> by_size = greedy_by_size_assignment(records, meter);
    return total_size(by_breadth) < total_size(by_size) ? std::move(by_breadth) : std::move(by_size);
}

}  // namespace arenascope

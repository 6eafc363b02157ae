#include "core/planner/shared_objects/greedy_by_size_assignment.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/memory/indexed_vector.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/idle_stretches.h"
#include "core/planner/shared_objects/waiting_tensors.h"

namespace arenascope {
namespace {

constexpr Duration infinite = WaitingTensors::infinite;

/// The gap between two intervals of tasks.
Duration gap_between(const WaitingTensors::Tasks& a, const WaitingTensors::Tasks& b) {
    if (a.last < b.first) {
        return b.first - a.last;
    }
    return b.last < a.first ? a.first - b.last : infinite;
}

/// All tensors by position, then falling size, then index; the first of equally near ones is chosen.
struct Ranking {
    std::vector<RecordIndex> records;
    std::vector<WaitingTensors::Tasks> tasks;
    std::vector<std::size_t> ends;  ///< of the positions that have tensors, as ranks
};

Ranking ranking_of(UsageRecords<Bytes> records) {
    const std::vector<Bytes> maxima = positional_maxima(records);
    IndexedVector<RecordIndex, std::uint32_t> positions(records.size());
    Ranking ranking;
    ranking.records.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto below = std::partition_point(maxima.begin(), maxima.end(),
                                                [&](Bytes maximum) { return maximum >= records[i].size; });
        ranking.records.push_back(RecordIndex(i));
        positions[RecordIndex(i)] = static_cast<std::uint32_t>(below - maxima.begin() - 1);
    }
    std::stable_sort(ranking.records.begin(), ranking.records.end(), [&](RecordIndex a, RecordIndex b) {
        return positions[a] != positions[b] ? positions[a] < positions[b] : records[a].size > records[b].size;
    });
    ranking.tasks.reserve(records.size());
    for (std::size_t i = 0; i < ranking.records.size(); ++i) {
        const RecordIndex record = ranking.records[i];
        ranking.tasks.push_back({records[record].first, records[record].last});
        if (i + 1 == ranking.records.size() || positions[record] != positions[ranking.records[i + 1]]) {
            ranking.ends.push_back(i + 1);
        }
    }
    return ranking;
}

class GreedyBySize {
public:
    GreedyBySize(UsageRecords<Bytes> records, RunMeter& meter)
        : records_(records),
          meter_(meter),
          ranking_(ranking_of(records)),
          waiting_(ranking_.tasks),
          idle_(ranking_.tasks),
          nearest_(records.size(), ObjectIndex::none()),
          assignment_(records.size(), ObjectRule::size) {}

    ObjectsAssignment<Bytes> run() {
        std::size_t begin = 0;
        for (const std::size_t end : ranking_.ends) {
            for (std::size_t rank = waiting_.nearest(begin, end); rank != end; rank = waiting_.nearest(begin, end)) {
                if (meter_.spend(1 + concerned_.size())) {
                    assign_rest_in_order(records_, assignment_);
                    return std::move(assignment_);
                }
                place(rank);
            }
            begin = end;
        }
        return std::move(assignment_);
    }

private:
    void place(std::size_t rank) {
        const WaitingTensors::Tasks tasks = ranking_.tasks[rank];
        const Bytes size = records_[ranking_.records[rank]].size;
        const bool is_new = waiting_.distance(rank) == infinite;
        const ObjectIndex object = is_new ? assignment_.assign_new(ranking_.records[rank], size) : nearest_[rank];
        if (!is_new) {
            assignment_.assign_growing(ranking_.records[rank], object, size);
        }
        waiting_.remove(rank);
        waiting_.find_concerned(tasks.first, tasks.last, concerned_);
        for (const std::size_t each : concerned_) {
            tell(each, tasks, object, is_new);
        }
        idle_.add(object, rank);
        // Only now does the object hold the tensor that made it unsuitable for these.
        for (const std::size_t each : ruled_out_) {
            find_nearest(each);
        }
        ruled_out_.clear();
    }

    /// Updates a waiting tensor after another tensor joined the object.
    void tell(std::size_t rank, const WaitingTensors::Tasks& placed, ObjectIndex object, bool is_new) {
        const WaitingTensors::Tasks& tasks = ranking_.tasks[rank];
        const Duration distance = gap_between(tasks, placed);
        if (distance == infinite) {
            if (nearest_[rank] == object) {
                ruled_out_.push_back(rank);
            }
        } else if (distance < waiting_.distance(rank) && (is_new || idle_.is_free(object, tasks))) {
            waiting_.set_distance(rank, distance);
            nearest_[rank] = object;
        }
    }

    void find_nearest(std::size_t rank) {
        const IdleStretches::Nearest found = idle_.nearest(ranking_.tasks[rank]);
        nearest_[rank] = found.object;
        waiting_.set_distance(rank, found.distance);
    }

    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    Ranking ranking_;
    WaitingTensors waiting_;
    IdleStretches idle_;
    std::vector<ObjectIndex> nearest_;  ///< by rank; none(): every distance is infinite
    ObjectsAssignment<Bytes> assignment_;
    std::vector<std::size_t> concerned_;  ///< ranks that the last placed tensor may concern
    std::vector<std::size_t> ruled_out_;  ///< ranks whose nearest object is taken
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

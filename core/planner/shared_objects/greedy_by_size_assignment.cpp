#include "core/planner/shared_objects/greedy_by_size_assignment.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/idle_stretches.h"
#include "core/planner/shared_objects/waiting_tensors.h"

namespace arenascope {
namespace {

constexpr Duration infinite = WaitingTensors::infinite;
constexpr std::size_t counted_between_checks = 4096;

/// How many tensors use each task, and the highest of these numbers: a tree over the tasks. What holds for all tasks
/// below a node is kept there.
class UseCounts {
public:
    explicit UseCounts(std::size_t tasks)
        : leaves_(std::bit_ceil(std::max<std::size_t>(1, tasks))), whole_(2 * leaves_), highest_(2 * leaves_) {}

    /// A tensor uses the tasks [begin, end). O(log n).
    void add(std::size_t begin, std::size_t end) { add_below(1, 0, leaves_, begin, end); }
    [[nodiscard]] std::size_t highest() const { return highest_[1]; }

private:
    void add_below(std::size_t node, std::size_t from, std::size_t to, std::size_t begin, std::size_t end) {
        if (end <= from || to <= begin) {
            return;
        }
        if (begin <= from && to <= end) {
            ++whole_[node];
            ++highest_[node];
            return;
        }
        const std::size_t middle = (from + to) / 2;
        add_below(2 * node, from, middle, begin, end);
        add_below(2 * node + 1, middle, to, begin, end);
        highest_[node] = whole_[node] + std::max(highest_[2 * node], highest_[2 * node + 1]);
    }

    std::size_t leaves_;                ///< a power of two
    std::vector<std::uint32_t> whole_;  ///< by node: of the tensors that use all its tasks, but not all of its parent's
    std::vector<std::uint32_t> highest_;  ///< by node, without those of the nodes above it
};

/// All tensors by position, then falling size, then index; the first of equally near ones is chosen.
struct Ranking {
    std::vector<RecordIndex> records;
    std::vector<WaitingTensors::Tasks> tasks;
    std::vector<std::size_t> ends;  ///< of the positions that have tensors, as ranks
};

/// Empty: stopped.
std::optional<Ranking> ranking_of(UsageRecords<Bytes> records, RunMeter& meter) {
    if (meter.check_now()) {
        return std::nullopt;
    }
    const std::vector<Bytes> maxima = positional_maxima(records, [&meter] { return meter.check_now(); });
    if (meter.stopped()) {
        return std::nullopt;
    }
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

/// The next tensor to place may be this one, at this distance. Nothing nearer is known from the same source: the tensor
/// itself, or one side of a tensor in an object.
struct Candidate {
    Duration distance;
    std::uint32_t rank;
    std::uint32_t source;
    friend bool operator>(const Candidate& a, const Candidate& b) {
        return std::tie(a.distance, a.rank) > std::tie(b.distance, b.rank);
    }
};

constexpr std::uint32_t of_itself = std::numeric_limits<std::uint32_t>::max();

class GreedyBySize {
public:
    GreedyBySize(UsageRecords<Bytes> records, RunMeter& meter, Ranking ranking)
        : records_(records),
          meter_(meter),
          ranking_(std::move(ranking)),
          waiting_(ranking_.tasks),
          idle_(ranking_.tasks),
          preferred_(records.size()),
          assignment_(records.size(), ObjectRule::size) {}

    ObjectsAssignment<Bytes> run() {
        std::size_t begin = 0;
        for (const std::size_t end : ranking_.ends) {
            begin_position(begin, end);
            while (const auto next = take_next()) {
                if (meter_.spend(1 + waiting_.visited())) {
                    assign_rest_in_order(records_, assignment_);
                    return std::move(assignment_);
                }
                place(*next);
            }
            begin = end;
        }
        return std::move(assignment_);
    }

private:
    void begin_position(std::size_t begin, std::size_t end) {
        position_.emplace(ranking_.tasks, begin, end);
        std::vector<Candidate> all;
        for (std::size_t rank = begin; rank < end; ++rank) {
            all.push_back({idle_.nearest(rank).distance, static_cast<std::uint32_t>(rank), of_itself});
        }
        candidates_ = Candidates(std::greater<>(), std::move(all));
    }

    /// The waiting tensor of the position with the least distance; of equally near ones the lowest rank. Empty: none
    /// waits. A candidate may have become farther since it was found. It is then found anew.
    std::optional<Candidate> take_next() {
        while (!candidates_.empty()) {
            const Candidate next = candidates_.top();
            candidates_.pop();
            std::optional<Candidate> now;
            if (next.source != of_itself) {
                now = beside(next.source);
            } else if (waiting_.waits(next.rank)) {
                now = Candidate{idle_.nearest(next.rank).distance, next.rank, of_itself};
            }
            if (now && *now > next) {
                candidates_.push(*now);
            } else if (now) {
                if (next.source != of_itself) {
                    candidates_.push(next);  // for the tensors that follow on that side
                }
                return next;
            }
        }
        return std::nullopt;
    }

    /// The nearest waiting tensor of the position on one side of a placed one. `side`: 2 · its rank, and 1 more for the
    /// side before it.
    [[nodiscard]] std::optional<Candidate> beside(std::uint32_t side) const {
        const std::uint32_t placed = side / 2;
        const WaitingTensors::Tasks& tasks = ranking_.tasks[placed];
        const bool is_before = side % 2 == 1;
        const auto rank = is_before ? position_->before(tasks.first.value(), idle_.since_before(placed))
                                    : position_->after(tasks.last.value(), idle_.until_after(placed));
        if (!rank) {
            return std::nullopt;
        }
        const WaitingTensors::Tasks& found = ranking_.tasks[*rank];
        return Candidate{is_before ? tasks.first - found.last : found.first - tasks.last, *rank, side};
    }

    void place(const Candidate& next) {
        const std::uint32_t rank = next.rank;
        const WaitingTensors::Tasks& tasks = ranking_.tasks[rank];
        const Bytes size = records_[ranking_.records[rank]].size;
        const bool is_new = next.distance == infinite;
        const ObjectIndex object =
            is_new ? assignment_.assign_new(ranking_.records[rank], size) : nearest_of(rank).object;
        if (!is_new) {
            assignment_.assign_growing(ranking_.records[rank], object, size);
        }
        position_->remove(rank);
        waiting_.remove(rank);
        if (!is_new) {
            find_ruled_out(object, tasks);
        }
        idle_.add(object, rank);
        // Only now does the object hold the tensor that made it unsuitable for these.
        for (const std::uint32_t each : ruled_out_) {
            preferred_[each] = idle_.nearest(each);
            waiting_.set_distance(each, preferred_[each].distance);
        }
        ruled_out_.clear();
        for (const std::uint32_t side : {2 * rank, 2 * rank + 1}) {
            if (const auto found = beside(side)) {
                candidates_.push(*found);
            }
        }
    }

    /// The nearest object of a waiting tensor: the one that it fell back to, unless another one has become nearer;
    /// otherwise the one that was so near first.
    [[nodiscard]] IdleStretches::Nearest nearest_of(std::uint32_t rank) {
        const IdleStretches::Nearest first = idle_.nearest(rank, IdleStretches::Tie::earliest);
        waiting_.set_distance(rank, first.distance);
        return preferred_[rank].distance == first.distance ? preferred_[rank] : first;
    }

    /// Finds the waiting tensors that overlap a tensor whose object is the nearest one of theirs.
    void find_ruled_out(ObjectIndex object, const WaitingTensors::Tasks& placed) {
        const IdleStretches::Stretch stretch = idle_.stretch_around(object, placed);
        waiting_.find_losing({placed, stretch.since, stretch.until}, losing_);
        std::copy_if(losing_.begin(), losing_.end(), std::back_inserter(ruled_out_),
                     [&](std::uint32_t each) { return nearest_of(each).object == object; });
    }

    using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    Ranking ranking_;
    WaitingTensors waiting_;
    IdleStretches idle_;
    /// By rank: what was the nearest when the nearest one was ruled out last. No object: never, or none was left.
    std::vector<IdleStretches::Nearest> preferred_;
    std::optional<WaitingPosition> position_;
    Candidates candidates_;
    ObjectsAssignment<Bytes> assignment_;
    std::vector<std::uint32_t> losing_;     ///< ranks whose nearest object may be taken by the last placed tensor
    std::vector<std::uint32_t> ruled_out_;  ///< ranks whose nearest object is taken
};

}  // namespace

std::vector<Bytes> positional_maxima(UsageRecords<Bytes> records, const StopToken& stop) {
    // The p-th largest size of some task is at least v where p tensors of at least v share a task.
    std::vector<Step> tasks;  // only the first tasks of tensors count, because all others use no more tensors
    for (const UsageRecord<Bytes>& record : records) {
        if (tasks.empty() || tasks.back() != record.first) {
            tasks.push_back(record.first);
        }
    }
    const auto task_after = [&tasks](Step step) {
        return static_cast<std::size_t>(std::upper_bound(tasks.begin(), tasks.end(), step) - tasks.begin());
    };
    std::vector<RecordIndex> by_size(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        by_size[i] = RecordIndex(i);
    }
    std::ranges::sort(by_size, std::ranges::greater(), [records](RecordIndex one) { return records[one].size; });
    UseCounts counts(tasks.size());
    std::vector<Bytes> maxima;
    std::size_t counted = 0;
    for (const RecordIndex each : by_size) {
        if (counted++ % counted_between_checks == 0 && stop && stop()) {
            break;
        }
        counts.add(task_after(records[each].first) - 1, task_after(records[each].last));
        maxima.resize(counts.highest(), records[each].size);
    }
    return maxima;
}

ObjectsAssignment<Bytes> greedy_by_size_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    std::optional<Ranking> ranking = ranking_of(records, meter);
    if (!ranking || meter.check_now()) {
        ObjectsAssignment<Bytes> in_order(records.size(), ObjectRule::size);
        assign_rest_in_order(records, in_order);
        return in_order;
    }
    return GreedyBySize(records, meter, std::move(*ranking)).run();
}

ObjectsAssignment<Bytes> greedy_best_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    ObjectsAssignment<Bytes> by_breadth = greedy_by_breadth_assignment(records, meter);
    ObjectsAssignment<Bytes> by_size = greedy_by_size_assignment(records, meter);
    return total_size(by_breadth) < total_size(by_size) ? std::move(by_breadth) : std::move(by_size);
}

}  // namespace arenascope

#include "core/planner/shared_objects/min_cost_flow_assignment.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {
namespace {

/// Something that a tensor of a window can take over from: an existing object or an earlier tensor of the window.
struct Giver {
    Bytes size;
    Step last;
};

/// An arc i → j' by indices in a window.
struct Takeover {
    std::uint32_t giver;
    std::uint32_t taker;
};

/// Givers and takers by indices. Each giver has ended before any of the takers begins.
struct Meeting {
    std::vector<std::uint32_t> givers;
    std::vector<std::uint32_t> takers;
};

/// A range of the records with its possible takeovers.
struct Window {
    std::vector<Giver> givers;        ///< the objects so far, then the tensors of the window
    UsageRecords<Bytes> takers;       ///< the tensors of the window
    std::vector<Takeover> takeovers;  ///< by taker, then by the last task of the giver
    std::vector<Meeting> meetings;    ///< those joined by ladders instead
};

/// If one window is not enough, many small windows are faster than a few large ones.
constexpr std::size_t windows_in_whole = 16;

constexpr std::uint32_t from_nobody = std::numeric_limits<std::uint32_t>::max();

/// The flow graph of a window, and what its flow of least cost says.
class FlowGraph {
public:
    FlowGraph(const Window& window, int unit_bits) : window_(window), unit_bits_(unit_bits) {
        const std::size_t ends = window.givers.size() + window.takers.size();
        graph_.reserveNode(static_cast<int>(2 + ends));
        graph_.reserveArc(static_cast<int>(ends + window.takers.size() + window.takeovers.size()));
        source_ = graph_.addNode();
        sink_ = graph_.addNode();
        first_giver_ = graph_.maxNodeId() + 1;
        for (std::size_t i = 0; i < ends; ++i) {
            graph_.addNode();
        }
        for (std::size_t i = 0; i < window.givers.size(); ++i) {
            add_arc(source_, giver(i), Bytes(0), 1);
        }
        for (std::size_t i = 0; i < window.takers.size(); ++i) {
            add_arc(source_, taker(i), window.takers[i].size, 1);
            add_arc(taker(i), sink_, Bytes(0), 1);
        }
        first_handing_ = graph_.maxArcId() + 1;
        for (const Takeover& takeover : window.takeovers) {
            const Bytes growth = window.takers[takeover.taker].size - window.givers[takeover.giver].size;
            add_arc(giver(takeover.giver), taker(takeover.taker), std::max(growth, Bytes(0)), 1);
        }
        for (const Meeting& meeting : window.meetings) {
            add_ladder(meeting);
        }
    }

    /// The giver of each taker in the flow of least cost; `from_nobody`: the taker opens a new object.
    std::vector<std::uint32_t> least_cost_givers() {
        Graph::ArcMap<std::int64_t> cost(graph_);
        Graph::ArcMap<int> capacity(graph_);
        for (std::size_t i = 0; i < costs_.size(); ++i) {
            cost[arc(i)] = costs_[i];
            capacity[arc(i)] = capacities_[i];
        }
        Simplex simplex(graph_);
        simplex.upperMap(capacity).costMap(cost).stSupply(source_, sink_, static_cast<int>(window_.takers.size()));
        simplex.run();  // a flow always exists: each tensor in its own object
        std::vector<std::uint32_t> giver_of(window_.takers.size(), from_nobody);
        for (std::size_t i = 0; i < window_.takeovers.size(); ++i) {
            if (simplex.flow(arc(static_cast<std::size_t>(first_handing_) + i)) > 0) {
                giver_of[window_.takeovers[i].taker] = window_.takeovers[i].giver;
            }
        }
        for (const Ladder& ladder : ladders_) {
            walk(ladder, simplex, giver_of);
        }
        return giver_of;
    }

private:
    using Graph = lemon::SmartDigraph;
    using Simplex = lemon::NetworkSimplex<Graph, int, std::int64_t>;

    /// A giver or a taker at its rung, with its arc.
    struct Standing {
        std::size_t arc;
        std::uint32_t index;
    };
    /// Rungs by rising size. From rung k to the next one, arc `first_arc` + 2 k goes up, and the one after it down.
    struct Ladder {
        std::size_t first_arc = 0;
        std::vector<std::vector<Standing>> givers;  ///< by rung
        std::vector<std::vector<Standing>> takers;  ///< by rung
    };

    [[nodiscard]] Graph::Node giver(std::size_t index) const {
        return Graph::nodeFromId(first_giver_ + static_cast<int>(index));
    }
    [[nodiscard]] Graph::Node taker(std::size_t index) const { return giver(window_.givers.size() + index); }
    [[nodiscard]] static Graph::Arc arc(std::size_t index) { return Graph::arcFromId(static_cast<int>(index)); }

    std::size_t add_arc(Graph::Node from, Graph::Node to, Bytes cost, int capacity) {
        graph_.addArc(from, to);
        costs_.push_back(cost.value() >> static_cast<unsigned>(unit_bits_));
        capacities_.push_back(capacity);
        return costs_.size() - 1;
    }

    void add_ladder(const Meeting& meeting) {
        std::vector<Bytes> sizes;
        for (const std::uint32_t index : meeting.givers) {
            sizes.push_back(window_.givers[index].size);
        }
        for (const std::uint32_t index : meeting.takers) {
            sizes.push_back(window_.takers[index].size);
        }
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
        const auto most = static_cast<int>(std::min(meeting.givers.size(), meeting.takers.size()));
        Ladder ladder;
        ladder.first_arc = costs_.size();
        ladder.givers.resize(sizes.size());
        ladder.takers.resize(sizes.size());
        std::vector<Graph::Node> rungs;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            rungs.push_back(graph_.addNode());
            if (k > 0) {
                add_arc(rungs[k - 1], rungs[k], sizes[k] - sizes[k - 1], most);
                add_arc(rungs[k], rungs[k - 1], Bytes(0), most);
            }
        }
        const auto rung_of = [&sizes](Bytes size) {
            return static_cast<std::size_t>(std::lower_bound(sizes.begin(), sizes.end(), size) - sizes.begin());
        };
        for (const std::uint32_t index : meeting.givers) {
            const std::size_t rung = rung_of(window_.givers[index].size);
            ladder.givers[rung].push_back({add_arc(giver(index), rungs[rung], Bytes(0), 1), index});
        }
        for (const std::uint32_t index : meeting.takers) {
            const std::size_t rung = rung_of(window_.takers[index].size);
            ladder.takers[rung].push_back({add_arc(rungs[rung], taker(index), Bytes(0), 1), index});
        }
        ladders_.push_back(std::move(ladder));
    }

    /// Splits the flow of a ladder into pairs of a giver and a taker: first upwards, so that as many givers climb from
    /// each rung as the flow says, then downwards with those that climb no further.
    static void walk(const Ladder& ladder, const Simplex& simplex, std::vector<std::uint32_t>& giver_of) {
        const auto flows = [&simplex](const Standing& one) { return simplex.flow(arc(one.arc)) > 0; };
        const std::size_t rungs = ladder.givers.size();
        std::vector<std::uint32_t> climbing;
        std::vector<std::vector<std::uint32_t>> arrived(rungs);  // by rung: givers that climb no further
        for (std::size_t k = 0; k < rungs; ++k) {
            for (const Standing& one : ladder.givers[k]) {
                if (flows(one)) {
                    climbing.push_back(one.index);
                }
            }
            // What goes up and down between two rungs at no cost is no movement.
            const std::size_t up = ladder.first_arc + 2 * k;
            const int net = k + 1 < rungs ? simplex.flow(arc(up)) - simplex.flow(arc(up + 1)) : 0;
            while (climbing.size() > static_cast<std::size_t>(std::max(net, 0))) {
                arrived[k].push_back(climbing.back());
                climbing.pop_back();
            }
        }
        std::vector<std::uint32_t> waiting;
        for (std::size_t k = rungs; k-- > 0;) {
            waiting.insert(waiting.end(), arrived[k].begin(), arrived[k].end());
            for (const Standing& one : ladder.takers[k]) {
                if (flows(one)) {
                    giver_of[one.index] = waiting.back();
                    waiting.pop_back();
                }
            }
        }
    }

    const Window& window_;
    int unit_bits_;
    Graph graph_;
    Graph::Node source_;
    Graph::Node sink_;
    int first_giver_ = 0;
    int first_handing_ = 0;
    std::vector<std::int64_t> costs_;  ///< by arc
    std::vector<int> capacities_;      ///< by arc
    std::vector<Ladder> ladders_;
};

/// The number of pairs in which one tensor can take over from the other: the arcs of the whole graph.
std::size_t takeovers_of(UsageRecords<Bytes> records) {
    std::vector<Step> lasts;
    lasts.reserve(records.size());
    for (const UsageRecord<Bytes>& record : records) {
        lasts.push_back(record.last);
    }
    std::sort(lasts.begin(), lasts.end());
    std::size_t count = 0;
    std::size_t ended = 0;
    for (const UsageRecord<Bytes>& record : records) {
        while (lasts[ended] < record.first) {
            ++ended;
        }
        count += ended;
    }
    return count;
}

class MinCostFlow {
public:
    MinCostFlow(UsageRecords<Bytes> records, RunMeter& meter, FlowLimits limits)
        : records_(records),
          meter_(meter),
          has_ladders_(takeovers_of(records) > limits.pairs && records.size() <= limits.records),
          limits_(limits),
          most_arcs_(takeovers_of(records) > limits.pairs ? limits.pairs / windows_in_whole : limits.pairs),
          assignment_(records.size(), ObjectRule::flow) {
        constexpr int most_bits = 60;
        std::uint64_t total = 0;
        for (const UsageRecord<Bytes>& record : records) {
            total += static_cast<std::uint64_t>(record.size.value());
        }
        unit_bits_ = std::max(0, static_cast<int>(std::bit_width(total)) - most_bits);
    }

    ObjectsAssignment<Bytes> run() {
        std::size_t windows = 0;
        for (std::size_t done = 0; done < records_.size(); ++windows) {
            const Window window = has_ladders_ ? whole() : window_from(done);
            if (meter_.spend(window.givers.size() + window.takeovers.size() + window.meetings.size())) {
                assign_rest_in_order(records_, assignment_);
                break;
            }
            adopt(window, done, FlowGraph(window, unit_bits_).least_cost_givers());
            done += window.takers.size();
        }
        if (windows > 1) {
            assignment_.cut = "more than " + std::to_string(limits_.records) + " buffers, and more than " +
                              std::to_string(limits_.pairs) +
                              " pairs of them that can follow each other: the flow was "
                              "computed in " +
                              std::to_string(windows) +
                              " windows, one after the other, so its cost is the least within each window only";
        }
        return std::move(assignment_);
    }

private:
    /// The begin or the end of a record.
    struct Turn {
        Step task;
        bool is_end;
        std::uint32_t record;
    };

    /// All records, with ladders instead of most arcs.
    [[nodiscard]] Window whole() const {
        Window window;
        window.takers = records_;
        std::vector<Turn> turns;
        for (std::uint32_t i = 0; i < records_.size(); ++i) {
            const UsageRecord<Bytes>& record = records_[RecordIndex(i)];
            window.givers.push_back({record.size, record.last});
            turns.push_back({record.first, false, i});
            turns.push_back({record.last, true, i});
        }
        // A record that begins in the task in which another one ends does not follow it.
        std::ranges::stable_sort(turns, {}, [](const Turn& turn) { return std::pair(turn.task, turn.is_end); });
        halve(turns, window);
        return window;
    }

    /// Joins each record that ends in the first half of the turns with each that begins in the second half.
    static void halve(std::span<const Turn> turns, Window& window) {
        if (turns.size() < 2) {
            return;
        }
        const std::span<const Turn> earlier = turns.first(turns.size() / 2);
        const std::span<const Turn> later = turns.subspan(turns.size() / 2);
        halve(earlier, window);
        halve(later, window);
        Meeting meeting;
        for (const Turn& turn : earlier) {
            if (turn.is_end) {
                meeting.givers.push_back(turn.record);
            }
        }
        for (const Turn& turn : later) {
            if (!turn.is_end) {
                meeting.takers.push_back(turn.record);
            }
        }
        // A ladder with few arcs less than the pairs would only add nodes.
        constexpr std::size_t worth = 32;
        if (meeting.givers.size() * meeting.takers.size() > worth * (meeting.givers.size() + meeting.takers.size())) {
            window.meetings.push_back(std::move(meeting));
            return;
        }
        for (const std::uint32_t taker : meeting.takers) {
            for (const std::uint32_t giver : meeting.givers) {
                window.takeovers.push_back({giver, taker});
            }
        }
    }

    [[nodiscard]] Window window_from(std::size_t begin) const {
        Window window;
        ObjectsInUse in_use;
        const auto add_giver = [&](Bytes size, Step last) {
            in_use.add(ObjectIndex(window.givers.size()), last);
            window.givers.push_back({size, last});
        };
        for (std::size_t i = 0; i < last_task_.size(); ++i) {
            add_giver(assignment_.object_sizes[i], last_task_[i]);
        }
        std::vector<std::uint32_t> ended;
        std::size_t end = begin;
        for (; end < records_.size(); ++end) {
            in_use.release_before(records_[end].first, [&](ObjectIndex giver) { ended.push_back(giver.value()); });
            if (end > begin && window.takeovers.size() + ended.size() > most_arcs_) {
                break;
            }
            for (const std::uint32_t giver : ended) {
                window.takeovers.push_back({giver, static_cast<std::uint32_t>(end - begin)});
            }
            add_giver(records_[end].size, records_[end].last);
        }
        window.takers = records_.subspan(begin, end - begin);
        return window;
    }

    void adopt(const Window& window, std::size_t begin, const std::vector<std::uint32_t>& giver_of) {
        const std::size_t objects_before = last_task_.size();
        for (std::size_t i = 0; i < giver_of.size(); ++i) {
            const RecordIndex record(begin + i);
            const UsageRecord<Bytes>& taker = window.takers[i];
            const std::uint32_t giver = giver_of[i];
            if (giver == from_nobody) {
                assignment_.assign_new(record, taker.size);
                last_task_.push_back(taker.last);
                continue;
            }
            const ObjectIndex object = giver < objects_before
                                           ? ObjectIndex(giver)
                                           : assignment_.object_of_record[begin + giver - objects_before];
            assignment_.assign_growing(record, object, taker.size);
            last_task_[object] = taker.last;
        }
    }

    UsageRecords<Bytes> records_;
    RunMeter& meter_;
    bool has_ladders_;
    FlowLimits limits_;
    std::size_t most_arcs_;  ///< of a window
    int unit_bits_ = 0;
    ObjectsAssignment<Bytes> assignment_;
    IndexedVector<ObjectIndex, Step> last_task_;  ///< of each object
};

}  // namespace

ObjectsAssignment<Bytes> min_cost_flow_assignment(UsageRecords<Bytes> records, RunMeter& meter, FlowLimits limits) {
    return MinCostFlow(records, meter, limits).run();
}

}  // namespace arenascope

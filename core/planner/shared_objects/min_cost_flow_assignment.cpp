#include "core/planner/shared_objects/min_cost_flow_assignment.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "core/memory/indexed_vector.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/objects_in_use.h"

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

/// A range of the records with its possible takeovers.
struct Window {
    std::vector<Giver> givers;        ///< the objects so far, then the tensors of the window
    UsageRecords<Bytes> takers;       ///< the tensors of the window
    std::vector<Takeover> takeovers;  ///< by taker, then by the last task of the giver
};

/// If one window is not enough, many small windows are faster than a few large ones.
constexpr std::size_t windows_in_whole = 16;

constexpr std::uint32_t from_nobody = std::numeric_limits<std::uint32_t>::max();

/// The giver of each taker in the flow of least cost; `from_nobody`: the taker opens a new object.
std::vector<std::uint32_t> least_cost_givers(const Window& window, int unit_bits) {
    using Graph = lemon::SmartDigraph;
    const auto cost_of = [unit_bits](Bytes size) { return size.value() >> static_cast<unsigned>(unit_bits); };
    Graph graph;
    graph.reserveNode(static_cast<int>(2 + window.givers.size() + window.takers.size()));
    graph.reserveArc(static_cast<int>(window.givers.size() + 2 * window.takers.size() + window.takeovers.size()));
    const Graph::Node source = graph.addNode();
    const Graph::Node sink = graph.addNode();
    const int first_giver = graph.maxNodeId() + 1;
    for (std::size_t i = 0; i < window.givers.size(); ++i) {
        graph.addNode();
    }
    const int first_taker = graph.maxNodeId() + 1;
    for (std::size_t i = 0; i < window.takers.size(); ++i) {
        graph.addNode();
    }
    const auto node = [](int first, std::size_t position) {
        return Graph::nodeFromId(first + static_cast<int>(position));
    };
    std::vector<std::int64_t> costs;
    costs.reserve(window.givers.size() + 2 * window.takers.size() + window.takeovers.size());
    const auto add_arc = [&](Graph::Node from, Graph::Node to, std::int64_t cost) {
        graph.addArc(from, to);
        costs.push_back(cost);
    };
    for (std::size_t i = 0; i < window.givers.size(); ++i) {
        add_arc(source, node(first_giver, i), 0);
    }
    for (std::size_t i = 0; i < window.takers.size(); ++i) {
        add_arc(source, node(first_taker, i), cost_of(window.takers[i].size));
        add_arc(node(first_taker, i), sink, 0);
    }
    const int first_handing = graph.maxArcId() + 1;
    for (const Takeover& takeover : window.takeovers) {
        const Bytes growth = window.takers[takeover.taker].size - window.givers[takeover.giver].size;
        add_arc(node(first_giver, takeover.giver), node(first_taker, takeover.taker),
                cost_of(std::max(growth, Bytes(0))));
    }
    Graph::ArcMap<std::int64_t> cost(graph);
    for (std::size_t i = 0; i < costs.size(); ++i) {
        cost[Graph::arcFromId(static_cast<int>(i))] = costs[i];
    }
    const Graph::ArcMap<int> capacity(graph, 1);
    lemon::NetworkSimplex<Graph, int, std::int64_t> simplex(graph);
    simplex.upperMap(capacity).costMap(cost).stSupply(source, sink, static_cast<int>(window.takers.size()));
    simplex.run();  // a flow always exists: each tensor in its own object
    std::vector<std::uint32_t> giver_of(window.takers.size(), from_nobody);
    for (std::size_t i = 0; i < window.takeovers.size(); ++i) {
        if (simplex.flow(Graph::arcFromId(first_handing + static_cast<int>(i))) > 0) {
            giver_of[window.takeovers[i].taker] = window.takeovers[i].giver;
        }
    }
    return giver_of;
}

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
    MinCostFlow(UsageRecords<Bytes> records, RunMeter& meter, std::size_t most_arcs)
        : records_(records),
          meter_(meter),
          most_arcs_(takeovers_of(records) > most_arcs ? most_arcs / windows_in_whole : most_arcs),
          assignment_(records.size(), ObjectRule::flow) {
        constexpr int most_bits = 60;
        std::uint64_t total = 0;
        for (const UsageRecord<Bytes>& record : records) {
            total += static_cast<std::uint64_t>(record.size.value());
        }
        unit_bits_ = std::max(0, static_cast<int>(std::bit_width(total)) - most_bits);
    }

    ObjectsAssignment<Bytes> run() {
        for (std::size_t done = 0; done < records_.size();) {
            const Window window = window_from(done);
            if (meter_.spend(window.givers.size() + window.takeovers.size())) {
                assign_rest_in_order(records_, assignment_);
                break;
            }
            adopt(window, done, least_cost_givers(window, unit_bits_));
            done += window.takers.size();
        }
        return std::move(assignment_);
    }

private:
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
    std::size_t most_arcs_;  ///< of a window
    int unit_bits_ = 0;
    ObjectsAssignment<Bytes> assignment_;
    IndexedVector<ObjectIndex, Step> last_task_;  ///< of each object
};

}  // namespace

ObjectsAssignment<Bytes> min_cost_flow_assignment(UsageRecords<Bytes> records, RunMeter& meter, std::size_t most_arcs) {
    return MinCostFlow(records, meter, most_arcs).run();
}

}  // namespace arenascope

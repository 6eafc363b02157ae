#include "core/model/network/cost_split.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/model/memory/operator_work.h"

#ifdef ARENASCOPE_METIS
#include <metis.h>
#endif

namespace arenascope {
namespace {

std::int64_t narrowed(Int128 sum) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return sum > most ? most : static_cast<std::int64_t>(sum);
}

/// The operators of a tensor, by index: its first writer and its readers.
struct TensorUse {
    std::size_t home = std::numeric_limits<std::size_t>::max();  ///< writer, or first reader; none: nobody uses it
    bool is_written = false;
    std::vector<std::size_t> readers = {};
};

/// The operators, or the buffers if there are no operators, as a graph with weights.
class WeightedNetwork {
public:
    explicit WeightedNetwork(const Problem& problem) : problem_(problem), uses_(problem.buffers.size()) {
        if (!problem.graph) {
            for (const Buffer& buffer : problem.buffers) {
                work_.emplace_back(buffer.size.value());
            }
            return;
        }
        for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
            add(problem.graph->operators[OperatorIndex(i)], i);
        }
    }

    [[nodiscard]] const std::vector<Int128>& work() const { return work_; }

    /// Calls `use(writer, reader, bytes)` for each reader of each tensor that an operator writes.
    template <class Use>
    void for_each_edge(Use&& use) const {
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            const TensorUse& tensor = uses_[BufferIndex(i)];
            for (const std::size_t reader : tensor.readers) {
                if (tensor.home != reader) {
                    use(tensor.home, reader, problem_.buffers[i].size.value());
                }
            }
        }
    }

    [[nodiscard]] SplitCost cost_of(const std::vector<RegionIndex>& cores, std::int64_t count) const {
        std::vector<Int128> loads(static_cast<std::size_t>(count), 0);
        for (std::size_t i = 0; i < work_.size(); ++i) {
            loads[cores[i].value()] += work_[i];
        }
        Int128 traffic = 0;
        std::vector<RegionIndex> reached;
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            const TensorUse& tensor = uses_[BufferIndex(i)];
            reached.clear();
            for (const std::size_t reader : tensor.readers) {
                if (cores[reader] != cores[tensor.home]) {
                    reached.push_back(cores[reader]);
                }
            }
            std::ranges::sort(reached);
            const auto copies = std::unique(reached.begin(), reached.end()) - reached.begin();
            traffic += Int128{problem_.buffers[i].size.value()} * copies;
        }
        return {narrowed(*std::ranges::max_element(loads)),
                narrowed(std::accumulate(loads.begin(), loads.end(), Int128{0})), narrowed(traffic)};
    }

private:
    void add(const Operator& node, std::size_t index) {
        for (const BufferIndex written : node.writes) {
            TensorUse& tensor = uses_[written];
            tensor.home = tensor.is_written ? tensor.home : index;
            tensor.is_written = true;
        }
        for (const BufferIndex read : node.reads) {
            TensorUse& tensor = uses_[read];
            // An operand that is named several times is read once.
            if (tensor.readers.empty() || tensor.readers.back() != index) {
                tensor.readers.push_back(index);
            }
            tensor.home = std::min(tensor.home, index);
        }
        work_.push_back(operator_work(problem_, node).total());
    }

    const Problem& problem_;
    IndexedVector<BufferIndex, TensorUse> uses_;
    std::vector<Int128> work_;
};

#ifdef ARENASCOPE_METIS

/// The weights of METIS have 32 bits, and so have their sums.
constexpr Int128 largest_sum = 500'000'000;
/// The busiest core may have this much of the least work that it has in any of the splits.
constexpr Int128 tolerance_percent = 110;
constexpr std::array<idx_t, 8> seeds = {1, 2, 3, 4, 5, 6, 7, 8};

std::vector<idx_t> scaled(const std::vector<Int128>& weights) {
    const Int128 sum = std::accumulate(weights.begin(), weights.end(), Int128{0});
    const Int128 divisor = sum / largest_sum + 1;
    std::vector<idx_t> small;
    for (const Int128 weight : weights) {
        small.push_back(static_cast<idx_t>(std::max<Int128>(1, weight / divisor)));
    }
    return small;
}

/// The network in the form of METIS: the neighbours of vertex i are adjacent[first[i]] to adjacent[first[i + 1] − 1].
struct MetisGraph {
    std::vector<idx_t> first = {0};
    std::vector<idx_t> adjacent;
    std::vector<idx_t> edge_weights;
    std::vector<idx_t> work;
};

MetisGraph metis_graph(const WeightedNetwork& network) {
    std::map<std::pair<std::size_t, std::size_t>, Int128> edges;
    network.for_each_edge([&edges](std::size_t writer, std::size_t reader, std::int64_t bytes) {
        edges[{writer, reader}] += bytes;
        edges[{reader, writer}] += bytes;
    });
    MetisGraph graph;
    std::vector<Int128> weights;
    auto edge = edges.begin();
    for (std::size_t i = 0; i < network.work().size(); ++i) {
        for (; edge != edges.end() && edge->first.first == i; ++edge) {
            graph.adjacent.push_back(static_cast<idx_t>(edge->first.second));
            weights.push_back(edge->second);
        }
        graph.first.push_back(static_cast<idx_t>(graph.adjacent.size()));
    }
    graph.edge_weights = scaled(weights);
    graph.work = scaled(network.work());
    return graph;
}

/// One division by METIS; empty: it failed.
std::vector<RegionIndex> divided(MetisGraph& graph, std::int64_t count, idx_t seed, bool by_bisection) {
    std::array<idx_t, METIS_NOPTIONS> options = {};
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = seed;
    options[METIS_OPTION_NUMBERING] = 0;
    auto vertices = static_cast<idx_t>(graph.work.size());
    auto parts = static_cast<idx_t>(count);
    idx_t constraints = 1;
    idx_t cut = 0;
    std::vector<idx_t> part(graph.work.size(), 0);
    const auto divide = by_bisection ? METIS_PartGraphRecursive : METIS_PartGraphKway;
    const int status =
        divide(&vertices, &constraints, graph.first.data(), graph.adjacent.data(), graph.work.data(), nullptr,
               graph.edge_weights.data(), &parts, nullptr, nullptr, options.data(), &cut, part.data());
    std::vector<RegionIndex> cores;
    for (std::size_t i = 0; status == METIS_OK && i < part.size(); ++i) {
        cores.emplace_back(static_cast<std::size_t>(part[i]));
    }
    return cores;
}

std::vector<std::size_t> in_execution_order(const Problem& problem) {
    std::vector<std::size_t> order(problem.graph ? problem.graph->operators.size() : problem.buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&problem](std::size_t a, std::size_t b) {
        return problem.graph
                   ? problem.graph->operators[OperatorIndex(a)].step < problem.graph->operators[OperatorIndex(b)].step
                   : problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
    });
    return order;
}

/// Consecutive operators with about equal work.
std::vector<RegionIndex> split_by_work(const WeightedNetwork& network, const std::vector<std::size_t>& order,
                                       std::int64_t count) {
    const Int128 total = std::accumulate(network.work().begin(), network.work().end(), Int128{0});
    std::vector<RegionIndex> cores(order.size());
    Int128 before = 0;
    for (const std::size_t node : order) {
        // The core in whose share the middle of the operator lies.
        const Int128 middle = 2 * before + network.work()[node];
        const Int128 core = std::min<Int128>(middle * count / std::max<Int128>(2 * total, 1), count - 1);
        cores[node] = RegionIndex(static_cast<std::size_t>(core));
        before += network.work()[node];
    }
    return cores;
}

/// Numbers the cores by their first operator.
void renumber(std::vector<RegionIndex>& cores, const std::vector<std::size_t>& order, std::int64_t count) {
    std::vector<RegionIndex> numbers(static_cast<std::size_t>(count), RegionIndex::none());
    std::size_t next = 0;
    for (const std::size_t node : order) {
        RegionIndex& number = numbers[cores[node].value()];
        number = number == RegionIndex::none() ? RegionIndex(next++) : number;
        cores[node] = number;
    }
}

std::vector<std::vector<RegionIndex>> all_splits(const Problem& problem, const WeightedNetwork& network,
                                                 const std::vector<std::size_t>& order, std::int64_t count) {
    std::vector<std::vector<RegionIndex>> splits = {split_by_work(network, order, count)};
    for (const CoreSplit rule : {CoreSplit::order, CoreSplit::bytes, CoreSplit::round_robin}) {
        splits.push_back(split_by_rule(problem, count, rule).cores);
    }
    const auto vertices = std::ssize(order);
    if (count > 1 && vertices > count && vertices < std::numeric_limits<idx_t>::max() / 4) {
        MetisGraph graph = metis_graph(network);
        for (const idx_t seed : seeds) {
            for (const bool by_bisection : {true, false}) {
                if (auto split = divided(graph, count, seed, by_bisection); !split.empty()) {
                    splits.push_back(std::move(split));
                }
            }
        }
    }
    return splits;
}

#endif

}  // namespace

SplitCost split_cost(const Problem& problem, const std::vector<RegionIndex>& cores, std::int64_t count) {
    return WeightedNetwork(problem).cost_of(cores, count);
}

std::string note_on_work(const Problem& problem) {
    const OperatorWork work = work_of_all(problem);
    const std::size_t count = problem.graph ? problem.graph->operators.size() : 0;
    const std::string bytes = "the bytes that they write";
    if (work.counted == 0) {
        return "split=cost: the work of operators is " + bytes + ", because no multiply-accumulates are known";
    }
    return "split=cost: the work of " + std::to_string(work.counted) + " of " + std::to_string(count) +
           " operators is their multiply-accumulates, " + std::to_string(narrowed(work.multiply_accumulates)) +
           " in all" + (work.counted < count ? "; that of the others is " + bytes : "");
}

bool can_split_by_cost() {
#ifdef ARENASCOPE_METIS
    return true;
#else
    return false;
#endif
}

Expected<CoreAssignment> split_by_cost(const Problem& problem, std::int64_t count) {
#ifdef ARENASCOPE_METIS
    const WeightedNetwork network(problem);
    const std::vector<std::size_t> order = in_execution_order(problem);
    auto splits = all_splits(problem, network, order, count);
    std::vector<SplitCost> costs;
    for (const auto& split : splits) {
        costs.push_back(network.cost_of(split, count));
    }
    const auto is_less_work = [](const SplitCost& a, const SplitCost& b) { return a.largest_work < b.largest_work; };
    const Int128 least = std::ranges::min_element(costs, is_less_work)->largest_work;
    const auto rank = [&](std::size_t i) {
        const bool is_uneven = Int128{costs[i].largest_work} * 100 > least * tolerance_percent;
        return std::tuple(is_uneven, costs[i].traffic, costs[i].largest_work);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < splits.size(); ++i) {
        best = rank(i) < rank(best) ? i : best;
    }
    CoreAssignment assignment = split_by_rule(problem, count, CoreSplit::order);
    assignment.cores = std::move(splits[best]);
    renumber(assignment.cores, order, count);
    return assignment;
#else
    (void)problem;
    (void)count;
    return failure("this build cannot split by cost, because it was built without METIS",
                   "use split=order, bytes or round-robin, or install libmetis-dev and build again");
#endif
}

}  // namespace arenascope

#include "core/model/network/takeovers.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

/// An operator, or the copy of a tensor to another core.
struct ReachNode {
    std::vector<BufferIndex> reads;
    std::vector<BufferIndex> writes;
    const Operator* one = nullptr;  ///< null: a copy
};

/// The nodes in execution order. A copy follows the last operator that writes its source before the copy is alive.
std::vector<ReachNode> nodes_of(const Problem& problem) {
    const auto& operators = problem.graph->operators;
    std::vector<std::vector<ReachNode>> copies(operators.size() + 1);  // by the number of operators before them
    for (const Transfer& transfer : problem.transfers) {
        std::size_t before = 0;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            const bool writes = std::ranges::find(operators[i].writes, transfer.source) != operators[i].writes.end();
            if (writes && operators[i].step <= problem.buffers[transfer.copy].lifetime.begin) {
                before = i + 1;
            }
        }
        copies[before].push_back({{transfer.source}, {transfer.copy}});
    }
    std::vector<ReachNode> nodes;
    for (std::size_t i = 0; i <= operators.size(); ++i) {
        std::ranges::move(copies[i], std::back_inserter(nodes));
        if (i < operators.size()) {
            nodes.push_back({operators[i].reads, operators[i].writes, &operators[i]});
        }
    }
    return nodes;
}

/// The nodes that used one tensor so far.
struct Accesses {
    std::vector<std::uint32_t> writers;  ///< those of its present value
    std::vector<std::uint32_t> readers;  ///< since it was written last
};

/// Finds what every node directly depends on.
class Dependencies {
public:
    explicit Dependencies(const Problem& problem, const std::vector<ReachNode>& nodes)
        : uses_(problem.buffers.size()), needs_(nodes.size()) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            for (const BufferIndex read : nodes[i].reads) {
                read_by(i, uses_[read]);
            }
            for (const BufferIndex written : nodes[i].writes) {
                write_by(i, uses_[written]);
            }
            if (nodes[i].one != nullptr) {
                use_outside(i, *nodes[i].one);
            }
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& of(std::size_t node) const { return needs_[node]; }

private:
    void need(std::uint32_t node, const std::vector<std::uint32_t>& earlier) {
        std::ranges::copy_if(earlier, std::back_inserter(needs_[node]),
                             [node](std::uint32_t one) { return one != node; });
    }
    void read_by(std::uint32_t node, Accesses& uses) {
        need(node, uses.writers);
        uses.readers.push_back(node);
    }
    void write_by(std::uint32_t node, Accesses& uses) {
        need(node, uses.writers);
        need(node, uses.readers);
        uses = {{node}, {}};
    }
    void use_outside(std::uint32_t node, const Operator& one) {
        for (const std::string& read : one.reads_outside) {
            read_by(node, outside_[read]);
        }
        for (const std::string& written : one.writes_outside) {
            write_by(node, outside_[written]);
        }
    }

    IndexedVector<BufferIndex, Accesses> uses_;
    std::unordered_map<std::string_view, Accesses> outside_;
    std::vector<std::vector<std::uint32_t>> needs_;
};

/// By node, the set of its ancestors. Nodes are in execution order.
class Ancestors {
public:
    Ancestors(const Dependencies& dependencies, std::size_t nodes)
        : words_((nodes + word_bits - 1) / word_bits), bits_(words_ * nodes) {
        for (std::size_t i = 0; i < nodes; ++i) {
            std::uint64_t* const own = &bits_[i * words_];
            for (const std::uint32_t needed : dependencies.of(i)) {
                own[needed / word_bits] |= std::uint64_t{1} << (needed % word_bits);
                const std::uint64_t* const theirs = &bits_[needed * words_];
                for (std::size_t word = 0; word <= needed / word_bits; ++word) {
                    own[word] |= theirs[word];
                }
            }
        }
    }

    /// Calls `use(node)` for each common ancestor of some nodes.
    template <class Use>
    void for_each_common(const std::vector<std::uint32_t>& nodes, Use&& use) const {
        for (std::size_t word = 0; word < words_ && !nodes.empty(); ++word) {
            std::uint64_t common = ~std::uint64_t{0};
            for (const std::uint32_t node : nodes) {
                common &= bits_[node * words_ + word];
            }
            for (; common != 0; common &= common - 1) {
                use(word * word_bits + static_cast<std::size_t>(std::countr_zero(common)));
            }
        }
    }

private:
    static constexpr std::size_t word_bits = 64;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

/// The buffers that each node uses, each once, and the nodes that use each buffer.
struct Usage {
    std::vector<std::vector<BufferIndex>> buffers;
    IndexedVector<BufferIndex, std::vector<std::uint32_t>> nodes;
    std::size_t uses = 0;
};

Usage usage_of(const Problem& problem, const std::vector<ReachNode>& nodes) {
    Usage usage{std::vector<std::vector<BufferIndex>>(nodes.size()), {}};
    usage.nodes.resize(problem.buffers.size());
    const auto add = [&usage](std::uint32_t node, BufferIndex buffer) {
        auto& users = usage.nodes[buffer];
        if (users.empty() || users.back() != node) {
            users.push_back(node);
            usage.buffers[node].push_back(buffer);
            ++usage.uses;
        }
    };
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        std::ranges::for_each(nodes[i].reads, [&](BufferIndex buffer) { add(i, buffer); });
        std::ranges::for_each(nodes[i].writes, [&](BufferIndex buffer) { add(i, buffer); });
    }
    // Scratch that no operator names belongs to the operators of its step.
    std::unordered_map<std::int64_t, std::vector<BufferIndex>> nameless;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].kind == BufferKind::scratch && usage.nodes[i].empty()) {
            nameless[problem.buffers[i].lifetime.begin.value()].emplace_back(i);
        }
    }
    for (std::uint32_t i = 0; i < nodes.size() && !nameless.empty(); ++i) {
        if (nodes[i].one == nullptr) {
            continue;
        }
        if (const auto found = nameless.find(nodes[i].one->step.value()); found != nameless.end()) {
            std::ranges::for_each(found->second, [&](BufferIndex buffer) { add(i, buffer); });
        }
    }
    return usage;
}

bool hands_on(const Buffer& buffer) {
    return buffer.kind != BufferKind::output && buffer.kind != BufferKind::variable;
}

bool takes_over(const Buffer& buffer) {
    return buffer.kind != BufferKind::input && buffer.kind != BufferKind::variable;
}

tl::unexpected<Error> too_many_takeovers() {
    return failure("the usage graph would have more than " + std::to_string(most_takeovers) + " edges",
                   "give the edges that matter in the file (may_take_over), or plan without a usage graph");
}

bool lists(const UsageGraph& graph, BufferIndex taker, BufferIndex giver) {
    const auto& list = graph.may_take_over[taker];
    return std::ranges::find(list, giver) != list.end();
}

}  // namespace

Expected<UsageGraph> takeovers_by_reachability(const Problem& problem) {
    if (!problem.graph) {
        return failure("the file has no operators", "open a model, or attach one to the plan");
    }
    constexpr std::size_t most_nodes = std::size_t{1} << 16U;
    constexpr std::size_t most_looks = std::size_t{1} << 32U;
    const std::vector<ReachNode> nodes = nodes_of(problem);
    const Usage usage = usage_of(problem, nodes);
    if (nodes.size() > most_nodes || usage.uses * problem.buffers.size() > most_looks) {
        return failure("the network is too large for its reachability: " + std::to_string(nodes.size()) +
                           " operators and copies, " + std::to_string(problem.buffers.size()) + " buffers",
                       "give the edges that matter in the file (may_take_over), or plan without a usage graph");
    }
    const Ancestors ancestors(Dependencies(problem, nodes), nodes.size());
    UsageGraph graph;
    graph.may_take_over.resize(problem.buffers.size());
    IndexedVector<BufferIndex, std::uint32_t> seen(problem.buffers.size(), 0);  // users among the ancestors
    std::size_t edges = 0;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const BufferIndex taker(i);
        if (!takes_over(problem.buffers[taker])) {
            continue;
        }
        auto& givers = graph.may_take_over[taker];
        std::ranges::fill(seen, 0);
        ancestors.for_each_common(usage.nodes[taker], [&](std::size_t node) {
            for (const BufferIndex giver : usage.buffers[node]) {
                if (++seen[giver] == usage.nodes[giver].size() && hands_on(problem.buffers[giver]) &&
                    can_take_over(problem, giver, taker)) {
                    givers.push_back(giver);
                }
            }
        });
        std::ranges::sort(givers);
        edges += givers.size();
        if (edges > most_takeovers) {
            return too_many_takeovers();
        }
    }
    return graph;
}

Expected<UsageGraph> takeovers_by_lifetime(const Problem& problem) {
    UsageGraph graph;
    graph.may_take_over.resize(problem.buffers.size());
    std::size_t edges = 0;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& taker = problem.buffers[i];
        for (std::size_t j = 0; j < problem.buffers.size(); ++j) {
            const Buffer& giver = problem.buffers[j];
            if (giver.region == taker.region && giver.lifetime.end <= taker.lifetime.begin) {
                graph.may_take_over[i].emplace_back(j);
            }
        }
        edges += graph.may_take_over[i].size();
        if (edges > most_takeovers) {
            return too_many_takeovers();
        }
    }
    return graph;
}

bool has_takeover(const UsageGraph& graph, BufferIndex a, BufferIndex b) {
    return lists(graph, a, b) || lists(graph, b, a);
}

void set_takeover(UsageGraph& graph, const Problem& problem, BufferIndex a, BufferIndex b, bool allowed) {
    const bool a_begins_later = problem.buffers[a].lifetime.begin > problem.buffers[b].lifetime.begin;
    const auto [taker, giver] = a_begins_later ? std::pair(a, b) : std::pair(b, a);
    if (!allowed) {
        std::erase(graph.may_take_over[taker], giver);
        std::erase(graph.may_take_over[giver], taker);
    } else if (!has_takeover(graph, a, b)) {
        auto& list = graph.may_take_over[taker];
        list.insert(std::ranges::lower_bound(list, giver), giver);
    }
}

bool can_take_over(const Problem& problem, BufferIndex a, BufferIndex b) {
    const Buffer& one = problem.buffers[a];
    const Buffer& other = problem.buffers[b];
    return a != b && one.region == other.region && !overlap(one.lifetime, other.lifetime);
}

Expected<void> derive_takeovers(Problem& problem, std::vector<std::string>& notes) {
    if (!problem.graph) {
        notes.emplace_back("may-take-over=reachability has no effect, because the file has no operators");
        return {};
    }
    auto graph = takeovers_by_reachability(problem);
    if (!graph) {
        return tl::unexpected(graph.error());
    }
    if (problem.usage_graph) {
        notes.emplace_back("the file's usage graph is ignored: may-take-over=reachability derives another one");
    }
    problem.usage_graph = std::move(*graph);
    return {};
}

}  // namespace arenascope

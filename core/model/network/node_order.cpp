#include "core/model/network/node_order.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

constexpr std::size_t no_node = static_cast<std::size_t>(-1);

/// By tensor, the node that writes it; no_node for inputs, constants and variables.
IndexedVector<TensorIndex, std::size_t> writers_of(const Network& network) {
    IndexedVector<TensorIndex, std::size_t> writers(network.tensors.size(), no_node);
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        for (const TensorIndex output : network.nodes[i].outputs) {
            if (output != TensorIndex::none() && !network.tensors[output].variable && writers[output] == no_node) {
                writers[output] = i;
            }
        }
    }
    return writers;
}

/// Calls `use(tensor, writer)` for each operand that a node writes.
template <class Use>
void for_each_written_operand(const Node& node, const IndexedVector<TensorIndex, std::size_t>& writers, Use&& use) {
    for (const auto* operands : {&node.inputs, &node.captures}) {
        for (const TensorIndex operand : *operands) {
            if (operand != TensorIndex::none() && writers[operand] != no_node) {
                use(operand, writers[operand]);
            }
        }
    }
}

std::string name_of(const Node& node) {
    return in_quotes(node.name.empty() ? node.type : node.name);
}

}  // namespace

std::vector<std::size_t> cycle_of(const Network& network) {
    const IndexedVector<TensorIndex, std::size_t> writers = writers_of(network);
    const std::size_t count = network.nodes.size();
    std::vector<std::vector<std::size_t>> readers(count);
    std::vector<std::size_t> waits_for(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        for_each_written_operand(network.nodes[i], writers, [&](TensorIndex, std::size_t writer) {
            readers[writer].push_back(i);
            ++waits_for[i];
        });
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < count; ++i) {
        if (waits_for[i] == 0) {
            ready.push_back(i);
        }
    }
    for (std::size_t at = 0; at < ready.size(); ++at) {
        for (const std::size_t reader : readers[ready[at]]) {
            if (--waits_for[reader] == 0) {
                ready.push_back(reader);
            }
        }
    }
    const auto stuck = std::ranges::find_if(waits_for, [](std::size_t waits) { return waits > 0; });
    if (stuck == waits_for.end()) {
        return {};
    }
    // Each waiting node waits for another waiting node. Going back from writer to writer therefore reaches some node
    // twice.
    std::vector<std::size_t> path;
    std::vector<std::size_t> seen_at(count, no_node);
    auto node = static_cast<std::size_t>(stuck - waits_for.begin());
    while (seen_at[node] == no_node) {
        seen_at[node] = path.size();
        path.push_back(node);
        std::size_t next = no_node;
        for_each_written_operand(network.nodes[node], writers, [&](TensorIndex, std::size_t writer) {
            next = next == no_node && waits_for[writer] > 0 ? writer : next;
        });
        node = next;
    }
    path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(seen_at[node]));
    std::ranges::reverse(path);
    std::rotate(path.begin(), std::ranges::min_element(path), path.end());
    return path;
}

std::string names_in(const Network& network, const std::vector<std::size_t>& cycle) {
    constexpr std::size_t most_named = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(cycle.size(), most_named); ++i) {
        text += name_of(network.nodes[cycle[i]]) + " → ";
    }
    return text + (cycle.size() > most_named ? "… → " : "") + name_of(network.nodes[cycle.front()]);
}

std::optional<EarlyReader> early_reader(const Network& network) {
    const IndexedVector<TensorIndex, std::size_t> writers = writers_of(network);
    std::optional<EarlyReader> found;
    for (std::size_t i = 0; !found && i < network.nodes.size(); ++i) {
        for_each_written_operand(network.nodes[i], writers, [&](TensorIndex tensor, std::size_t writer) {
            if (!found && writer > i) {
                found = EarlyReader{i, writer, tensor};
            }
        });
    }
    return found;
}

std::string order_note(const Network& network) {
    const auto early = early_reader(network);
    if (!early) {
        return {};
    }
    return "the operators are out of order: " + name_of(network.nodes[early->reader]) + " runs before " +
           name_of(network.nodes[early->writer]) + ", which writes " + in_quotes(network.tensors[early->tensor].name) +
           "; the tensor lives from its first use to its last";
}

}  // namespace arenascope

#include "core/model/network/least_peak.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/network/execution_order.h"

namespace arenascope {
namespace {

/// The operators that use a buffer, in list order, each once.
struct BufferUsers {
    std::vector<std::uint32_t> writers;
    std::vector<std::uint32_t> all;
};

/// What the operators need, by their position in the list.
class OrderRules {
public:
    explicit OrderRules(const Problem& problem) : operators_(problem.graph->operators), needs_(operators_.size()) {
        users_.resize(problem.buffers.size());
        for (std::uint32_t i = 0; i < operators_.size(); ++i) {
            std::ranges::for_each(operators_[i].reads, [&](BufferIndex read) { add_once(users_[read].all, i); });
            for (const BufferIndex written : operators_[i].writes) {
                add_once(users_[written].writers, i);
                add_once(users_[written].all, i);
            }
        }
        for (std::size_t i = 0; i < users_.size(); ++i) {
            const BufferUsers& users = users_[i];
            if (users.writers.size() > 1 || problem.buffers[i].kind == BufferKind::variable) {
                keep(users.all);
            } else if (!users.writers.empty()) {
                std::ranges::for_each(users.all, [&](std::uint32_t user) { need(user, users.writers.front()); });
            }
        }
        for (std::uint32_t i = 0; i < operators_.size(); ++i) {
            if (operators_[i].keeps_order) {
                kept_.push_back(i);
            }
        }
        keep(kept_);
        use_outside();
    }

    [[nodiscard]] const IndexedVector<BufferIndex, BufferUsers>& users() const { return users_; }
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& needs() const { return needs_; }
    [[nodiscard]] const std::vector<std::uint32_t>& kept() const { return kept_; }

    /// The operators in an order that follows the rules, the first in the list first. Shorter if there is a cycle.
    [[nodiscard]] std::vector<std::uint32_t> first_order() const {
        std::vector<std::vector<std::uint32_t>> readers(needs_.size());
        std::vector<std::size_t> waits(needs_.size());
        std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
        for (std::uint32_t i = 0; i < needs_.size(); ++i) {
            waits[i] = needs_[i].size();
            std::ranges::for_each(needs_[i], [&](std::uint32_t earlier) { readers[earlier].push_back(i); });
            if (waits[i] == 0) {
                ready.push(i);
            }
        }
        std::vector<std::uint32_t> order;
        while (!ready.empty()) {
            order.push_back(ready.top());
            ready.pop();
            for (const std::uint32_t reader : readers[order.back()]) {
                if (--waits[reader] == 0) {
                    ready.push(reader);
                }
            }
        }
        return order;
    }

private:
    static void add_once(std::vector<std::uint32_t>& list, std::uint32_t i) {
        if (list.empty() || list.back() != i) {
            list.push_back(i);
        }
    }
    void need(std::uint32_t one, std::uint32_t earlier) {
        if (one != earlier) {
            needs_[one].push_back(earlier);
        }
    }
    void keep(const std::vector<std::uint32_t>& users) {
        for (std::size_t i = 1; i < users.size(); ++i) {
            need(users[i], users[i - 1]);
        }
    }

    /// Tensors without a buffer: what is read was written before, and is written again only afterwards.
    void use_outside() {
        struct Uses {
            std::vector<std::uint32_t> writer;  ///< the last one; empty: none
            std::vector<std::uint32_t> readers;
        };
        std::unordered_map<std::string_view, Uses> outside;
        for (std::uint32_t i = 0; i < operators_.size(); ++i) {
            const auto need_all = [&](const std::vector<std::uint32_t>& earlier) {
                std::ranges::for_each(earlier, [&](std::uint32_t one) { need(i, one); });
            };
            for (const std::string& read : operators_[i].reads_outside) {
                need_all(outside[read].writer);
                outside[read].readers.push_back(i);
            }
            for (const std::string& written : operators_[i].writes_outside) {
                Uses& uses = outside[written];
                need_all(uses.writer);
                need_all(uses.readers);
                uses = {{i}, {}};
            }
        }
    }

    const IndexedVector<OperatorIndex, Operator>& operators_;
    IndexedVector<BufferIndex, BufferUsers> users_;
    std::vector<std::vector<std::uint32_t>> needs_;
    std::vector<std::uint32_t> kept_;
};

void sort_uniquely(std::vector<OrderNode>& nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

Bytes counted_size(const Problem& problem, BufferIndex index) {
    const ScratchRequest* request = scratch_request_of(problem, index);
    return request != nullptr && request->variable ? request->minimum : problem.buffers[index].size;
}

/// Adds a tensor for each buffer, given the node of each operator.
void add_tensors(NetworkOrder& order, const Problem& problem, const OrderRules& rules,
                 const std::vector<OrderNode>& node_of) {
    const auto& operators = problem.graph->operators;
    std::unordered_map<std::int64_t, OrderNode> node_at;  // by step, as run_in_order() moves scratch
    std::optional<Lifetime> steps;
    for (const OperatorIndex index : order.operators) {
        const Step step = operators[index].step;
        node_at.emplace(step.value(), node_of[index.value()]);
        const Lifetime own{step, step + Duration(1)};
        steps = steps ? Lifetime{std::min(steps->begin, own.begin), std::max(steps->end, own.end)} : own;
    }
    const auto ends = fixed_ends(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const Lifetime& lifetime = buffer.lifetime;
        OrderTensor tensor{counted_size(problem, BufferIndex(i)), {}, ends[i].begin, ends[i].end};
        for (const std::uint32_t user : rules.users()[i].all) {
            tensor.users.push_back(node_of[user]);
        }
        const auto at = node_at.find(lifetime.begin.value());
        if (tensor.users.empty() && buffer.kind == BufferKind::scratch && length(lifetime) == Duration(1) &&
            at != node_at.end()) {
            tensor = {tensor.size, {at->second}};
        }
        if (!tensor.users.empty()) {
            sort_uniquely(tensor.users);
            order.problem.tensors.push_back(std::move(tensor));
        } else if (buffer.gaps().empty() && lifetime.begin <= steps->begin && lifetime.end >= steps->end) {
            order.throughout = order.throughout + tensor.size;
        }
    }
}

tl::unexpected<Error> without_effect(std::string cause, std::string cure) {
    return failure("execution-order=least-peak has no effect, because " + std::move(cause), std::move(cure));
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
    }
    return names.size() > most ? list + ", …" : list;
}

}  // namespace

Expected<NetworkOrder> network_order(const Problem& problem) {
    const auto& operators = problem.graph->operators;
    const OrderRules rules(problem);
    const std::vector<std::uint32_t> order = rules.first_order();
    std::vector<OrderNode> node_of(operators.size(), static_cast<OrderNode>(order.size()));
    NetworkOrder result;
    for (const std::uint32_t index : order) {
        node_of[index] = static_cast<OrderNode>(result.operators.size());
        result.operators.emplace_back(index);
    }
    if (order.size() < operators.size()) {
        const auto stuck = static_cast<std::size_t>(std::ranges::find(node_of, order.size()) - node_of.begin());
        return without_effect(
            "operator " + in_quotes(operators[stuck].name) + " must run before and after another one: there is a cycle",
            "remove the cycle from the graph");
    }
    result.problem.needs.resize(order.size());
    result.problem.extra.resize(order.size());
    for (std::size_t i = 0; i < operators.size(); ++i) {
        auto& needs = result.problem.needs[node_of[i]];
        std::ranges::transform(rules.needs()[i], std::back_inserter(needs),
                               [&](std::uint32_t earlier) { return node_of[earlier]; });
        sort_uniquely(needs);
    }
    for (const std::uint32_t kept : rules.kept()) {
        result.kept.emplace_back(kept);
    }
    add_tensors(result, problem, rules, node_of);
    return result;
}

Expected<LeastPeakSearch> least_peak_search(const Problem& problem, const OrderLimits& limits) {
    if (!problem.graph || problem.graph->operators.empty()) {
        return without_effect("the file has no operators", "open a model, or a plan with its operators");
    }
    if (!problem.transfers.empty()) {
        return without_effect("the file already copies tensors between cores at fixed steps",
                              "open the problem that is not split yet");
    }
    const auto is_elsewhere = [&problem](const Buffer& buffer) {
        return buffer.region != problem.buffers.front().region;
    };
    if (std::ranges::any_of(problem.buffers, is_elsewhere)) {
        return without_effect("the buffers lie in several memories", "open the model itself");
    }
    const auto network = network_order(problem);
    if (!network) {
        return tl::unexpected(network.error());
    }
    const LeastPeakOrder found = least_peak_order(network->problem, limits);
    const auto& operators = problem.graph->operators;
    LeastPeakSearch search;
    search.threshold = network->throughout + found.peak;
    search.lower_bound = network->throughout + found.lower_bound;
    for (const OrderNode node : found.order) {
        search.order.push_back(network->operators[node]);
    }
    if (found.narrowest) {
        search.limit = operators[network->operators[*found.narrowest]].name;
    }
    if (network->kept.size() > 1) {
        std::ranges::transform(network->kept, std::back_inserter(search.kept),
                               [&](OperatorIndex index) { return operators[index].name; });
    }
    return search;
}

std::string least_peak_note(const LeastPeakSearch& search, Bytes before, Bytes after, bool is_bound) {
    const auto amount = [](Bytes bytes) { return grouped(bytes) + " B"; };
    const bool is_proved = is_bound && search.lower_bound == after;
    std::string note =
        after < before
            ? "execution-order=least-peak lowers the threshold from " + amount(before) + " to " + amount(after)
            : "execution-order=least-peak keeps the file's order and its threshold of " + amount(before);
    if (is_proved) {
        note += ": no order has a lower one";
    } else if (is_bound) {
        note += ": no order is below " + amount(search.lower_bound) + ", and the search ended before it knew more";
    } else {
        note += ": the best of one memory, which proves nothing for these buffers";
    }
    if (is_proved && !search.limit.empty()) {
        note += ", because operator " + in_quotes(search.limit) + " needs that much in any order";
    }
    if (!search.kept.empty()) {
        note += "; " + std::to_string(search.kept.size()) +
                " operators keep their order among themselves, because they have effects beside their outputs, are "
                "random or unknown: " +
                listed(search.kept);
    }
    return note;
}

}  // namespace arenascope

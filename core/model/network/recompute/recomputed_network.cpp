#include "core/model/network/recompute/recomputed_network.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace arenascope {
namespace {

bool has(const std::vector<TensorIndex>& list, TensorIndex tensor) {
    return std::ranges::find(list, tensor) != list.end();
}

/// What a step writes, where that is one tensor; none() otherwise.
TensorIndex only_output(const Node& node) {
    return node.outputs.size() == 1 ? node.outputs.front() : TensorIndex::none();
}

/// The steps that run again, ascending: the last one, and those from the first one on that it needs.
std::vector<std::size_t> steps_of(const SplitSteps& steps, const Repeat& repeat) {
    std::vector<bool> is_needed(repeat.last - repeat.first + 1, false);
    is_needed.back() = true;
    std::vector<std::size_t> needed;
    for (std::size_t step = repeat.last + 1; step-- > repeat.first;) {
        if (!is_needed[step - repeat.first]) {
            continue;
        }
        needed.push_back(step);
        for (const SplitSteps::Operand& operand : steps.operands(step)) {
            if (operand.writer >= repeat.first && operand.writer < step) {
                is_needed[operand.writer - repeat.first] = true;
            }
        }
    }
    std::ranges::reverse(needed);
    return needed;
}

/// Why an operator would not give the same numbers again; empty: it would.
std::string reason_against_step(const SplitSteps& steps, std::size_t step) {
    const Node& node = steps.node(step);
    if (!node.known) {
        return steps.label_of(step) + " is custom, so that nothing is known of its effects";
    }
    if (!node.folds) {
        return steps.label_of(step) + " is random, or has effects beside its output";
    }
    if (!node.bodies.empty() || !node.captures.empty()) {
        return steps.label_of(step) + " contains graphs";
    }
    if (node.part) {
        return steps.label_of(step) + " runs in parts";
    }
    if (only_output(node) == TensorIndex::none()) {
        return steps.label_of(step) + " does not write exactly one tensor";
    }
    const Network& network = steps.network();
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const TensorIndex read = node.inputs[i];
        if (read == TensorIndex::none()) {
            continue;
        }
        if (network.tensors[read].variable) {
            return steps.label_of(step) + " reads a variable, which may have changed since";
        }
        const auto operand = std::ranges::find(steps.operands(step), i, &SplitSteps::Operand::position);
        const bool is_written = operand != steps.operands(step).end();
        if (is_written && operand->writer >= step) {
            return steps.label_of(step) + " reads what is written later";
        }
        // What an operator that takes no step writes is known before the run.
        const bool is_known =
            network.tensors[read].constant || has(network.inputs, read) ||
            std::ranges::any_of(network.nodes, [read](const Node& one) { return has(one.outputs, read); });
        if (!is_written && !is_known) {
            return steps.label_of(step) + " reads scratch, which no operator writes";
        }
    }
    return {};
}

class NetworkRepeater {
public:
    explicit NetworkRepeater(const SplitSteps& steps) : steps_(steps), result_{steps.network(), {}} {
        Network& network = result_.network;
        network.nodes.clear();
        if (!network.offline_plan.empty()) {
            network.offline_plan.clear();
            network.notes.emplace_back("the offline plan of the model was ignored: in it every operator runs once");
        }
    }

    RecomputedNetwork run(const std::vector<Repeat>& repeats) {
        const auto& nodes = steps_.network().nodes;
        std::size_t step = 0;
        auto repeat = repeats.begin();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const bool is_step = step < steps_.size() && steps_.nodes()[step] == i;
            for (; is_step && repeat != repeats.end() && repeat->before == step; ++repeat) {
                add(*repeat);
            }
            Node node = nodes[i];
            read_latest(node, latest_);
            if (is_step) {
                result_.origins.push_back({step++, result_.network.nodes.size(), nullptr});
            }
            result_.network.nodes.push_back(std::move(node));
        }
        return std::move(result_);
    }

private:
    using Copies = std::unordered_map<TensorIndex, TensorIndex>;

    static void read_latest(Node& node, const Copies& copies) {
        for (TensorIndex& read : node.inputs) {
            if (const auto copy = copies.find(read); copy != copies.end()) {
                read = copy->second;
            }
        }
    }

    void add(const Repeat& repeat) {
        const std::string suffix = ", again for step " + std::to_string(repeat.before);
        Copies own;
        TensorIndex written;
        for (const std::size_t step : steps_of(steps_, repeat)) {
            Node node = steps_.node(step);
            const TensorIndex whole = node.outputs.front();
            for (TensorIndex& read : node.inputs) {
                const auto inner = own.find(read);
                const auto latest = latest_.find(read);
                read = inner != own.end() ? inner->second : latest != latest_.end() ? latest->second : read;
            }
            Tensor tensor = result_.network.tensors[whole];
            tensor.name = (tensor.name.empty() ? "tensor " + std::to_string(whole.value()) : tensor.name) + suffix;
            written = TensorIndex(result_.network.tensors.size());
            result_.network.tensors.push_back(std::move(tensor));
            own.insert_or_assign(whole, written);
            node.outputs = {written};
            node.name = (node.name.empty() ? node.type + " " + std::to_string(step) : node.name) + suffix;
            result_.origins.push_back({step, result_.network.nodes.size(), &repeat});
            result_.network.nodes.push_back(std::move(node));
        }
        latest_.insert_or_assign(steps_.node(repeat.last).outputs.front(), written);
    }

    const SplitSteps& steps_;
    RecomputedNetwork result_;
    Copies latest_;  ///< of tensors of the whole network
};

}  // namespace

std::string reason_against(const SplitSteps& steps, const Repeat& repeat) {
    if (const std::size_t highest = std::max(repeat.last, repeat.before); highest >= steps.size()) {
        return "there is no step " + std::to_string(highest) + ": the last one is step " +
               std::to_string(static_cast<std::int64_t>(steps.size()) - 1);
    }
    if (repeat.before <= repeat.last) {
        return steps.label_of(repeat.last) + " has not run before step " + std::to_string(repeat.before);
    }
    for (const std::size_t step : steps_of(steps, repeat)) {
        if (auto reason = reason_against_step(steps, step); !reason.empty()) {
            return reason;
        }
    }
    const Network& network = steps.network();
    const TensorIndex written = steps.node(repeat.last).outputs.front();
    if (!has(steps.node(repeat.before).inputs, written)) {
        return steps.label_of(repeat.before) + " does not read what " + steps.label_of(repeat.last) + " writes";
    }
    bool is_read_before = false;
    for (std::size_t step = repeat.last + 1; step < repeat.before && !is_read_before; ++step) {
        is_read_before = has(steps.node(step).inputs, written);
    }
    if (!is_read_before) {
        return steps.label_of(repeat.before) + " is the first that reads what " + steps.label_of(repeat.last) +
               " writes, so that this can run later, but need not run twice";
    }
    if (has(network.outputs, written) || has(network.inputs, written) || network.tensors[written].variable) {
        return "what " + steps.label_of(repeat.last) + " writes is an output of the network, or a variable";
    }
    const auto reads_or_writes = [&](const Node& node) {
        return has(node.captures, written) || (has(node.outputs, written) && &node != &steps.node(repeat.last));
    };
    return std::ranges::any_of(network.nodes, reads_or_writes)
               ? "what " + steps.label_of(repeat.last) +
                     " writes is used by a graph inside an operator, or written twice"
               : std::string();
}

RecomputedNetwork recomputed_network(const SplitSteps& steps, const std::vector<Repeat>& repeats) {
    return NetworkRepeater(steps).run(repeats);
}

}  // namespace arenascope

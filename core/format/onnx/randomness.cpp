#include "core/format/onnx/randomness.h"

#include <algorithm>
#include <vector>

namespace arenascope::onnx_file {
namespace {

bool draws_numbers(const Node& node) {
    constexpr std::string_view types[] = {"RandomNormal",      "RandomNormalLike", "RandomUniform",
                                          "RandomUniformLike", "Multinomial",      "Bernoulli"};
    return std::ranges::find(types, node.type) != std::end(types);
}

/// Whether a Dropout may be in training mode. `given_value` is the value of its operand training_mode; null: unknown.
bool may_train(const Node& node, std::int64_t version, const KnownValue* given_value) {
    constexpr std::int64_t first_without_is_test = 7;
    constexpr std::int64_t first_with_training_operand = 12;
    constexpr std::size_t training = 2;
    if (version < first_without_is_test) {
        return integer_of(node, "is_test", 0) == 0;
    }
    if (version < first_with_training_operand || node.inputs.size() <= training || node.inputs[training].empty()) {
        return false;
    }
    return given_value == nullptr || given_value->numbers.size() != 1 || !given_value->all_known() ||
           given_value->numbers.front().integer != 0;
}

/// Whether a standard operator is random itself, subgraphs aside.
bool is_random(const Node& node, std::int64_t version, const KnownValue* given_value) {
    return is_standard(node) &&
           (draws_numbers(node) || (node.type == "Dropout" && may_train(node, version, given_value)));
}

std::int64_t version_of_standard(const std::vector<OperatorSet>& sets, std::int64_t otherwise) {
    const auto found =
        std::ranges::find_if(sets, [](const OperatorSet& set) { return short_domain(set.domain).empty(); });
    return found == sets.end() ? otherwise : found->version;
}

/// Whether the test holds for any node in the subgraphs of a node, at any depth.
template <class Test>
bool any_inside(const Node& node, const Test& test) {
    return std::ranges::any_of(node.attributes, [&test](const Attribute& attribute) {
        return std::ranges::any_of(attribute.graphs, [&test](const Graph& graph) {
            return std::ranges::any_of(
                graph.nodes, [&test](const Node& inside) { return test(inside) || any_inside(inside, test); });
        });
    });
}

}  // namespace

Randomness::Randomness(const Model& model, const FunctionTable& functions)
    : functions_(functions), version_(version_of_standard(model.operator_sets, 1)) {
    std::map<const Function*, std::vector<const Function*>> callers;
    std::vector<const Function*> waiting;
    for (const Function& function : model.functions) {
        const std::int64_t version = version_of_standard(function.operator_sets, version_);
        const auto scan_node = [&](const Node& node) {
            if (const Function* called = functions.called_by(node)) {
                callers[called].push_back(&function);
            } else if (is_random(node, version, nullptr)) {
                waiting.push_back(&function);
            }
            return false;
        };
        for (const Node& node : function.nodes) {
            scan_node(node);
            any_inside(node, scan_node);
        }
    }
    while (!waiting.empty()) {
        const Function* random = waiting.back();
        waiting.pop_back();
        if (random_.insert(random).second) {
            waiting.insert(waiting.end(), callers[random].begin(), callers[random].end());
        }
    }
}

bool Randomness::is_in(const Node& node, const Scope& scope) const {
    const auto is_random_node = [this](const Node& candidate, const KnownValue* given_value) {
        const Function* called = functions_.called_by(candidate);
        return called != nullptr ? random_.contains(called) : is_random(candidate, version_, given_value);
    };
    constexpr std::size_t training = 2;
    const KnownTensor* given_value = node.inputs.size() > training ? scope.find(node.inputs[training]) : nullptr;
    return is_random_node(node, given_value != nullptr && given_value->value ? &*given_value->value : nullptr) ||
           any_inside(node, [&is_random_node](const Node& inside) { return is_random_node(inside, nullptr); });
}

}  // namespace arenascope::onnx_file

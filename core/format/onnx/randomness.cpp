#include "core/format/onnx/randomness.h"

#include <algorithm>
#include <vector>

namespace arenascope::onnx_file {
namespace {

bool draws_numbers(const Node& node) {
    constexpr std::string_view types[] = {"RandomNormal",      "RandomNormalLike", "RandomUniform",
                                          "RandomUniformLike", "Multinomial",      "Bernoulli"};
    return std::find(std::begin(types), std::end(types), node.type) != std::end(types);
}

/// Whether a Dropout trains, or may: `told` is its third operand, null where nothing is known of that.
bool may_drop(const Node& node, std::int64_t version, const KnownValue* told) {
    constexpr std::int64_t first_that_only_runs = 7;
    constexpr std::int64_t first_that_is_told = 12;
    constexpr std::size_t training = 2;
    if (version < first_that_only_runs) {
        return whole_of(node, "is_test", 0) == 0;
    }
    if (version < first_that_is_told || node.inputs.size() <= training || node.inputs[training].empty()) {
        return false;
    }
    return told == nullptr || told->numbers.size() != 1 || !told->all_known() || told->numbers.front().whole != 0;
}

/// An operator of the standard, without what lies inside it.
bool is_random(const Node& node, std::int64_t version, const KnownValue* told) {
    return is_standard(node) && (draws_numbers(node) || (node.type == "Dropout" && may_drop(node, version, told)));
}

std::int64_t version_of_standard(const std::vector<OperatorSet>& sets, std::int64_t otherwise) {
    const auto found =
        std::find_if(sets.begin(), sets.end(), [](const OperatorSet& set) { return short_domain(set.domain).empty(); });
    return found == sets.end() ? otherwise : found->version;
}

/// Whether one of the nodes in the graphs inside a node is such as asked for, at any depth.
template <class Test>
bool any_inside(const Node& node, const Test& test) {
    return std::any_of(node.attributes.begin(), node.attributes.end(), [&test](const Attribute& attribute) {
        return std::any_of(attribute.graphs.begin(), attribute.graphs.end(), [&test](const Graph& graph) {
            return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                               [&test](const Node& inside) { return test(inside) || any_inside(inside, test); });
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
        const auto look_at = [&](const Node& node) {
            if (const Function* called = functions.called_by(node)) {
                callers[called].push_back(&function);
            } else if (is_random(node, version, nullptr)) {
                waiting.push_back(&function);
            }
            return false;
        };
        for (const Node& node : function.nodes) {
            look_at(node);
            any_inside(node, look_at);
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
    const auto is_one = [this](const Node& one, const KnownValue* told) {
        const Function* called = functions_.called_by(one);
        return called != nullptr ? random_.contains(called) : is_random(one, version_, told);
    };
    constexpr std::size_t training = 2;
    const KnownTensor* told = node.inputs.size() > training ? scope.find(node.inputs[training]) : nullptr;
    return is_one(node, told != nullptr && told->value ? &*told->value : nullptr) ||
           any_inside(node, [&is_one](const Node& inside) { return is_one(inside, nullptr); });
}

}  // namespace arenascope::onnx_file

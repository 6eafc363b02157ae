#include "core/format/onnx/onnx_model.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include <queue>

#include "core/error/quotation.h"
#include "core/format/onnx/captures.h"
#include "core/format/onnx/model.h"
#include "core/format/onnx/open_dimensions.h"
#include "core/format/onnx/randomness.h"
#include "core/format/onnx/type_propagation.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace onnx_file {
namespace {

std::string_view name_of(DeclaredType::Kind kind) {
    switch (kind) {
        case DeclaredType::Kind::sequence:
            return "sequence";
        case DeclaredType::Kind::map:
            return "map";
        case DeclaredType::Kind::optional:
            return "optional";
        default:
            return {};
    }
}

/// Puts the nodes in an order in which each comes behind what it reads, as early as the file has it. A file that keeps
/// to the standard is in that order already. What lies on a circle stays behind the others. Returns the name of a value
/// that was read too early; empty where the order was right.
std::string put_in_order(std::vector<Node>& nodes) {
    std::unordered_map<std::string_view, std::size_t> producer;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string_view output : nodes[i].outputs) {
            producer.emplace(output, i);
        }
    }
    std::vector<std::vector<std::size_t>> readers(nodes.size());
    std::vector<std::size_t> waits_for(nodes.size(), 0);
    std::string_view read_early;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto note = [&](std::string_view name) {
            if (const auto found = producer.find(name); !name.empty() && found != producer.end()) {
                readers[found->second].push_back(i);
                ++waits_for[i];
                read_early = read_early.empty() && found->second >= i ? name : read_early;
            }
        };
        std::for_each(nodes[i].inputs.begin(), nodes[i].inputs.end(), note);
        const auto captured = captures_of(nodes[i]);
        std::for_each(captured.begin(), captured.end(), note);
    }
    if (read_early.empty()) {
        return {};
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (waits_for[i] == 0) {
            ready.push(i);
        }
    }
    std::vector<Node> ordered;
    std::vector<bool> is_done(nodes.size(), false);
    while (!ready.empty()) {
        const std::size_t next = ready.top();
        ready.pop();
        is_done[next] = true;
        ordered.push_back(std::move(nodes[next]));
        for (const std::size_t reader : readers[next]) {
            if (--waits_for[reader] == 0) {
                ready.push(reader);
            }
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!is_done[i]) {
            ordered.push_back(std::move(nodes[i]));
        }
    }
    nodes = std::move(ordered);
    return std::string(read_early);
}

/// The same for a graph and all graphs inside its operators. Adds a note for each graph whose order was wrong, up to a
/// few.
void put_in_order(Graph& graph, std::vector<std::string>& notes) {
    constexpr std::size_t most_notes = 8;
    for (Node& node : graph.nodes) {
        for (Attribute& attribute : node.attributes) {
            for (Graph& inside : attribute.graphs) {
                put_in_order(inside, notes);
            }
        }
    }
    const std::string early = put_in_order(graph.nodes);
    if (!early.empty() && notes.size() < most_notes) {
        notes.push_back("the operators are out of order: " + in_quotes(early) +
                        " is read before it is written. They run in an order in which it is not");
    }
}

/// What all graphs of a model have in common.
struct ModelFacts {
    ModelFacts(const Model& model, const ImportOptions& options, std::size_t content_size)
        : functions(model),
          randomness(model, functions),
          dimensions(options),
          propagation(model, functions, dimensions, content_size) {}

    FunctionTable functions;
    Randomness randomness;
    OpenDimensions dimensions;
    TypePropagation propagation;
};

class NetworkBuilder {
public:
    /// `outer` builds the network around the graph; null for the main graph.
    NetworkBuilder(const Graph& graph, ModelFacts& facts, const std::string& source, NetworkBuilder* outer)
        : graph_(graph),
          facts_(facts),
          source_(source),
          outer_(outer),
          scope_(outer != nullptr ? &outer->scope_ : nullptr) {}

    Expected<Network> build() {
        network_.kind = ModelKind::onnx;
        network_.name = graph_.name;
        add_inputs();
        find_types();
        for (const Node& node : graph_.nodes) {
            is_own_.insert(node.outputs.begin(), node.outputs.end());
        }
        for (const Node& node : graph_.nodes) {
            if (auto added = add_node(node); !added) {
                return tl::unexpected(added.error());
            }
        }
        for (const DeclaredValue& output : graph_.outputs) {
            network_.outputs.push_back(tensor_named(output.name));
        }
        return std::move(network_);
    }

private:
    void add_inputs() {
        for (const StoredTensor& stored : graph_.initializers) {
            is_own_.insert(stored.name);
            const TensorIndex index = tensor_named(stored.name);
            Tensor& tensor = network_.tensors[index];
            set_type(tensor, {DeclaredType::Kind::tensor, stored.element, stored.shape});
            tensor.constant = true;
        }
        for (const DeclaredValue& input : graph_.inputs) {
            // Old files list what they store among the inputs.
            if (tensors_.contains(input.name)) {
                continue;
            }
            is_own_.insert(input.name);
            const TensorIndex index = tensor_named(input.name);
            network_.inputs.push_back(index);
            is_produced_[index] = true;
            if (outer_ == nullptr) {
                TensorType type = facts_.dimensions.type_of_input(input);
                set_type(network_.tensors[index], type);
                scope_.put(input.name, {std::move(type), std::nullopt});
            }
        }
    }

    /// The types of a graph inside an operator are known by now.
    void find_types() {
        if (outer_ == nullptr) {
            facts_.propagation.run(graph_, scope_);
            return;
        }
        if (const Scope::Values* values = facts_.propagation.values_inside(graph_)) {
            for (const auto& [name, tensor] : *values) {
                scope_.put(name, tensor);
            }
        }
        for (const TensorIndex input : network_.inputs) {
            Tensor& tensor = network_.tensors[input];
            if (const KnownTensor* known = scope_.find(tensor.name)) {
                set_type(tensor, known->type);
                tensor.bounded = known->bounded;
            }
        }
    }

    /// The tensor of that name, which is new where it was not named before. One that is not defined in this graph is
    /// that of the graph around it.
    TensorIndex tensor_named(std::string_view name) {
        const auto [found, is_new] = tensors_.try_emplace(name, TensorIndex(network_.tensors.size()));
        if (is_new) {
            Tensor& tensor = network_.tensors.emplace_back();
            tensor.name = name;
            is_produced_.push_back(false);
            if (outer_ != nullptr && !is_own_.contains(name)) {
                tensor.outer = outer_->tensor_named(name);
                if (const KnownTensor* known = scope_.find(name)) {
                    set_type(network_.tensors[found->second], known->type);
                }
            }
        }
        return found->second;
    }

    static void set_type(Tensor& tensor, const TensorType& type) {
        const bool is_tensor = type.kind == DeclaredType::Kind::tensor || type.kind == DeclaredType::Kind::none;
        tensor.type = is_tensor ? element_name(type.element) : name_of(type.kind);
        tensor.element_bits = is_tensor ? element_bits(type.element) : 0;
        tensor.shape = type.shape;
    }

    Expected<void> add_node(const Node& node) {
        const bool is_defined_here = facts_.functions.called_by(node) != nullptr;
        const bool is_constant = is_standard(node) && !is_defined_here && node.type == "Constant";
        arenascope::Node one;
        one.name = node.name;
        one.type = full_type(node);
        for (const std::string_view input : node.inputs) {
            one.inputs.push_back(input.empty() ? TensorIndex::none() : tensor_named(input));
        }
        for (const std::string_view output : node.outputs) {
            one.outputs.push_back(output.empty() ? TensorIndex::none() : tensor_named(output));
            if (output.empty()) {
                continue;
            }
            const std::size_t at = one.outputs.back().value();
            Tensor& tensor = network_.tensors[at];
            if (is_produced_[at] || tensor.constant) {
                return failure(Error{source_, 0,
                                     "operator " + in_quotes(label_of(node)) + " puts out " + in_quotes(output) +
                                         ", which is there already",
                                     "give each value a name of its own"});
            }
            is_produced_[at] = true;
            tensor.constant = is_constant;
            if (const KnownTensor* known = scope_.find(output)) {
                set_type(tensor, known->type);
                tensor.bounded = known->bounded;
            }
        }
        if (is_constant) {
            return {};
        }
        for (const std::string_view name : captures_of(node)) {
            one.captures.push_back(tensor_named(name));
        }
        add_bodies(node, one);
        one.axis = axis_of(node);
        one.folds = !facts_.randomness.is_in(node, scope_);
        one.shares = one.folds && !is_defined_here;
        network_.nodes.push_back(std::move(one));
        return {};
    }

    /// The graphs inside an operator. Those of an If whose condition is known are but the branch that is taken.
    void add_bodies(const Node& node, arenascope::Node& one) {
        const bool is_known = is_standard(node) && (node.type == "If" || node.type == "Loop" || node.type == "Scan");
        bool is_any_known = false;
        bool is_any_unknown = false;
        for (const Attribute& attribute : node.attributes) {
            for (const Graph& inside : attribute.graphs) {
                if (!is_known || facts_.propagation.values_inside(inside) == nullptr) {
                    is_any_unknown = true;
                    continue;
                }
                is_any_known = true;
                auto body = NetworkBuilder(inside, facts_, source_, this).build();
                if (!body) {
                    one.unread_body = body.error().cause;
                    continue;
                }
                one.bodies.push_back(std::make_shared<const Network>(std::move(*body)));
            }
        }
        const bool is_branch_taken = node.type == "If" && is_any_known;
        if (is_any_unknown && !is_branch_taken) {
            one.unread_body = is_known ? "the graphs inside it could not be gone through"
                                       : "what " + shown(node.type) + " does with the graph inside it is not known";
        }
    }

    /// As people call it: com.microsoft.Gelu is not the Gelu of the standard.
    [[nodiscard]] static std::string full_type(const Node& node) {
        return (is_standard(node) ? std::string() : std::string(node.domain) + ".") + std::string(node.type);
    }

    [[nodiscard]] static std::string label_of(const Node& node) {
        return shown(node.name.empty() ? node.type : node.name);
    }

    [[nodiscard]] static std::optional<std::int64_t> axis_of(const Node& node) {
        if (!is_standard(node) || (node.type != "Concat" && node.type != "Split")) {
            return std::nullopt;
        }
        // Concat had a default once; since then it must say its axis.
        return whole_of(node, "axis", node.type == "Concat" ? 1 : 0);
    }

    const Graph& graph_;
    ModelFacts& facts_;
    const std::string& source_;
    NetworkBuilder* outer_;
    Scope scope_;
    Network network_;
    std::unordered_map<std::string_view, TensorIndex> tensors_;
    std::unordered_set<std::string_view> is_own_;  ///< names that this graph defines
    IndexedVector<TensorIndex, bool> is_produced_;
};

}  // namespace
}  // namespace onnx_file

Expected<Network> parse_onnx(std::string_view content, const std::string& source, const ImportOptions& options) {
    auto model = onnx_file::parse_model(content, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (!options.subgraph.empty() && options.subgraph != "0" && options.subgraph != model->graph->name) {
        return failure(Error{source, 0, "the model has no graph " + in_quotes(options.subgraph),
                             "an ONNX model has one graph: leave subgraph out"});
    }
    std::vector<std::string> notes;
    onnx_file::put_in_order(*model->graph, notes);
    onnx_file::ModelFacts facts(*model, options, content.size());
    auto network = onnx_file::NetworkBuilder(*model->graph, facts, source, nullptr).build();
    if (!network) {
        return network;
    }
    network->assumed_dimensions = facts.dimensions.assumed();
    network->dimensions = facts.dimensions.names();
    for (const auto& more : {facts.dimensions.notes(), facts.propagation.notes()}) {
        notes.insert(notes.end(), more.begin(), more.end());
    }
    network->notes = std::move(notes);
    return network;
}

}  // namespace arenascope

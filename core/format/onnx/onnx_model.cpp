#include "core/format/onnx/onnx_model.h"

#include <algorithm>
#include <unordered_map>

#include <queue>

#include "core/error/quotation.h"
#include "core/format/onnx/captures.h"
#include "core/format/onnx/model.h"
#include "core/format/onnx/open_dimensions.h"
#include "core/format/onnx/randomness.h"
#include "core/format/onnx/type_propagation.h"

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

/// Operators in an order in which each comes behind what it reads, as early as the file has it. A file that keeps to
/// the standard is in that order already. What lies on a circle stays behind the others.
std::vector<Node> in_order(std::vector<Node> nodes) {
    std::unordered_map<std::string_view, std::size_t> producer;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string_view output : nodes[i].outputs) {
            producer.emplace(output, i);
        }
    }
    std::vector<std::vector<std::size_t>> readers(nodes.size());
    std::vector<std::size_t> waits_for(nodes.size(), 0);
    bool is_ordered = true;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto note = [&](std::string_view name) {
            if (const auto found = producer.find(name); !name.empty() && found != producer.end()) {
                readers[found->second].push_back(i);
                ++waits_for[i];
                is_ordered &= found->second < i;
            }
        };
        std::for_each(nodes[i].inputs.begin(), nodes[i].inputs.end(), note);
        const auto captured = captures_of(nodes[i]);
        std::for_each(captured.begin(), captured.end(), note);
    }
    if (is_ordered) {
        return nodes;
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
    return ordered;
}

class NetworkBuilder {
public:
    NetworkBuilder(const Model& model, const ImportOptions& options, const std::string& source,
                   std::size_t content_size)
        : graph_(*model.graph),
          source_(source),
          functions_(model),
          randomness_(model, functions_),
          dimensions_(options),
          propagation_(model, functions_, dimensions_, content_size) {}

    Expected<Network> build() {
        network_.kind = ModelKind::onnx;
        network_.name = graph_.name;
        add_inputs();
        propagation_.run(graph_, scope_);
        for (const Node& node : graph_.nodes) {
            if (auto added = add_node(node); !added) {
                return tl::unexpected(added.error());
            }
        }
        for (const DeclaredValue& output : graph_.outputs) {
            network_.outputs.push_back(tensor_named(output.name));
        }
        network_.assumed_dimensions = dimensions_.assumed();
        network_.notes = dimensions_.notes();
        if (nodes_with_graphs_ > 0) {
            network_.notes.push_back("what lies inside " + std::to_string(nodes_with_graphs_) +
                                     " operators with graphs of their own is left out");
        }
        return std::move(network_);
    }

private:
    void add_inputs() {
        for (const StoredTensor& stored : graph_.initializers) {
            const TensorIndex index = tensor_named(stored.name);
            Tensor& tensor = network_.tensors[index.value()];
            set_type(tensor, {DeclaredType::Kind::tensor, stored.element, stored.shape});
            tensor.constant = true;
        }
        for (const DeclaredValue& input : graph_.inputs) {
            // Old files list what they store among the inputs.
            if (tensors_.contains(input.name)) {
                continue;
            }
            TensorType type = dimensions_.type_of_input(input);
            const TensorIndex index = tensor_named(input.name);
            set_type(network_.tensors[index.value()], type);
            network_.inputs.push_back(index);
            is_produced_[index.value()] = true;
            scope_.put(input.name, {std::move(type), std::nullopt});
        }
    }

    /// The tensor of that name, which is new where it was not named before.
    TensorIndex tensor_named(std::string_view name) {
        const auto [found, is_new] = tensors_.try_emplace(name, TensorIndex(network_.tensors.size()));
        if (is_new) {
            network_.tensors.emplace_back().name = name;
            is_produced_.push_back(false);
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
        const bool is_defined_here = functions_.called_by(node) != nullptr;
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
                return failure(
                    Error{source_, 0,
                          "operator '" + label_of(node) + "' puts out '" + shown(output) + "', which is there already",
                          "give each value a name of its own"});
            }
            is_produced_[at] = true;
            tensor.constant = is_constant;
            if (const KnownTensor* known = scope_.find(output)) {
                set_type(tensor, known->type);
            }
        }
        if (is_constant) {
            return {};
        }
        for (const std::string_view name : captures_of(node)) {
            one.captures.push_back(tensor_named(name));
        }
        nodes_with_graphs_ += std::any_of(node.attributes.begin(), node.attributes.end(),
                                          [](const Attribute& attribute) { return !attribute.graphs.empty(); });
        one.axis = axis_of(node);
        one.folds = !randomness_.is_in(node, scope_);
        one.shares = one.folds && !is_defined_here;
        network_.nodes.push_back(std::move(one));
        return {};
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
    const std::string& source_;
    FunctionTable functions_;
    Randomness randomness_;
    OpenDimensions dimensions_;
    TypePropagation propagation_;
    Scope scope_;
    Network network_;
    std::unordered_map<std::string_view, TensorIndex> tensors_;
    std::vector<bool> is_produced_;
    std::size_t nodes_with_graphs_ = 0;
};

}  // namespace
}  // namespace onnx_file

Expected<Network> parse_onnx(std::string_view content, const std::string& source, const ImportOptions& options) {
    auto model = onnx_file::parse_model(content, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (!options.subgraph.empty() && options.subgraph != "0" && options.subgraph != model->graph->name) {
        return failure(Error{source, 0, "the model has no graph '" + shown(options.subgraph) + "'",
                             "an ONNX model has one graph: leave subgraph out"});
    }
    model->graph->nodes = onnx_file::in_order(std::move(model->graph->nodes));
    return onnx_file::NetworkBuilder(*model, options, source, content.size()).build();
}

}  // namespace arenascope

#include "core/format/onnx/onnx_model.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/format/onnx/model.h"
#include "core/format/onnx/open_dimensions.h"
#include "core/format/onnx/operator_resampling.h"
#include "core/format/onnx/operator_windows.h"
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

/// Sorts nodes topologically and keeps the file's order where possible; a valid file is in that order already. Nodes on
/// a cycle come last. Returns the name of a value that was read before it was written; empty: the order was right.
std::string sort_topologically(std::vector<Node>& nodes) {
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
        std::ranges::for_each(nodes[i].inputs, note);
        const auto captured = captures_of(nodes[i]);
        std::ranges::for_each(captured, note);
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

/// The same for a graph and all its subgraphs. Adds a note for each graph in the wrong order, up to a limit.
void sort_topologically(Graph& graph, std::vector<std::string>& notes) {
    constexpr std::size_t max_notes = 8;
    for (Node& node : graph.nodes) {
        for (Attribute& attribute : node.attributes) {
            for (Graph& inside : attribute.graphs) {
                sort_topologically(inside, notes);
            }
        }
    }
    const std::string early = sort_topologically(graph.nodes);
    if (!early.empty() && notes.size() < max_notes) {
        notes.push_back("the operators are out of order: " + in_quotes(early) +
                        " is read before it is written. They were sorted");
    }
}

/// State shared by all graphs of a model.
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
    /// `outer` builds the enclosing graph; null for the main graph.
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
            defined_here_.insert(node.outputs.begin(), node.outputs.end());
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
            defined_here_.insert(stored.name);
            const TensorIndex index = tensor_named(stored.name);
            Tensor& tensor = network_.tensors[index];
            set_type(tensor, {DeclaredType::Kind::tensor, stored.element, stored.shape});
            tensor.constant = true;
        }
        for (const DeclaredValue& input : graph_.inputs) {
            // Old files list initializers among the inputs.
            if (tensors_.contains(input.name)) {
                continue;
            }
            defined_here_.insert(input.name);
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

    /// The types of subgraphs were found together with those of the main graph.
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

    /// The tensor with this name, added if it is new. A name that this graph does not define refers to the enclosing
    /// graph.
    TensorIndex tensor_named(std::string_view name) {
        const auto [found, is_new] = tensors_.try_emplace(name, TensorIndex(network_.tensors.size()));
        if (is_new) {
            Tensor& tensor = network_.tensors.emplace_back();
            tensor.name = name;
            is_produced_.push_back(false);
            if (outer_ != nullptr && !defined_here_.contains(name)) {
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
        arenascope::Node target;
        target.name = node.name;
        target.type = full_type(node);
        for (const std::string_view input : node.inputs) {
            target.inputs.push_back(input.empty() ? TensorIndex::none() : tensor_named(input));
        }
        for (const std::string_view output : node.outputs) {
            target.outputs.push_back(output.empty() ? TensorIndex::none() : tensor_named(output));
            if (output.empty()) {
                continue;
            }
            const std::size_t at = target.outputs.back().value();
            Tensor& tensor = network_.tensors[at];
            if (is_produced_[at] || tensor.constant) {
                return failure(Error{source_, 0,
                                     "operator " + in_quotes(label_of(node)) + " writes " + in_quotes(output) +
                                         ", but that value has another producer",
                                     "give each value its own name"});
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
            target.captures.push_back(tensor_named(name));
        }
        add_bodies(node, target);
        target.axis = axis_of(node);
        if (!is_defined_here) {
            target.window = window_of(node, [&](std::size_t operand) { return shape_of(target, operand); });
            add_picture_change(node, target);
        }
        target.folds = !facts_.randomness.is_in(node, scope_);
        target.known = is_standard(node) || is_defined_here || is_known_extension(node);
        target.shares = target.folds && !is_defined_here;
        network_.nodes.push_back(std::move(target));
        return {};
    }

    /// The window of a padding, or the rows of what changes the scale of a picture.
    void add_picture_change(const Node& node, arenascope::Node& target) {
        if (target.outputs.size() != 1 || target.outputs.front() == TensorIndex::none()) {
            return;
        }
        std::vector<Operand> operands;
        for (const std::string_view name : node.inputs) {
            const KnownTensor* known = name.empty() ? nullptr : scope_.find(name);
            operands.push_back(known == nullptr ? Operand{}
                                                : Operand{&known->type, known->value ? &*known->value : nullptr});
        }
        if (const auto window = window_of_padding(node, shape_of(target, 0), operand_at(operands, 1).value)) {
            target.window = window;
        }
        const auto& output = network_.tensors[target.outputs.front()].shape;
        target.resampling = resampling_of(node, operands, shape_of(target, 0), output ? &*output : nullptr);
    }

    /// Whether a standard runtime defines the operator, and it draws no random numbers.
    static bool is_known_extension(const Node& node) {
        const bool is_listed = node.domain == microsoft_domain || node.domain.starts_with("ai.onnx.");
        const auto is_part = [&node](std::string_view part) { return node.type.find(part) != std::string_view::npos; };
        return is_listed && !is_part("Sampling") && !is_part("Dropout");
    }

    /// Adds the subgraphs of an operator. If the condition of an If is known, only the branch that is taken is added.
    void add_bodies(const Node& node, arenascope::Node& target) {
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
                    target.unread_body = body.error().cause;
                    continue;
                }
                target.bodies.push_back(std::make_shared<const Network>(std::move(*body)));
            }
        }
        const bool is_branch_taken = node.type == "If" && is_any_known;
        if (is_any_unknown && !is_branch_taken) {
            target.unread_body = is_known ? "its subgraphs could not be processed"
                                          : "it is unknown how " + shown(node.type) + " uses its subgraph";
        }
    }

    /// The extents of an operand; null: it is absent, or they are unknown.
    [[nodiscard]] const std::vector<std::int64_t>* shape_of(const arenascope::Node& node, std::size_t operand) const {
        if (operand >= node.inputs.size() || node.inputs[operand] == TensorIndex::none()) {
            return nullptr;
        }
        const auto& shape = network_.tensors[node.inputs[operand]].shape;
        return shape ? &*shape : nullptr;
    }

    /// The type with its domain, as in com.microsoft.Gelu. Standard operators have no prefix.
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
        // Concat's axis had the default 1 in its first version and is required since.
        return integer_of(node, "axis", node.type == "Concat" ? 1 : 0);
    }

    const Graph& graph_;
    ModelFacts& facts_;
    const std::string& source_;
    NetworkBuilder* outer_;
    Scope scope_;
    Network network_;
    std::unordered_map<std::string_view, TensorIndex> tensors_;
    std::unordered_set<std::string_view> defined_here_;  ///< names defined in this graph
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
    onnx_file::sort_topologically(*model->graph, notes);
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

#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/format/onnx/function_table.h"
#include "core/format/onnx/open_dimensions.h"
#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// What is known of one value: its type, and its elements where it is small.
struct KnownTensor {
    TensorType type;
    std::optional<KnownValue> value;
};

/// The values that a graph can name: its own, then those around it.
class Scope {
public:
    explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

    [[nodiscard]] const KnownTensor* find(std::string_view name) const;
    void put(std::string_view name, KnownTensor tensor) { own_.insert_or_assign(name, std::move(tensor)); }

private:
    const Scope* outer_;
    std::unordered_map<std::string_view, KnownTensor> own_;
};

/// Goes through a model's operators in order, once, and finds the type of every value: by rules of our own, else by the
/// library, else as the file declares it. The elements of small tensors go along, so that shapes that are computed are
/// known where they are used. Graphs inside operators and functions of the model are gone through for what they put
/// out; work spent in them is bounded by the size of the file.
class TypePropagation {
public:
    TypePropagation(const Model& model, const FunctionTable& functions, const OpenDimensions& dimensions,
                    std::size_t content_size);

    /// Finds the types of all values of a graph. Its inputs are in the scope already.
    void run(const Graph& graph, Scope& scope);

private:
    using Versions = std::map<std::string_view, std::int64_t>;
    using Tensors = std::vector<KnownTensor>;

    void run_node(const Node& node, Scope& scope);
    [[nodiscard]] Tensors outputs_of(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors inner(const Graph& graph, const std::vector<KnownTensor>& inputs, const Scope& scope);
    [[nodiscard]] Tensors branch(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors loop(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors scan(const Node& node, const Scope& scope, const std::vector<Operand>& all_operands);
    [[nodiscard]] Tensors call(const Function& function, const Node& node, const std::vector<Operand>& operands);
    [[nodiscard]] std::int64_t version_for(const Node& node) const;
    [[nodiscard]] TensorType reconciled(TensorType inferred, const TensorType& declared, const Node& node) const;
    /// Whether there is work left for what lies inside an operator.
    [[nodiscard]] bool may_enter(const std::vector<Node>& nodes);
    void keep(std::optional<KnownValue>& value);

    const FunctionTable& functions_;
    const OpenDimensions& dimensions_;
    Versions versions_;
    std::unordered_map<std::string_view, const DeclaredType*> declared_;
    std::int64_t work_left_;
    std::int64_t numbers_left_;
    int depth_ = 0;
};

}  // namespace arenascope::onnx_file

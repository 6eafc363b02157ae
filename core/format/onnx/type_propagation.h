#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/format/onnx/known_value.h"
#include "core/format/onnx/model.h"
#include "core/format/onnx/open_dimensions.h"

namespace arenascope::onnx_file {

/// The known facts about a value: its type and its elements.
struct KnownTensor {
    TensorType type;
    std::optional<KnownValue> value;
    /// If the value depends on an operator that was too large to compute: its position in the list of those.
    std::optional<std::size_t> uncomputed = {};
    bool bounded = false;  ///< the extents depend on data, and the shape is an upper bound
    /// The only axis whose extent depends on data. Empty: it may be any axis.
    std::optional<std::size_t> bounded_axis = {};
};

/// The values that a graph can refer to: its own, then those of enclosing graphs.
class Scope {
public:
    explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

    [[nodiscard]] const KnownTensor* find(std::string_view name) const;
    void put(std::string_view name, KnownTensor tensor) { own_.insert_or_assign(name, std::move(tensor)); }

    using Values = std::unordered_map<std::string_view, KnownTensor>;
    /// Moves the scope's own values out.
    [[nodiscard]] Values take() { return std::move(own_); }

private:
    const Scope* outer_;
    Values own_;
};

/// Finds the type of every value of a model in one pass over its operators: by our own rules, else by the library, else
/// as declared in the file, where an output and an entry of value_info may say the same: the one that says more counts.
/// The elements of small tensors are computed too, because shapes are computed from them.
/// Large ones, up to KnownValue::most_elements, are computed only if an operator needs their elements, and up to a
/// total.
/// Subgraphs and functions are processed to find their outputs. The work for them is bounded by the file size.
class TypePropagation {
public:
    TypePropagation(const Model& model, const FunctionTable& functions, OpenDimensions& dimensions,
                    std::size_t content_size);

    /// Finds the types of all values of a graph. Its inputs must be in the scope.
    void run(const Graph& graph, Scope& scope);

    /// Values in a subgraph, from its last pass. Null: it was never processed, because its branch is not taken or the
    /// work limit was reached.
    [[nodiscard]] const Scope::Values* values_inside(const Graph& graph) const;

    /// A note for each operator that was too large to compute and thereby makes a size unknown.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    using Versions = std::map<std::string_view, std::int64_t>;
    using Tensors = std::vector<KnownTensor>;

    /// An operator that was not computed because it has too many elements.
    struct Uncomputed {
        std::string_view name;
        std::string_view type;
        std::int64_t elements = 0;
        bool hides_size = false;  ///< whether it makes a size unknown
    };

    void run_node(const Node& node, Scope& scope);
    [[nodiscard]] std::vector<std::optional<KnownValue>> values_of(const Node& node,
                                                                   const std::vector<Operand>& operands,
                                                                   const std::vector<TensorType>& types);
    void note_uncomputed(const Node& node, const std::vector<Operand>& operands, std::optional<std::size_t> from,
                         Tensors& outputs);
    /// Records values whose elements these nodes need.
    void record_needed_elements(const std::vector<Node>& nodes);
    void settle_type(KnownTensor& output, std::string_view name, const Node& node) const;
    [[nodiscard]] Tensors outputs_of(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors inner(const Graph& graph, const std::vector<KnownTensor>& inputs, const Scope& scope);
    [[nodiscard]] Tensors branch(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors loop(const Node& node, const Scope& scope, const std::vector<Operand>& operands);
    [[nodiscard]] Tensors scan(const Node& node, const Scope& scope, const std::vector<Operand>& all_operands);
    [[nodiscard]] Tensors call(const Function& function, const Node& node, const std::vector<Operand>& operands);
    [[nodiscard]] std::int64_t version_for(const Node& node) const;
    [[nodiscard]] TensorType reconciled(TensorType inferred, const TensorType& declared, const Node& node) const;
    /// Whether the limits on work and depth allow processing these nodes.
    [[nodiscard]] bool may_enter(const std::vector<Node>& nodes);
    void keep(std::optional<KnownValue>& value);

    const FunctionTable& functions_;
    OpenDimensions& dimensions_;
    Versions versions_;
    std::unordered_map<std::string_view, const DeclaredType*> declared_;
    std::int64_t work_left_;
    std::unordered_set<std::string_view> needed_elements_;  ///< values whose elements an operator needs
    std::vector<Uncomputed> uncomputed_;
    std::unordered_map<const Graph*, Scope::Values> inside_;  ///< except graphs in functions, because calls copy them
    std::int64_t numbers_left_;
    std::int64_t large_numbers_left_;
    std::int64_t large_work_left_;
    int depth_ = 0;
    int calls_ = 0;  ///< depth of function calls
};

}  // namespace arenascope::onnx_file

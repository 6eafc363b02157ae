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

#include "core/format/onnx/function_table.h"
#include "core/format/onnx/open_dimensions.h"
#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// What is known of one value: its type and its elements.
struct KnownTensor {
    TensorType type;
    std::optional<KnownValue> value;
    /// Position in the list of operators whose elements were not computed, where this value follows from one of them.
    std::optional<std::size_t> uncomputed = {};
    bool bounded = false;  ///< the type's shape is the largest that is possible: the data decides
    /// The one axis along which the data decides, of what an operator itself bounds; none: any axis may be.
    std::optional<std::size_t> bounded_axis = {};
};

/// The values that a graph can name: its own, then those around it.
class Scope {
public:
    explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

    [[nodiscard]] const KnownTensor* find(std::string_view name) const;
    void put(std::string_view name, KnownTensor tensor) { own_.insert_or_assign(name, std::move(tensor)); }

    using Values = std::unordered_map<std::string_view, KnownTensor>;
    /// The scope's own values, which leave it.
    [[nodiscard]] Values take() { return std::move(own_); }

private:
    const Scope* outer_;
    Values own_;
};

/// Goes through a model's operators in order, once, and finds the type of every value: by rules of our own, else by the
/// library, else as the file declares it. The elements of small tensors go along, so that shapes that are computed are
/// known where they are used. Large ones, up to KnownValue::most_elements, are computed only where an operator computes
/// further elements from them, and only so many in all. Graphs inside operators and functions of the model are gone
/// through for what they put out; work spent in them is bounded by the size of the file.
class TypePropagation {
public:
    TypePropagation(const Model& model, const FunctionTable& functions, const OpenDimensions& dimensions,
                    std::size_t content_size);

    /// Finds the types of all values of a graph. Its inputs are in the scope already.
    void run(const Graph& graph, Scope& scope);

    /// What is known of the values of a graph inside an operator, from the last time it was gone through; null where it
    /// never was: the branch is not taken, or the work that may be spent on inner graphs was used up.
    [[nodiscard]] const Scope::Values* values_inside(const Graph& graph) const;

    /// The operators that would have computed too many elements, where a size is unknown because of that.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    using Versions = std::map<std::string_view, std::int64_t>;
    using Tensors = std::vector<KnownTensor>;

    /// An operator whose elements were not computed because they are too many.
    struct Uncomputed {
        std::string_view name;
        std::string_view type;
        std::int64_t elements = 0;
        bool hides_size = false;  ///< whether a size is unknown because of it
    };

    void run_node(const Node& node, Scope& scope);
    [[nodiscard]] std::vector<std::optional<KnownValue>> values_of(const Node& node,
                                                                   const std::vector<Operand>& operands,
                                                                   const std::vector<TensorType>& types);
    void note_uncomputed(const Node& node, const std::vector<Operand>& operands, std::optional<std::size_t> from,
                         Tensors& outputs);
    /// Notes which values the nodes compute further elements from.
    void follow(const std::vector<Node>& nodes);
    void settle_type(KnownTensor& output, std::string_view name, const Node& node) const;
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
    std::unordered_set<std::string_view> followed_;  ///< of which an operator computes further elements
    std::vector<Uncomputed> uncomputed_;
    std::unordered_map<const Graph*, Scope::Values> inside_;  ///< not of graphs in functions, which each call copies
    std::int64_t numbers_left_;
    std::int64_t large_numbers_left_;
    std::int64_t large_work_left_;
    int depth_ = 0;
    int calls_ = 0;  ///< of functions, around what is gone through
};

}  // namespace arenascope::onnx_file

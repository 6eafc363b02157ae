#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope::onnx_file {

// The parts of an ONNX model that describe its tensors. All texts point into the content of the file.

struct Graph;

/// An extent of a declared shape: a number, a name, or neither.
struct Dimension {
    std::optional<std::int64_t> extent;
    std::string_view name;
};

/// A type as declared in the file.
struct DeclaredType {
    enum class Kind : std::uint8_t { none, tensor, sequence, map, optional };
    Kind kind = Kind::none;
    std::int64_t element = 0;                     ///< ONNX number of the element type; 0: not declared
    std::optional<std::vector<Dimension>> shape;  ///< empty: not even the rank is declared
};

struct DeclaredValue {
    std::string_view name;
    DeclaredType type;
};

/// A stored tensor. Its elements are not decoded, because most are never needed.
struct StoredTensor {
    std::string_view name;
    std::vector<std::int64_t> shape;
    std::int64_t element = 0;
    bool is_external = false;  ///< the elements are in another file
    std::string_view message;
};

struct Attribute {
    enum class Kind : std::uint8_t { none, floating, integer, text, tensor, graph, floats, integers };
    Kind kind = Kind::none;
    std::string_view name;
    std::string_view reference;  ///< inside a function: name of the call's attribute that is inserted here
    std::int64_t integer = 0;
    double floating = 0;
    std::string_view text;
    std::vector<std::int64_t> integers;
    std::vector<double> floats;
    std::vector<StoredTensor> tensors;  ///< at most one
    std::vector<Graph> graphs;
    std::string_view message;
};

struct Node {
    std::string_view name;
    std::string_view type;
    std::string_view domain;
    std::string_view overload;             ///< distinguishes functions of the same name
    std::vector<std::string_view> inputs;  ///< empty: an absent optional input
    std::vector<std::string_view> outputs;
    std::vector<Attribute> attributes;
};

struct Graph {
    std::string_view name;
    std::vector<Node> nodes;
    std::vector<StoredTensor> initializers;  ///< includes sparse ones, with their dense shape
    std::vector<DeclaredValue> inputs;
    std::vector<DeclaredValue> outputs;
    std::vector<DeclaredValue> values;
};

struct OperatorSet {
    std::string_view domain;
    std::int64_t version = 1;
};

/// An operator that the model defines as a list of nodes.
struct Function {
    std::string_view name;
    std::string_view domain;
    std::string_view overload;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> outputs;
    std::vector<Attribute> defaults;
    std::vector<Node> nodes;
    std::vector<OperatorSet> operator_sets;
};

struct Model {
    std::int64_t version = 0;
    std::vector<OperatorSet> operator_sets;
    std::optional<Graph> graph;
    std::vector<Function> functions;
};

/// Parses a model without copying weights or texts. Linear. Subgraphs may be nested up to 60 deep. Errors name the byte
/// where the content is damaged or truncated.
[[nodiscard]] Expected<Model> parse_model(std::string_view content, const std::string& source);

/// The attribute with this name; null: the node has none.
[[nodiscard]] const Attribute* attribute_of(const Node& node, std::string_view name);

/// An integer attribute; `otherwise` if it is absent.
[[nodiscard]] std::int64_t integer_of(const Node& node, std::string_view name, std::int64_t otherwise);

/// A string attribute; `otherwise` if it is absent.
[[nodiscard]] std::string_view text_of(const Node& node, std::string_view name, std::string_view otherwise);

/// An attribute with a list of integers; null: it is absent.
[[nodiscard]] const std::vector<std::int64_t>* integers_of(const Node& node, std::string_view name);

/// The domain of the operators that ONNX Runtime adds.
inline constexpr std::string_view microsoft_domain = "com.microsoft";

/// The domain, with an empty string for both names of the standard domain.
[[nodiscard]] std::string_view short_domain(std::string_view domain);

/// Whether the operator is in the standard domain.
[[nodiscard]] bool is_standard(const Node& node);

/// The functions of a model, found by the nodes that call them. A model may redefine any operator, even a standard one.
class FunctionTable {
public:
    explicit FunctionTable(const Model& model);

    /// The function that the node calls; null: the model defines none. Logarithmic.
    [[nodiscard]] const Function* called_by(const Node& node) const;

private:
    using Key = std::tuple<std::string_view, std::string_view, std::string_view>;  // domain, name, overload
    std::map<Key, const Function*> functions_;
};

/// Names from outside that the subgraphs of a node use, nested subgraphs included. Each name once, in order of first
/// use. Linear in the subgraphs, times the depth of nesting.
[[nodiscard]] std::vector<std::string_view> captures_of(const Node& node);

}  // namespace arenascope::onnx_file

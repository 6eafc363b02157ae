#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"

namespace arenascope::onnx_file {

// The parts of an ONNX model that say how tensors flow. All texts point into the content that was read.

struct Graph;

/// One extent of a declared shape: a number, or a name that stands for one, or neither.
struct Dimension {
    std::optional<std::int64_t> extent;
    std::string_view name;
};

/// A type as the file declares it.
struct DeclaredType {
    enum class Kind : std::uint8_t { none, tensor, sequence, map, optional };
    Kind kind = Kind::none;
    std::int64_t element = 0;                     ///< number of the elements' type; 0: not said
    std::optional<std::vector<Dimension>> shape;  ///< none: not even the rank is said
};

struct DeclaredValue {
    std::string_view name;
    DeclaredType type;
};

/// A stored tensor. Its elements stay in the content: most are never looked at.
struct StoredTensor {
    std::string_view name;
    std::vector<std::int64_t> shape;
    std::int64_t element = 0;
    bool is_external = false;  ///< its elements are in another file
    std::string_view message;
};

struct Attribute {
    enum class Kind : std::uint8_t { none, number, whole, text, tensor, graph, reals, wholes };
    Kind kind = Kind::none;
    std::string_view name;
    std::string_view reference;  ///< inside a function: the attribute of the call that stands here
    std::int64_t whole = 0;
    double real = 0;
    std::string_view text;
    std::vector<std::int64_t> wholes;
    std::vector<double> reals;
    std::vector<StoredTensor> tensors;  ///< at most one
    std::vector<Graph> graphs;
    std::string_view message;
};

struct Node {
    std::string_view name;
    std::string_view type;
    std::string_view domain;
    std::string_view overload;             ///< tells functions of one name apart
    std::vector<std::string_view> inputs;  ///< empty where an optional one is absent
    std::vector<std::string_view> outputs;
    std::vector<Attribute> attributes;
};

struct Graph {
    std::string_view name;
    std::vector<Node> nodes;
    std::vector<StoredTensor> initializers;  ///< sparse ones too, with the shape that they stand for
    std::vector<DeclaredValue> inputs;
    std::vector<DeclaredValue> outputs;
    std::vector<DeclaredValue> values;
};

struct OperatorSet {
    std::string_view domain;
    std::int64_t version = 1;
};

/// An operator that the model defines by others.
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

/// Takes the content apart without copying weights or texts. Linear; graphs may lie in one another sixty deep. Errors
/// name the byte where the content is damaged or ends too early, and say what is missing.
[[nodiscard]] Expected<Model> parse_model(std::string_view content, const std::string& source);

/// The attribute of that name; null where the node has none.
[[nodiscard]] const Attribute* attribute_of(const Node& node, std::string_view name);

/// A whole number of a node; `otherwise` where it is not given.
[[nodiscard]] std::int64_t whole_of(const Node& node, std::string_view name, std::int64_t otherwise);

/// A text of a node; `otherwise` where it is not given.
[[nodiscard]] std::string_view text_of(const Node& node, std::string_view name, std::string_view otherwise);

/// A list of whole numbers of a node; null where it is not given.
[[nodiscard]] const std::vector<std::int64_t>* wholes_of(const Node& node, std::string_view name);

/// The domain as most models write it: empty for that of the standard, which has a name as well.
[[nodiscard]] std::string_view short_domain(std::string_view domain);

/// Whether the operator's domain is that of the standard itself.
[[nodiscard]] bool is_standard(const Node& node);

}  // namespace arenascope::onnx_file

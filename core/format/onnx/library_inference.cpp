#include "core/format/onnx/library_inference.h"

#include <algorithm>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

namespace arenascope::onnx_file {
namespace {

/// Limit on attributes: no valid one is larger, and their sums and products do not overflow.
constexpr std::int64_t max_number = std::int64_t{1} << 31U;

/// The library divides by some attributes and uses others as counts without checking them.
bool is_valid(const Attribute& attribute) {
    constexpr std::string_view positive[] = {"strides", "dilations",  "kernel_shape", "group",       "blocksize",
                                             "size",    "num_groups", "hidden_size",  "num_outputs", "k"};
    const bool must_be_positive = std::ranges::find(positive, attribute.name) != std::end(positive);
    const auto is_valid_number = [must_be_positive](std::int64_t number) {
        // The ends of slices are often the largest integer.
        return number >= (must_be_positive ? 1 : -max_number) && number <= max_number;
    };
    const bool is_end = attribute.name == "ends" || attribute.name == "starts";
    return is_end || (std::ranges::all_of(attribute.integers, is_valid_number) &&
                      (attribute.kind != Attribute::Kind::integer || is_valid_number(attribute.integer)));
}

/// Operators whose inference code is unsafe for operands of unexpected rank.
bool is_unsafe(const Node& node) {
    return is_standard(node) && node.type == "STFT";
}

/// Whether the attributes of a convolution or pooling window fit its operands. The library does not check ranks and
/// would read out of bounds.
bool has_valid_window(const Node& node, const std::vector<Operand>& operands) {
    struct Window {
        std::string_view type;
        std::size_t same_rank_operand;  ///< operand that must have the rank of the first one
    };
    constexpr Window windows[] = {
        {"Conv", 1},      {"ConvTranspose", 1}, {"ConvInteger", 1}, {"QLinearConv", 3}, {"QLinearAveragePool", 0},
        {"FusedConv", 1}, {"MaxUnpool", 1},     {"MaxPool", 0},     {"AveragePool", 0}, {"LpPool", 0}};
    const auto window =
        std::ranges::find_if(windows, [&node](const Window& candidate) { return candidate.type == node.type; });
    if (window == std::end(windows)) {
        return true;
    }
    constexpr std::size_t outer = 2;
    const Extents* from = shape_at(operands, 0);
    const Extents* other = shape_at(operands, window->same_rank_operand);
    if (from == nullptr || other == nullptr || from->size() <= outer || other->size() != from->size()) {
        return false;
    }
    const std::size_t spatial = from->size() - outer;
    return std::ranges::all_of(node.attributes, [spatial](const Attribute& attribute) {
        const bool is_shape = attribute.name == "output_shape";
        return attribute.kind != Attribute::Kind::integers ||
               attribute.integers.size() == (attribute.name == "pads" ? 2 * spatial : spatial) ||
               (is_shape && attribute.integers.size() == spatial + outer);
    });
}

/// Whether a shape given as an operand has a plausible rank. The library allocates as many extents as the operand has
/// elements, so a small file could use any amount of memory.
bool has_valid_rank(const Node& node, const std::vector<Operand>& operands) {
    struct ShapeOperand {
        std::string_view type;
        std::size_t position;
    };
    constexpr ShapeOperand shapes[] = {{"ConstantOfShape", 0}, {"Expand", 1}};
    return std::ranges::all_of(shapes, [&](const ShapeOperand& operand) {
        const Extents* length = operand.type == node.type ? shape_at(operands, operand.position) : nullptr;
        return length == nullptr || length->size() != 1 || length->front() <= static_cast<std::int64_t>(max_rank);
    });
}

void put_shape(const Extents& shape, onnx::TensorShapeProto& to) {
    for (const std::int64_t extent : shape) {
        auto* dimension = to.add_dim();
        if (extent >= 0) {
            dimension->set_dim_value(extent);
        }
    }
}

onnx::TypeProto library_type(const TensorType& type) {
    onnx::TypeProto result;
    if (type.kind == DeclaredType::Kind::tensor || type.kind == DeclaredType::Kind::none) {
        auto* tensor = result.mutable_tensor_type();
        tensor->set_elem_type(static_cast<std::int32_t>(type.element));
        if (type.shape) {
            put_shape(*type.shape, *tensor->mutable_shape());
        }
    }
    return result;
}

TensorType reader_type(const onnx::TypeProto& type) {
    TensorType result;
    switch (type.value_case()) {
        case onnx::TypeProto::kTensorType: {
            result.kind = DeclaredType::Kind::tensor;
            result.element = type.tensor_type().elem_type();
            if (type.tensor_type().has_shape()) {
                result.shape.emplace();
                for (const auto& dimension : type.tensor_type().shape().dim()) {
                    const bool is_known = dimension.has_dim_value() && dimension.dim_value() >= 0;
                    result.shape->push_back(is_known ? dimension.dim_value() : unknown_extent);
                }
            }
            break;
        }
        case onnx::TypeProto::kSequenceType:
            result.kind = DeclaredType::Kind::sequence;
            break;
        case onnx::TypeProto::kMapType:
            result.kind = DeclaredType::Kind::map;
            break;
        case onnx::TypeProto::kOptionalType:
            result.kind = DeclaredType::Kind::optional;
            break;
        default:
            break;
    }
    return result;
}

/// Converts a fully known value to stored data.
onnx::TensorProto library_data(const KnownValue& value) {
    onnx::TensorProto data;
    data.set_data_type(static_cast<std::int32_t>(value.element));
    for (const std::int64_t extent : value.shape) {
        data.add_dims(extent);
    }
    for (const Number& number : value.numbers) {
        if (value.element == element::float32) {
            data.add_float_data(static_cast<float>(number.floating));
        } else if (value.element == element::float64) {
            data.add_double_data(number.floating);
        } else if (value.element == element::int64) {
            data.add_int64_data(number.integer);
        } else {
            data.add_int32_data(static_cast<std::int32_t>(number.integer));
        }
    }
    return data;
}

/// Gives the library access to one node.
class NodeContext : public onnx::InferenceContext {
public:
    NodeContext(const Node& node, const std::vector<Operand>& operands) : inputs_(operands.size()) {
        for (const Attribute& attribute : node.attributes) {
            onnx::AttributeProto& message = attributes_[std::string(attribute.name)];
            if (!message.ParseFromArray(attribute.message.data(), static_cast<int>(attribute.message.size()))) {
                throw std::runtime_error("damaged attribute");
            }
            if (attribute.kind == Attribute::Kind::integer && !message.has_i()) {
                message.set_i(attribute.integer);
            }
        }
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const Operand& operand = operands[i];
            Input& input = inputs_[i];
            if (operand.type != nullptr) {
                input.type = library_type(*operand.type);
            }
            const KnownValue* value = operand.value;
            if (value == nullptr) {
                continue;
            }
            if (value->all_known()) {
                input.data = library_data(*value);
            }
            if (value->is_integer() && value->shape.size() <= 1) {
                auto& partial = input.partial.emplace();
                for (const Number& number : value->numbers) {
                    auto* dimension = partial.add_dim();
                    if (number.known) {
                        dimension->set_dim_value(number.integer);
                    }
                }
            }
        }
        outputs_.resize(node.outputs.size());
    }

    const onnx::AttributeProto* getAttribute(const std::string& name) const override {
        const auto found = attributes_.find(name);
        return found == attributes_.end() ? nullptr : &found->second;
    }
    size_t getNumInputs() const override { return inputs_.size(); }
    const onnx::TypeProto* getInputType(size_t index) const override {
        const auto& type = inputs_.at(index).type;
        return type ? &*type : nullptr;
    }
    const onnx::TensorProto* getInputData(size_t index) const override {
        const auto& data = inputs_.at(index).data;
        return data ? &*data : nullptr;
    }
    size_t getNumOutputs() const override { return outputs_.size(); }
    onnx::TypeProto* getOutputType(size_t index) override { return &outputs_.at(index); }
    onnx::GraphInferencer* getGraphAttributeInferencer(const std::string& /*name*/) override {
        throw std::runtime_error("subgraphs are not inferred by the library");
    }
    const onnx::SparseTensorProto* getInputSparseData(size_t index) const override {
        (void)inputs_.at(index);
        return nullptr;
    }
    const onnx::TensorShapeProto* getSymbolicInput(size_t index) const override {
        const auto& partial = inputs_.at(index).partial;
        return partial ? &*partial : nullptr;
    }

    [[nodiscard]] std::vector<TensorType> outputs() const {
        std::vector<TensorType> types;
        std::ranges::transform(outputs_, std::back_inserter(types), reader_type);
        return types;
    }

private:
    struct Input {
        std::optional<onnx::TypeProto> type;
        std::optional<onnx::TensorProto> data;
        std::optional<onnx::TensorShapeProto> partial;
    };

    std::map<std::string, onnx::AttributeProto> attributes_;
    std::vector<Input> inputs_;
    std::vector<onnx::TypeProto> outputs_;
};

/// Whether the node has the operands, outputs and attributes that the library relies on.
bool matches_schema(const Node& node, const onnx::OpSchema& schema, const std::vector<Operand>& operands) {
    const auto inputs = std::ssize(operands);
    const auto outputs = std::ssize(node.outputs);
    if (inputs < schema.min_input() || inputs > schema.max_input() || outputs < schema.min_output() ||
        outputs > schema.max_output()) {
        return false;
    }
    for (std::int64_t i = 0; i < schema.min_input(); ++i) {
        if (operands[static_cast<std::size_t>(i)].type == nullptr) {
            return false;
        }
    }
    for (const auto& [name, definition] : schema.attributes()) {
        if (definition.required && attribute_of(node, name) == nullptr) {
            return false;
        }
    }
    return std::ranges::all_of(node.attributes, is_valid) && has_valid_window(node, operands) &&
           has_valid_rank(node, operands);
}

/// The library's name of an operator with the same shape rule. It replaces newer operators and those of ONNX Runtime.
std::string_view library_type_of(const Node& node) {
    if (is_standard(node) && node.type == "AveragePool" && attribute_of(node, "dilations") != nullptr) {
        return "MaxPool";
    }
    if (node.domain != microsoft_domain) {
        return node.type;
    }
    if (node.type == "FusedConv") {
        return "Conv";
    }
    if (node.type == "FusedGemm") {
        return "Gemm";
    }
    const bool is_planar = integer_of(node, "channels_last", 0) == 0;
    return node.type == "QLinearAveragePool" && is_planar ? "AveragePool" : node.type;
}

/// The operands for that name: operators of ONNX Runtime have extra operands at the end.
std::vector<Operand> library_operands(const Node& node, std::vector<Operand> operands) {
    constexpr std::size_t convolution_operands = 3;
    const std::string_view type = library_type_of(node);
    const std::size_t most = type == node.type ? operands.size() : type == "AveragePool" ? 1 : convolution_operands;
    operands.resize(std::min(operands.size(), most));
    return operands;
}

std::string domain_of(const Node& node) {
    return is_standard(node) || library_type_of(node) != node.type ? std::string() : std::string(node.domain);
}

/// The library's definition of the operator in that version. The oldest versions have no shape inference; then the next
/// version with it is used. They differ only in rules for operands, which our own rules handle.
const onnx::OpSchema* definition_of(const std::string& type, std::int64_t operator_set, const std::string& domain) {
    constexpr int last_without_shapes = 12;
    // In their oldest versions, these read beyond the operands' ranks. Their output shapes are unchanged since.
    constexpr std::string_view unsafe_at_first[] = {"GRU", "Gemm", "LSTM", "RNN"};
    constexpr std::int64_t first_safe = 7;
    const bool is_unsafe = std::ranges::find(unsafe_at_first, type) != std::end(unsafe_at_first);
    int version = static_cast<int>(std::clamp<std::int64_t>(operator_set, is_unsafe ? first_safe : 1, 1 << 20U));
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(type, version, domain);
    while (schema != nullptr && !schema->has_type_and_shape_inference_function() && version < last_without_shapes) {
        ++version;
        schema = onnx::OpSchemaRegistry::Schema(type, version, domain);
    }
    return schema;
}

}  // namespace

std::optional<std::vector<TensorType>> types_by_library(const Node& node, std::int64_t operator_set,
                                                        const std::vector<Operand>& all_operands) {
    try {
        const auto operands = library_operands(node, all_operands);
        const onnx::OpSchema* schema = definition_of(std::string(library_type_of(node)), operator_set, domain_of(node));
        if (is_unsafe(node) || schema == nullptr || !matches_schema(node, *schema, operands)) {
            return std::nullopt;
        }
        NodeContext context(node, operands);
        schema->GetTypeAndShapeInferenceFunction()(context);
        return context.outputs();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace arenascope::onnx_file

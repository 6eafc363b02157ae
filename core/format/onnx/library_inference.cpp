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

/// No honest attribute is larger; sums and products of such numbers do not overflow.
constexpr std::int64_t largest_number = std::int64_t{1} << 31U;

/// The library divides by some attributes, and takes others as counts, without a look at them.
bool is_sound(const Attribute& attribute) {
    constexpr std::string_view positive[] = {"strides", "dilations",  "kernel_shape", "group",       "blocksize",
                                             "size",    "num_groups", "hidden_size",  "num_outputs", "k"};
    const bool must_be_positive =
        std::find(std::begin(positive), std::end(positive), attribute.name) != std::end(positive);
    const auto is_sound_number = [must_be_positive](std::int64_t number) {
        // Ends of slices are often as large as can be.
        return number >= (must_be_positive ? 1 : -largest_number) && number <= largest_number;
    };
    const bool is_end = attribute.name == "ends" || attribute.name == "starts";
    return is_end || (std::all_of(attribute.wholes.begin(), attribute.wholes.end(), is_sound_number) &&
                      (attribute.kind != Attribute::Kind::whole || is_sound_number(attribute.whole)));
}

/// Operators for which the library's code can not be trusted with operands of any rank.
bool is_unsound(const Node& node) {
    return is_standard(node) && node.type == "STFT";
}

/// Whether a sliding window fits its operands. The library takes the ranks for granted, and reads beyond them.
bool has_sound_window(const Node& node, const std::vector<Operand>& operands) {
    struct Window {
        std::string_view type;
        std::size_t of_same_rank;  ///< operand with the rank of the first one
    };
    constexpr Window windows[] = {
        {"Conv", 1},      {"ConvTranspose", 1}, {"ConvInteger", 1}, {"QLinearConv", 3}, {"QLinearAveragePool", 0},
        {"FusedConv", 1}, {"MaxUnpool", 1},     {"MaxPool", 0},     {"AveragePool", 0}, {"LpPool", 0}};
    const auto window = std::find_if(std::begin(windows), std::end(windows),
                                     [&node](const Window& candidate) { return candidate.type == node.type; });
    if (window == std::end(windows)) {
        return true;
    }
    constexpr std::size_t outer = 2;
    const Extents* from = shape_at(operands, 0);
    const Extents* other = shape_at(operands, window->of_same_rank);
    if (from == nullptr || other == nullptr || from->size() <= outer || other->size() != from->size()) {
        return false;
    }
    const std::size_t spatial = from->size() - outer;
    return std::all_of(node.attributes.begin(), node.attributes.end(), [spatial](const Attribute& attribute) {
        const bool is_shape = attribute.name == "output_shape";
        return attribute.kind != Attribute::Kind::wholes ||
               attribute.wholes.size() == (attribute.name == "pads" ? 2 * spatial : spatial) ||
               (is_shape && attribute.wholes.size() == spatial + outer);
    });
}

/// Whether a shape that is given as an operand has a real tensor's rank. The library takes the operand's length for the
/// rank and makes so many extents: a few bytes in a file would take any amount of memory.
bool has_sound_rank(const Node& node, const std::vector<Operand>& operands) {
    struct ShapeOperand {
        std::string_view type;
        std::size_t position;
    };
    constexpr ShapeOperand shapes[] = {{"ConstantOfShape", 0}, {"Expand", 1}};
    return std::all_of(std::begin(shapes), std::end(shapes), [&](const ShapeOperand& one) {
        const Extents* length = one.type == node.type ? shape_at(operands, one.position) : nullptr;
        return length == nullptr || length->size() != 1 || length->front() <= static_cast<std::int64_t>(highest_rank);
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

TensorType own_type(const onnx::TypeProto& type) {
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

/// A value whose elements are all known, as stored data.
onnx::TensorProto library_data(const KnownValue& value) {
    onnx::TensorProto data;
    data.set_data_type(static_cast<std::int32_t>(value.element));
    for (const std::int64_t extent : value.shape) {
        data.add_dims(extent);
    }
    for (const Number& number : value.numbers) {
        if (value.element == element::float32) {
            data.add_float_data(static_cast<float>(number.real));
        } else if (value.element == element::float64) {
            data.add_double_data(number.real);
        } else if (value.element == element::int64) {
            data.add_int64_data(number.whole);
        } else {
            data.add_int32_data(static_cast<std::int32_t>(number.whole));
        }
    }
    return data;
}

/// What the library asks about one node.
class NodeContext : public onnx::InferenceContext {
public:
    NodeContext(const Node& node, const std::vector<Operand>& operands) : inputs_(operands.size()) {
        for (const Attribute& attribute : node.attributes) {
            onnx::AttributeProto& one = attributes_[std::string(attribute.name)];
            if (!one.ParseFromArray(attribute.message.data(), static_cast<int>(attribute.message.size()))) {
                throw std::runtime_error("damaged attribute");
            }
            if (attribute.kind == Attribute::Kind::whole && !one.has_i()) {
                one.set_i(attribute.whole);
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
            if (value->is_whole() && value->shape.size() <= 1) {
                auto& partial = input.partial.emplace();
                for (const Number& number : value->numbers) {
                    auto* dimension = partial.add_dim();
                    if (number.known) {
                        dimension->set_dim_value(number.whole);
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
        throw std::runtime_error("graphs inside nodes are not for the library");
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
        std::transform(outputs_.begin(), outputs_.end(), std::back_inserter(types), own_type);
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

/// Whether the node has the operands, outputs and attributes that the library's code takes for granted.
bool is_as_defined(const Node& node, const onnx::OpSchema& schema, const std::vector<Operand>& operands) {
    const auto inputs = static_cast<std::int64_t>(operands.size());
    const auto outputs = static_cast<std::int64_t>(node.outputs.size());
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
    return std::all_of(node.attributes.begin(), node.attributes.end(), is_sound) && has_sound_window(node, operands) &&
           has_sound_rank(node, operands);
}

/// Under which name the library knows an operator of the same shapes: some are newer than it, some are the runtime's.
std::string_view known_as(const Node& node) {
    if (is_standard(node) && node.type == "AveragePool" && attribute_of(node, "dilations") != nullptr) {
        return "MaxPool";
    }
    if (node.domain != "com.microsoft") {
        return node.type;
    }
    if (node.type == "FusedConv") {
        return "Conv";
    }
    if (node.type == "FusedGemm") {
        return "Gemm";
    }
    const bool is_planar = whole_of(node, "channels_last", 0) == 0;
    return node.type == "QLinearAveragePool" && is_planar ? "AveragePool" : node.type;
}

/// The operands that the operator has under the name that the library knows: the runtime's have scales and sums behind.
std::vector<Operand> operands_known_as(const Node& node, std::vector<Operand> operands) {
    constexpr std::size_t of_convolution = 3;
    const std::string_view type = known_as(node);
    const std::size_t most = type == node.type ? operands.size() : type == "AveragePool" ? 1 : of_convolution;
    operands.resize(std::min(operands.size(), most));
    return operands;
}

std::string domain_of(const Node& node) {
    return is_standard(node) || known_as(node) != node.type ? std::string() : std::string(node.domain);
}

/// What the library has of the operator in that version. It says nothing of the shapes of the oldest versions; then the
/// next one that it does is taken: what changed between them are rules for operands, which a rule of our own knows.
const onnx::OpSchema* definition_of(const std::string& type, std::int64_t operator_set, const std::string& domain) {
    constexpr int last_without_shapes = 12;
    // The oldest code for these reads beyond the operands' ranks. Their shapes have not changed.
    constexpr std::string_view unsound_at_first[] = {"GRU", "Gemm", "LSTM", "RNN"};
    constexpr std::int64_t first_sound = 7;
    const bool is_unsound =
        std::find(std::begin(unsound_at_first), std::end(unsound_at_first), type) != std::end(unsound_at_first);
    int version = static_cast<int>(std::clamp<std::int64_t>(operator_set, is_unsound ? first_sound : 1, 1 << 20U));
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
        const auto operands = operands_known_as(node, all_operands);
        const onnx::OpSchema* schema = definition_of(std::string(known_as(node)), operator_set, domain_of(node));
        if (is_unsound(node) || schema == nullptr || !is_as_defined(node, *schema, operands)) {
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

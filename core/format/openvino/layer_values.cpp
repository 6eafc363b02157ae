#include "core/format/openvino/layer_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <pugixml.hpp>
#include <utility>

#include "core/format/onnx/element_arithmetic.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/format/onnx/shape_question.h"

namespace arenascope::openvino_file {
namespace {

using Known = std::optional<KnownValue>;
namespace element = onnx_file::element;

struct ElementRow {
    std::string_view type;
    std::int64_t element;  ///< the number in ONNX
    std::size_t bytes;
    bool is_signed;
};

constexpr ElementRow element_rows[] = {
    {"f32", 1, 4, true},  {"u8", 2, 1, false},  {"i8", 3, 1, true},    {"u16", 4, 2, false},
    {"i16", 5, 2, true},  {"i32", 6, 4, true},  {"i64", 7, 8, true},   {"boolean", 9, 1, false},
    {"f16", 10, 2, true}, {"f64", 11, 8, true}, {"u32", 12, 4, false}, {"u64", 13, 8, false},
};

const ElementRow* row_of_element(std::string_view type) {
    return onnx_file::row_of_operator(element_rows, type);
}

double half_precision(std::uint64_t bits) {
    constexpr int fraction_bits = 10;
    constexpr int bias = 15;
    const auto exponent = static_cast<int>((bits >> 10U) & 0x1FU);
    const auto fraction = static_cast<double>(bits & 0x3FFU);
    const double value = exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                       : std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
    return (bits & 0x8000U) != 0 ? -value : value;
}

onnx_file::Number number_from(std::uint64_t bits, const ElementRow& row) {
    constexpr std::size_t bits_of_byte = 8;
    if (row.element == element::float32) {
        return onnx_file::float_number(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
    if (row.element == element::float64) {
        return onnx_file::float_number(std::bit_cast<double>(bits));
    }
    if (row.type == "f16") {
        return onnx_file::float_number(half_precision(bits));
    }
    const std::size_t unused = (64 - row.bytes * bits_of_byte) % 64;
    const auto number = static_cast<std::int64_t>(bits << unused);
    return onnx_file::integer_number(row.is_signed ? number >> unused
                                                   : static_cast<std::int64_t>(bits << unused >> unused));
}

/// An operator of ONNX that computes the same elements from the same operands.
struct SameOperator {
    std::string_view type;
    std::string_view onnx_type;
};

constexpr SameOperator same_operators[] = {
    {"Abs", "Abs"},
    {"Add", "Add"},
    {"Ceiling", "Ceil"},
    {"Divide", "Div"},
    {"Equal", "Equal"},
    {"Floor", "Floor"},
    {"FloorMod", "Mod"},
    {"Greater", "Greater"},
    {"GreaterEqual", "GreaterOrEqual"},
    {"Less", "Less"},
    {"LessEqual", "LessOrEqual"},
    {"LogicalAnd", "And"},
    {"LogicalNot", "Not"},
    {"LogicalOr", "Or"},
    {"LogicalXor", "Xor"},
    {"Maximum", "Max"},
    {"Minimum", "Min"},
    {"Multiply", "Mul"},
    {"Negative", "Neg"},
    {"NonZero", "NonZero"},
    {"Power", "Pow"},
    {"Range", "Range"},
    {"Select", "Where"},
    {"ShapeOf", "Shape"},
    {"Sign", "Sign"},
    {"Sqrt", "Sqrt"},
    {"Subtract", "Sub"},
    {"Tile", "Tile"},
};

/// Layers that give the elements of the first operand another shape, which is known by now.
constexpr std::string_view views[] = {"Reshape", "Squeeze", "Unsqueeze"};

/// A node of ONNX with operands, to be computed.
class Computation {
public:
    explicit Computation(std::string_view type) { node_.type = type; }

    void add(const KnownValue* value) { values_.push_back(value); }
    void add_list(const Extents& list) { owned_.push_back(onnx_file::row_of(list)); }
    void set(std::string_view name, std::int64_t integer) {
        onnx_file::Attribute& attribute = node_.attributes.emplace_back();
        attribute.kind = onnx_file::Attribute::Kind::integer;
        attribute.name = name;
        attribute.integer = integer;
    }
    void set(std::string_view name, Extents integers) {
        onnx_file::Attribute& attribute = node_.attributes.emplace_back();
        attribute.kind = onnx_file::Attribute::Kind::integers;
        attribute.name = name;
        attribute.integers = std::move(integers);
    }

    [[nodiscard]] std::vector<Known> run(const std::vector<Shape>& shapes) {
        std::vector<onnx_file::TensorType> types;
        for (const KnownValue& list : owned_) {
            values_.push_back(&list);
        }
        for (const KnownValue* value : values_) {
            types.push_back(onnx_file::tensor_of(value != nullptr ? value->element : 0,
                                                 value != nullptr ? Shape(value->shape) : std::nullopt));
        }
        std::vector<onnx_file::Operand> operands;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            operands.push_back({&types[i], values_[i]});
        }
        return run(operands, shapes);
    }

    [[nodiscard]] std::vector<Known> run(const std::vector<onnx_file::Operand>& operands,
                                         const std::vector<Shape>& shapes) {
        node_.outputs.assign(shapes.size(), {});
        std::vector<onnx_file::TensorType> outputs;
        outputs.reserve(shapes.size());
        for (const Shape& shape : shapes) {
            outputs.push_back(onnx_file::tensor_of(0, shape));
        }
        return onnx_file::known_outputs(node_, operands, outputs, KnownValue::max_stored_elements);
    }

private:
    onnx_file::Node node_;
    std::vector<const KnownValue*> values_;
    std::vector<KnownValue> owned_;  ///< operands behind the others
};

const KnownValue* value_at(const LayerQuestion& question, std::size_t position) {
    return question.is_present(position) ? question.operands[position].value : nullptr;
}

/// A slice of a row of numbers, with masks as in StridedSlice. Of more dimensions or with other masks, it is unknown.
std::vector<Known> sliced_row(const LayerQuestion& question, const std::vector<Shape>& shapes) {
    const KnownValue* row = value_at(question, 0);
    const bool has_masks = question.type == "StridedSlice";
    const auto begin = question.integer(1);
    const auto end = question.integer(2);
    const auto step = question.is_present(3) ? question.integer(3) : std::optional<std::int64_t>(1);
    if (row == nullptr || row->shape.size() != 1 || !begin || !end || !step || *step == 0) {
        return {};
    }
    constexpr std::int64_t far = std::int64_t{1} << 40;
    const auto is_set = [&](const char* key) {
        const Extents mask = question.list(key);
        return has_masks && !mask.empty() && mask[0] != 0;
    };
    if (is_set("new_axis_mask") || is_set("ellipsis_mask")) {
        return {};
    }
    const bool is_single = is_set("shrink_axis_mask");
    const std::int64_t from = is_set("begin_mask") && !is_single ? (*step > 0 ? 0 : far) : *begin;
    const std::int64_t until = is_single            ? (*begin == -1 ? far : std::min(*begin, far) + 1)
                               : is_set("end_mask") ? (*step > 0 ? far : -far)
                                                    : *end;
    Computation slice("Slice");
    slice.add(row);
    slice.add_list({from});
    slice.add_list({until});
    slice.add_list({0});
    slice.add_list({is_single ? 1 : *step});
    auto values = slice.run(shapes);
    if (is_single && !values.empty() && values[0] && values[0]->numbers.size() == 1) {
        values[0]->shape.clear();
    }
    return values;
}

std::vector<Known> gathered_values(const LayerQuestion& question, const std::vector<Shape>& shapes) {
    const auto axis = question.integer(2);
    if (value_at(question, 0) == nullptr || value_at(question, 1) == nullptr || question.number("batch_dims", 0) != 0) {
        return {};
    }
    // A row has one axis.
    if (!axis && value_at(question, 0)->shape.size() != 1) {
        return {};
    }
    Computation gather("Gather");
    gather.add(value_at(question, 0));
    gather.add(value_at(question, 1));
    gather.set("axis", axis.value_or(0));
    return gather.run(shapes);
}

std::vector<Known> split_values(const LayerQuestion& question, const std::vector<Shape>& shapes) {
    const auto axis = question.integer(1);
    Extents lengths;
    for (const Shape& shape : shapes) {
        const auto position = axis && shape ? onnx_file::axis_in(*axis, shape->size()) : std::nullopt;
        lengths.push_back(position ? (*shape)[*position] : onnx_file::unknown_extent);
    }
    if (!axis) {
        return {};
    }
    Computation split("Split");
    split.add(value_at(question, 0));
    split.set("axis", *axis);
    split.set("split", std::move(lengths));
    return split.run(shapes);
}

bool has_negative(const KnownValue* value) {
    return value != nullptr && std::ranges::any_of(value->numbers, [](const onnx_file::Number& number) {
               return number.integer < 0 || number.floating < 0;
           });
}

std::vector<Known> reduced_values(const LayerQuestion& question, const std::vector<Shape>& shapes) {
    const auto axes = question.integers(1);
    if (!axes) {
        return {};
    }
    Computation reduce(question.type);
    reduce.add(value_at(question, 0));
    reduce.set("axes", *axes);
    reduce.set("keepdims", question.flag("keep_dims", false) ? 1 : 0);
    return reduce.run(shapes);
}

std::vector<Known> computed_values(const LayerQuestion& question, const std::vector<Shape>& shapes,
                                   const std::vector<std::string_view>& types) {
    const KnownValue* first = value_at(question, 0);
    const std::string_view type = question.type;
    if (type == "ShapeOf" && question.shape(0) != nullptr) {
        const onnx_file::TensorType operand = onnx_file::tensor_of(0, *question.shape(0));
        return Computation("Shape").run({{&operand, nullptr}}, shapes);
    }
    if (first == nullptr) {
        return {};
    }
    if (std::ranges::find(views, type) != std::end(views)) {
        Computation view("Reshape");
        view.add(first);
        return view.run(shapes);
    }
    if (type == "Gather") {
        return gathered_values(question, shapes);
    }
    if (type == "StridedSlice" || (type == "Slice" && question.shape(0) != nullptr && question.shape(0)->size() == 1)) {
        return sliced_row(question, shapes);
    }
    if (type == "Split" || type == "VariadicSplit") {
        return split_values(question, shapes);
    }
    if (type == "Convert" || type == "ConvertLike") {
        return {onnx_file::cast(*first, types.empty() ? 0 : onnx_element(types[0]))};
    }
    if (type == "Broadcast") {
        return {!shapes.empty() && shapes[0] ? onnx_file::broadcast(*first, *shapes[0], KnownValue::max_stored_elements)
                                             : Known()};
    }
    if (type.starts_with("Reduce")) {
        return reduced_values(question, shapes);
    }
    const SameOperator* same = onnx_file::row_of_operator(same_operators, type);
    const bool is_concat = type == "Concat";
    // Division rounds down, that of ONNX towards zero: of negative integers they differ.
    if ((same == nullptr && !is_concat) ||
        (type == "Divide" && (has_negative(first) || has_negative(value_at(question, 1))))) {
        return {};
    }
    Computation computation(is_concat ? "Concat" : same->onnx_type);
    for (std::size_t i = 0; i < question.operands.size(); ++i) {
        computation.add(value_at(question, i));
    }
    if (is_concat) {
        computation.set("axis", question.number("axis", 0));
    }
    return computation.run(shapes);
}

}  // namespace

std::int64_t onnx_element(std::string_view type) {
    const ElementRow* row = row_of_element(type);
    return row != nullptr ? row->element : 0;
}

std::optional<KnownValue> constant_value(std::string_view bytes, std::string_view type, const Extents& shape) {
    const ElementRow* row = row_of_element(type);
    const auto count = onnx_file::element_count(shape, KnownValue::max_stored_elements);
    if (row == nullptr || !count || bytes.size() != static_cast<std::size_t>(*count) * row->bytes) {
        return std::nullopt;
    }
    // Half precision is computed as single precision.
    KnownValue value{row->type == "f16" ? element::float32 : row->element, shape, {}};
    for (std::size_t at = 0; at < bytes.size(); at += row->bytes) {
        std::uint64_t bits = 0;
        for (std::size_t i = row->bytes; i-- > 0;) {
            bits = (bits << 8U) | static_cast<unsigned char>(bytes[at + i]);
        }
        value.numbers.push_back(number_from(bits, *row));
    }
    return value;
}

std::vector<std::optional<KnownValue>> layer_values(const LayerQuestion& question, const std::vector<Shape>& outputs,
                                                    const std::vector<std::string_view>& types) {
    auto values = computed_values(question, outputs, types);
    values.resize(outputs.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        // A value of another shape than the output has would be a mistake of the file.
        if (values[i] && (!outputs[i] || values[i]->shape != *outputs[i])) {
            values[i].reset();
        }
    }
    return values;
}

}  // namespace arenascope::openvino_file

#include "core/format/openvino/layer_shapes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/format/onnx/einsum.h"
#include "core/format/onnx/element_arithmetic.h"
#include "core/format/onnx/shape_question.h"
#include "core/format/openvino/kernel_shapes.h"
#include "core/format/openvino/view_shapes.h"
#include "core/model/memory/quantity.h"

namespace arenascope::openvino_file {
namespace {

using onnx_file::axis_in;
using onnx_file::unknown_extent;
using Shapes = std::vector<Shape>;
using Question = const LayerQuestion&;

Shape shape_or_nothing(const Extents* shape) {
    return shape != nullptr ? Shape(*shape) : std::nullopt;
}

/// As in the first operand.
Shapes first_operand(Question question) {
    return same_for_all(question, shape_or_nothing(question.shape(0)));
}

Shapes broadcast_operands(Question question) {
    return same_for_all(question, broadcast_of(question.operands));
}

Shapes broadcast_to(Question question) {
    const auto target = question.integers(1);
    if (!target) {
        return {};
    }
    const Extents* from = question.shape(0);
    if (question.text("mode") == "bidirectional") {
        return {from != nullptr ? onnx_file::broadcast_shape({from, &*target}) : std::nullopt};
    }
    return {*target};
}

Extents gathered_shape(const Extents& data, const Extents& indices, std::size_t axis, std::size_t shared) {
    Extents shape(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(axis));
    shape.insert(shape.end(), indices.begin() + static_cast<std::ptrdiff_t>(shared), indices.end());
    shape.insert(shape.end(), data.begin() + static_cast<std::ptrdiff_t>(axis) + 1, data.end());
    return shape;
}

/// The only axis with which the shapes in the file fit each other.
std::optional<std::size_t> axis_of_gather(Question question, std::size_t shared) {
    const Extents* data = question.operands[0].declared;
    const Extents* indices = question.operands[1].declared;
    const Extents* declared = question.declared.empty() ? nullptr : question.declared[0];
    std::optional<std::size_t> found;
    for (std::size_t axis = shared; data != nullptr && indices != nullptr && declared != nullptr && axis < data->size();
         ++axis) {
        if (gathered_shape(*data, *indices, axis, shared) != *declared) {
            continue;
        }
        if (found) {
            return std::nullopt;
        }
        found = axis;
    }
    return found;
}

Shapes gathered_shapes(Question question) {
    const Extents* data = question.shape(0);
    const Extents* indices = question.shape(1);
    if (data == nullptr || indices == nullptr) {
        return {};
    }
    const auto shared = axis_in(question.number("batch_dims", 0), indices->size() + 1).value_or(0);
    const auto given = question.integer(2);
    const auto axis = given ? axis_in(*given, data->size()) : axis_of_gather(question, shared);
    if (!axis || shared > indices->size() || shared > *axis) {
        return {};
    }
    return {gathered_shape(*data, *indices, *axis, shared)};
}

Shapes gather_elements(Question question) {
    return {shape_or_nothing(question.shape(1))};
}

Shapes gather_slices(Question question) {
    const Extents* data = question.shape(0);
    const Extents* indices = question.shape(1);
    if (data == nullptr || indices == nullptr || indices->empty() || question.number("batch_dims", 0) != 0 ||
        indices->back() < 0 || indices->back() > std::ssize(*data)) {
        return {};
    }
    Extents shape(indices->begin(), indices->end() - 1);
    shape.insert(shape.end(), data->begin() + indices->back(), data->end());
    return {std::move(shape)};
}

Shapes concatenated_shapes(Question question) {
    const auto axis =
        question.shape(0) != nullptr ? axis_in(question.number("axis", 0), question.shape(0)->size()) : std::nullopt;
    if (!axis) {
        return {};
    }
    Extents shape = *question.shape(0);
    for (std::size_t i = 1; i < question.operands.size(); ++i) {
        const Extents* part = question.shape(i);
        if (part == nullptr || part->size() != shape.size()) {
            return {};
        }
        shape[*axis] = onnx_file::sum_or_unknown(shape[*axis], (*part)[*axis]);
    }
    return {std::move(shape)};
}

/// The axis of a split: the operand, or the only one along which the shapes in the file differ.
std::optional<std::size_t> axis_of_split(Question question) {
    const Extents* whole = question.operands[0].declared;
    if (const auto given = question.integer(1); given && question.shape(0) != nullptr) {
        return axis_in(*given, question.shape(0)->size());
    }
    for (const Extents* part : question.declared) {
        for (std::size_t i = 0;
             whole != nullptr && part != nullptr && part->size() == whole->size() && i < part->size(); ++i) {
            if ((*whole)[i] != (*part)[i]) {
                return i;
            }
        }
    }
    return std::nullopt;
}

Shapes split_shapes(Question question) {
    const Extents* whole = question.shape(0);
    const auto axis = whole != nullptr ? axis_of_split(question) : std::nullopt;
    const auto count = std::ssize(question.declared);
    if (!axis || *axis >= whole->size() || count == 0) {
        return {};
    }
    Shapes shapes = same_for_all(question, *whole);
    const auto lengths = question.integers(2);
    std::optional<std::int64_t> rest = (*whole)[*axis];
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const bool is_stated = lengths && i < lengths->size();
        const Extents* declared = question.declared[i];
        const std::int64_t in_file = declared != nullptr && *axis < declared->size() ? (*declared)[*axis] : -1;
        (*shapes[i])[*axis] = question.type == "Split" ? onnx_file::quotient_or_unknown((*whole)[*axis], count)
                              : is_stated              ? std::max((*lengths)[i], unknown_extent)
                                                       : in_file;
        rest = rest ? checked_subtract(*rest, std::max<std::int64_t>((*shapes[i])[*axis], 0)) : std::nullopt;
    }
    // One part may take the rest.
    const auto is_rest = [&](const Shape& shape) { return (*shape)[*axis] < 0; };
    if (std::ranges::count_if(shapes, is_rest) == 1 && rest && *rest >= 0) {
        (**std::ranges::find_if(shapes, is_rest))[*axis] = *rest;
    }
    return shapes;
}

/// How many elements a slice takes from an axis.
std::int64_t slice_extent(std::int64_t extent, std::int64_t begin, std::int64_t end, std::int64_t step) {
    if (extent < 0 || step == 0 || step == std::numeric_limits<std::int64_t>::min()) {
        return unknown_extent;
    }
    const auto clamped = [extent](std::int64_t place, std::int64_t low, std::int64_t high) {
        return std::clamp(place < 0 ? place + extent : place, low, high);
    };
    if (step > 0) {
        const std::int64_t length = clamped(end, 0, extent) - clamped(begin, 0, extent);
        return length <= 0 ? 0 : (length - 1) / step + 1;
    }
    const std::int64_t length = clamped(begin, -1, extent - 1) - clamped(end, -1, extent - 1);
    return length <= 0 ? 0 : (length - 1) / -step + 1;
}

Shapes sliced_shapes(Question question) {
    constexpr std::size_t step_operand = 3;
    constexpr std::size_t axes_operand = 4;
    const Extents* from = question.shape(0);
    const auto begins = question.integers(1);
    const auto ends = question.integers(2);
    const auto steps = question.integers(step_operand);
    const auto axes = question.integers(axes_operand);
    if (from == nullptr || !begins || !ends || !steps || begins->size() != ends->size() ||
        begins->size() != steps->size() ||
        (question.is_present(axes_operand) && (!axes || axes->size() != begins->size()))) {
        return {};
    }
    Extents shape = *from;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const auto axis = axis_in(axes ? (*axes)[i] : static_cast<std::int64_t>(i), shape.size());
        if (!axis) {
            return {};
        }
        shape[*axis] = slice_extent((*from)[*axis], (*begins)[i], (*ends)[i], (*steps)[i]);
    }
    return {std::move(shape)};
}

bool is_set(const Extents& mask, std::size_t position) {
    return position < mask.size() && mask[position] != 0;
}

Shapes strided_slice_shapes(Question question) {
    constexpr std::size_t step_operand = 3;
    const Extents* from = question.shape(0);
    const auto begins = question.integers(1);
    const auto ends = question.integers(2);
    const auto steps = question.integers(step_operand);
    const Extents no_begin = question.list("begin_mask");
    const Extents no_end = question.list("end_mask");
    const Extents is_new = question.list("new_axis_mask");
    const Extents is_dropped = question.list("shrink_axis_mask");
    const Extents is_rest = question.list("ellipsis_mask");
    const std::size_t count = begins ? begins->size() : ends ? ends->size() : no_begin.size();
    if (from == nullptr || (question.is_present(step_operand) && !steps)) {
        return {};
    }
    std::size_t taken = 0;
    for (std::size_t i = 0; i < count; ++i) {
        taken += is_set(is_new, i) || is_set(is_rest, i) ? 0 : 1;
    }
    if (taken > from->size()) {
        return {};
    }
    Extents shape;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (is_set(is_rest, i)) {
            for (std::size_t all = from->size() - taken; all > 0 && axis < from->size(); --all) {
                shape.push_back((*from)[axis++]);
            }
            taken = from->size();
        } else if (is_set(is_new, i)) {
            shape.push_back(1);
        } else if (axis >= from->size()) {
            return {};
        } else if (is_set(is_dropped, i)) {
            ++axis;
        } else {
            const std::int64_t step = steps && i < steps->size() ? (*steps)[i] : 1;
            constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 2;
            const bool is_known = (is_set(no_begin, i) || (begins && i < begins->size())) &&
                                  (is_set(no_end, i) || (ends && i < ends->size()));
            const std::int64_t begin = is_set(no_begin, i) || !is_known ? (step < 0 ? far : 0) : (*begins)[i];
            const std::int64_t end = is_set(no_end, i) || !is_known ? (step < 0 ? -far : far) : (*ends)[i];
            shape.push_back(is_known ? slice_extent((*from)[axis], begin, end, step) : unknown_extent);
            ++axis;
        }
    }
    shape.insert(shape.end(), from->begin() + static_cast<std::ptrdiff_t>(axis), from->end());
    return {std::move(shape)};
}

Shapes reduce(Question question) {
    const Extents* from = question.shape(0);
    const bool keeps = question.flag("keep_dims", false);
    const auto is_reduced = from != nullptr ? named_axes(question.integers(1), from->size()) : std::nullopt;
    if (from == nullptr) {
        return {};
    }
    if (!is_reduced) {
        // An extent that the file leaves open is not reduced: then it would be 1.
        return {keeps ? Shape(*from) : std::nullopt};
    }
    Extents shape;
    for (std::size_t i = 0; i < from->size(); ++i) {
        if (!(*is_reduced)[i]) {
            shape.push_back((*from)[i]);
        } else if (keeps) {
            shape.push_back(1);
        }
    }
    return {std::move(shape)};
}

Shapes tile(Question question) {
    const Extents* from = question.shape(0);
    auto repeats = question.integers(1);
    if (from == nullptr || !repeats) {
        return {};
    }
    const std::size_t rank = std::max(from->size(), repeats->size());
    Extents shape(rank - from->size(), 1);
    shape.insert(shape.end(), from->begin(), from->end());
    repeats->insert(repeats->begin(), rank - repeats->size(), 1);
    for (std::size_t i = 0; i < rank; ++i) {
        shape[i] = onnx_file::product_or_unknown(shape[i], (*repeats)[i]);
    }
    return {std::move(shape)};
}

Shapes pad(Question question) {
    const Extents* from = question.shape(0);
    const auto before = question.integers(1);
    const auto after = question.integers(2);
    if (from == nullptr || !before || !after || before->size() != from->size() || after->size() != from->size()) {
        return {};
    }
    Extents shape = *from;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto one = checked_add(shape[i], (*before)[i]);
        const auto both = one ? checked_add(*one, (*after)[i]) : std::nullopt;
        shape[i] = std::max(both.value_or(unknown_extent), unknown_extent);
    }
    return {std::move(shape)};
}

Shapes shape_of_operand(Question question) {
    return {question.shape(0) != nullptr ? Shape(Extents{std::ssize(*question.shape(0))}) : std::nullopt};
}

/// The elements from a first one up to a last one, which is left out, in steps.
Shapes numbers_in_steps(Question question) {
    std::vector<double> bounds;
    for (std::size_t i = 0; i < question.operands.size(); ++i) {
        const auto integer = question.integer(i);
        const auto floats = question.floats(i);
        if (!integer && floats.size() != 1) {
            return {};
        }
        bounds.push_back(integer ? static_cast<double>(*integer) : floats.front());
    }
    constexpr double most = 1e15;
    const double count = bounds.size() == 3 && bounds[2] != 0 ? std::ceil((bounds[1] - bounds[0]) / bounds[2]) : most;
    // The comparison is false for what is no number.
    return {count < most ? Shape(Extents{static_cast<std::int64_t>(std::max(count, 0.0))}) : std::nullopt};
}

/// The shape that the first operand gives.
Shapes stated_shape(Question question) {
    const auto extents = question.integers(0);
    return {extents ? Shape(*extents) : std::nullopt};
}

Shapes one_hot(Question question) {
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(question.number("axis", -1), from->size() + 1) : std::nullopt;
    if (!axis) {
        return {};
    }
    Extents shape = *from;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis),
                 std::max(question.integer(1).value_or(unknown_extent), unknown_extent));
    return {std::move(shape)};
}

Shapes top_k(Question question) {
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(question.number("axis", -1), from->size()) : std::nullopt;
    if (!axis) {
        return {};
    }
    Extents shape = *from;
    shape[*axis] = std::max(question.integer(1).value_or(unknown_extent), unknown_extent);
    return same_for_all(question, shape);
}

Shapes einsum(Question question) {
    std::vector<onnx_file::TensorType> types;
    for (std::size_t i = 0; i < question.operands.size(); ++i) {
        types.push_back(onnx_file::tensor_of(1, shape_or_nothing(question.shape(i))));
    }
    std::vector<onnx_file::Operand> operands;
    operands.reserve(types.size());
    for (const onnx_file::TensorType& type : types) {
        operands.push_back({&type, nullptr});
    }
    return {onnx_file::einsum_shape(question.text("equation"), operands)};
}

/// Layers with several operands, element by element.
constexpr std::string_view element_wise[] = {"Add",          "BitwiseAnd",
                                             "BitwiseOr",    "BitwiseXor",
                                             "Divide",       "Equal",
                                             "FloorMod",     "Greater",
                                             "GreaterEqual", "Less",
                                             "LessEqual",    "LogicalAnd",
                                             "LogicalOr",    "LogicalXor",
                                             "Maximum",      "Minimum",
                                             "Mod",          "Multiply",
                                             "NotEqual",     "Power",
                                             "Select",       "SquaredDifference",
                                             "Subtract"};

/// Layers whose outputs have the shape of the first operand.
constexpr std::string_view shape_keeping[] = {"Abs",
                                              "Acos",
                                              "Acosh",
                                              "Asin",
                                              "Asinh",
                                              "Assign",
                                              "Atan",
                                              "Atanh",
                                              "BatchNormInference",
                                              "BitwiseNot",
                                              "Bucketize",
                                              "Ceiling",
                                              "Clamp",
                                              "Convert",
                                              "ConvertLike",
                                              "Cos",
                                              "Cosh",
                                              "CumSum",
                                              "Elu",
                                              "Erf",
                                              "Exp",
                                              "FakeConvert",
                                              "FakeQuantize",
                                              "Floor",
                                              "GRN",
                                              "Gelu",
                                              "GroupNormalization",
                                              "HSigmoid",
                                              "HSwish",
                                              "HardSigmoid",
                                              "Identity",
                                              "Inverse",
                                              "IsFinite",
                                              "IsInf",
                                              "IsNaN",
                                              "LRN",
                                              "Log",
                                              "LogSoftmax",
                                              "LogicalNot",
                                              "MVN",
                                              "Mish",
                                              "Negative",
                                              "NormalizeL2",
                                              "PReLU",
                                              "RMS",
                                              "ReLU",
                                              "ReadValue",
                                              "Reverse",
                                              "ReverseSequence",
                                              "Roll",
                                              "Round",
                                              "ScatterElementsUpdate",
                                              "ScatterNDUpdate",
                                              "ScatterUpdate",
                                              "Selu",
                                              "ShuffleChannels",
                                              "Sigmoid",
                                              "Sign",
                                              "Sin",
                                              "Sinh",
                                              "SoftMax",
                                              "SoftPlus",
                                              "SoftSign",
                                              "Softmax",
                                              "Sqrt",
                                              "Swish",
                                              "Tan",
                                              "Tanh"};

constexpr ShapeRule arranging_rules[] = {
    {"Broadcast", broadcast_to},
    {"Concat", concatenated_shapes},
    {"Einsum", einsum},
    {"Gather", gathered_shapes},
    {"GatherElements", gather_elements},
    {"GatherND", gather_slices},
    {"OneHot", one_hot},
    {"Pad", pad},
    {"RandomUniform", stated_shape},
    {"Range", numbers_in_steps},
    {"ShapeOf", shape_of_operand},
    {"Slice", sliced_shapes},
    {"Split", split_shapes},
    {"StridedSlice", strided_slice_shapes},
    {"Tile", tile},
    {"TopK", top_k},
    {"VariadicSplit", split_shapes},
};

}  // namespace

std::vector<Shape> layer_shapes(const LayerQuestion& question) {
    const auto is_type = [&question](std::string_view type) { return type == question.type; };
    if (std::ranges::any_of(element_wise, is_type)) {
        return broadcast_operands(question);
    }
    if (std::ranges::any_of(shape_keeping, is_type)) {
        return first_operand(question);
    }
    if (question.operands.empty()) {
        return {};
    }
    if (question.type.starts_with("Reduce")) {
        return reduce(question);
    }
    if (const auto* rule = onnx_file::row_of_operator(arranging_rules, question.type)) {
        return rule->shapes(question);
    }
    auto shapes = view_shapes(question);
    return shapes.empty() ? kernel_shapes(question) : shapes;
}

}  // namespace arenascope::openvino_file

#include "core/format/onnx/operator_shapes.h"

#include <algorithm>
#include <string_view>

#include "core/format/onnx/attention_shapes.h"
#include "core/format/onnx/einsum.h"
#include "core/format/onnx/sequence_shapes.h"
#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

// --- Matrix products ---

void transpose_last(Extents& shape) {
    if (shape.size() >= 2) {
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
}

/// The shape of a matrix product; the outer extents broadcast. A vector operand adds no extent.
std::optional<Extents> matmul_shape(std::optional<Extents> a, std::optional<Extents> b) {
    if (!a || !b || a->empty() || b->empty()) {
        return std::nullopt;
    }
    const bool is_row = a->size() == 1;
    const bool is_column = b->size() == 1;
    if (is_row) {
        a->insert(a->begin(), 1);
    }
    if (is_column) {
        b->push_back(1);
    }
    const Extents around_a(a->begin(), a->end() - 2);
    const Extents around_b(b->begin(), b->end() - 2);
    auto shape = broadcast_shape_of(&around_a, &around_b);
    if (shape && !is_row) {
        shape->push_back(*(a->end() - 2));
    }
    if (shape && !is_column) {
        shape->push_back(b->back());
    }
    return shape;
}

/// The product of two operands, transposed as the attributes say.
std::optional<Extents> matmul_of_operands(Question question, std::size_t first, std::size_t second) {
    auto a = copy_of(question.shape(first));
    auto b = copy_of(question.shape(second));
    if (a && integer_of(question.node, "transA", 0) != 0) {
        transpose_last(*a);
    }
    if (b && integer_of(question.node, "transB", 0) != 0) {
        transpose_last(*b);
    }
    return matmul_shape(std::move(a), std::move(b));
}

std::optional<Types> fused_matmul(Question question) {
    const bool moves_batch =
        integer_of(question.node, "transBatchA", 0) != 0 || integer_of(question.node, "transBatchB", 0) != 0;
    return single_output(question.element(0), moves_batch ? std::nullopt : matmul_of_operands(question, 0, 1));
}

std::optional<Types> integer_matmul(Question question) {
    return single_output(question.element(2), matmul_of_operands(question, 0, 1));
}

std::optional<Types> quantized_gemm(Question question) {
    constexpr std::size_t second = 3;
    constexpr std::size_t zero_point = 8;
    return single_output(question.is_present(zero_point) ? question.element(zero_point) : element::float32,
                         matmul_of_operands(question, 0, second));
}

/// A product with packed low-bit weights. The attribute N is the number of columns.
std::optional<Types> packed_matmul(Question question) {
    auto shape = copy_of(question.shape(0));
    const std::int64_t columns = integer_of(question.node, "N", unknown_extent);
    if (shape && !shape->empty()) {
        shape->back() = std::max(columns, unknown_extent);
    }
    return single_output(question.element(0), std::move(shape));
}

std::optional<Types> einsum(Question question) {
    return single_output(question.element(0), einsum_shape(text_of(question.node, "equation", ""), question.operands));
}

// --- Normalizations with several outputs ---

std::optional<Types> layer_normalization(Question question) {
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(integer_of(question.node, "axis", -1), from->size()) : std::nullopt;
    std::optional<Extents> left = axis ? copy_of(from) : std::nullopt;
    if (left) {
        std::fill(left->begin() + static_cast<std::ptrdiff_t>(*axis), left->end(), 1);
    }
    const TensorType statistics = tensor_of(integer_of(question.node, "stash_type", element::float32), left);
    return Types{tensor_of(question.element(0), copy_of(from)), statistics, statistics};
}

/// In training mode it also outputs statistics; early versions have more of them.
std::optional<Types> batch_normalization(Question question) {
    constexpr std::size_t mean = 3;
    constexpr std::size_t variance = 4;
    const auto like = [&question](std::size_t position) {
        return tensor_of(question.element(position), copy_of(question.shape(position)));
    };
    return Types{like(0), like(mean), like(variance), like(mean), like(variance)};
}

std::optional<Types> skip_normalization(Question question) {
    const TensorType like = tensor_of(question.element(0), copy_of(question.shape(0)));
    return Types{like, {}, {}, like};
}

// --- Element types ---

std::optional<Types> cast_type(Question question) {
    const std::int64_t to = question.node.type == "Cast" ? integer_of(question.node, "to", 0) : question.element(1);
    return single_output(to, copy_of(question.shape(0)));
}

std::optional<Types> quantize(Question question) {
    constexpr std::size_t zero_point = 2;
    const std::int64_t given = integer_of(question.node, "output_dtype", 0);
    const std::int64_t otherwise = question.is_present(zero_point) ? question.element(zero_point) : element::uint8;
    return single_output(given != 0 ? given : otherwise, copy_of(question.shape(0)));
}

std::optional<Types> dequantize(Question question) {
    const std::int64_t given = integer_of(question.node, "output_dtype", 0);
    return single_output(given != 0 ? given : question.element(1), copy_of(question.shape(0)));
}

/// The first two operands are scale and zero point of the result. Each part is followed by its own.
std::optional<Types> quantized_concat(Question question) {
    constexpr std::size_t first = 2;
    constexpr std::size_t stride = 3;
    std::optional<Extents> whole;
    const Attribute* given = attribute_of(question.node, "axis");
    for (std::size_t i = first; i < question.operands.size(); i += stride) {
        const Extents* part = question.shape(i);
        const auto axis = part != nullptr && given != nullptr ? axis_in(given->integer, part->size()) : std::nullopt;
        if (!axis || (whole && whole->size() != part->size())) {
            return single_output(question.element(first), std::nullopt);
        }
        if (!whole) {
            whole = *part;
            continue;
        }
        for (std::size_t at = 0; at < part->size(); ++at) {
            std::int64_t& extent = (*whole)[at];
            extent = at == *axis ? sum_or_unknown(extent, (*part)[at]) : std::max(extent, (*part)[at]);
        }
    }
    return single_output(question.element(first), std::move(whole));
}

// --- Shapes given by operands ---

std::optional<Types> one_hot(Question question) {
    constexpr std::size_t values = 2;
    auto shape = copy_of(question.shape(0));
    const auto axis = shape ? axis_in(integer_of(question.node, "axis", -1), shape->size() + 1) : std::nullopt;
    if (!axis) {
        return single_output(question.element(values), std::nullopt);
    }
    std::int64_t depth = question.number(1).value_or(unknown_extent);
    const KnownValue* given = operand_at(question.operands, 1).value;
    constexpr double deepest = 9e15;
    if (given != nullptr && given->is_float() && given->numbers.size() == 1 && given->numbers.front().known &&
        given->numbers.front().floating >= 0 && given->numbers.front().floating < deepest) {
        depth = static_cast<std::int64_t>(given->numbers.front().floating);
    }
    shape->insert(shape->begin() + static_cast<std::ptrdiff_t>(*axis), std::max(depth, unknown_extent));
    return single_output(question.element(values), std::move(shape));
}

/// Assembles an image from blocks. Batch and channels come before the image extents.
std::optional<Types> col2im(Question question) {
    const Extents* from = question.shape(0);
    const auto image = question.extents(1);
    const auto block = question.numbers(2);
    if (from == nullptr || from->size() != 3 || !image) {
        return std::nullopt;
    }
    const auto size = block ? product_of(*block) : std::nullopt;
    Extents shape = {(*from)[0], quotient_or_unknown((*from)[1], size.value_or(0))};
    shape.insert(shape.end(), image->begin(), image->end());
    return single_output(question.element(0), std::move(shape));
}

std::optional<Types> center_crop_pad(Question question) {
    auto shape = copy_of(question.shape(0));
    const auto extents = question.extents(1);
    const auto* axes = integers_of(question.node, "axes");
    const std::size_t count = axes != nullptr ? axes->size() : shape ? shape->size() : 0;
    if (!shape || !extents || extents->size() != count) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto axis = axis_in(axes != nullptr ? (*axes)[i] : static_cast<std::int64_t>(i), shape->size());
        if (!axis) {
            return std::nullopt;
        }
        (*shape)[*axis] = (*extents)[i];
    }
    return single_output(question.element(0), std::move(shape));
}

/// A coordinate for each pixel of an image or volume.
std::optional<Types> affine_grid(Question question) {
    const auto size = question.extents(1);
    constexpr std::size_t image = 4;
    if (!size || (size->size() != image && size->size() != image + 1)) {
        return std::nullopt;
    }
    Extents shape = {size->front()};
    shape.insert(shape.end(), size->begin() + 2, size->end());
    shape.push_back(std::ssize(*size) - 2);
    return single_output(question.element(0), std::move(shape));
}

/// Positions as in the offsets, and a channel for each kernel.
std::optional<Types> deform_conv(Question question) {
    const Extents* from = question.shape(0);
    const Extents* kernels = question.shape(1);
    auto shape = copy_of(question.shape(2));
    if (from == nullptr || kernels == nullptr || !shape || shape->size() < 3 || from->size() != shape->size() ||
        kernels->size() != shape->size()) {
        return std::nullopt;
    }
    (*shape)[0] = (*from)[0];
    (*shape)[1] = (*kernels)[0];
    return single_output(question.element(0), std::move(shape));
}

/// Only the case with an output shape as operand; the library handles the other.
std::optional<Types> max_unpool(Question question) {
    if (!question.is_present(2)) {
        return std::nullopt;
    }
    return single_output(question.element(0), question.extents(2));
}

/// Crop, an experimental operator: removes a border, or cuts out a window of a given size.
std::optional<Types> crop(Question question) {
    auto shape = copy_of(question.shape(0));
    const auto* border = integers_of(question.node, "border");
    const auto* window = integers_of(question.node, "scale");
    constexpr std::size_t image = 4;
    if (!shape || shape->size() != image || border == nullptr || border->size() != image ||
        (window != nullptr && window->size() != 2)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        // The border's order is left, top, right, bottom.
        const auto both = checked_add((*border)[1 - i], (*border)[3 - i]);
        std::int64_t& extent = (*shape)[i + 2];
        const auto rest = both && extent >= 0 ? checked_subtract(extent, *both) : std::nullopt;
        extent = std::max(window != nullptr ? (*window)[i] : rest.value_or(unknown_extent), unknown_extent);
    }
    return single_output(question.element(0), std::move(shape));
}

// --- Signals ---

std::int64_t bins(std::int64_t length, bool is_half) {
    return length < 0 || !is_half ? length : length / 2 + 1;
}

std::optional<Types> dft(Question question) {
    constexpr std::int64_t first_with_axis_operand = 20;
    constexpr std::size_t axis_operand = 2;
    auto shape = copy_of(question.shape(0));
    std::int64_t given = integer_of(question.node, "axis", 1);
    if (question.operator_set >= first_with_axis_operand) {
        const auto given_value =
            question.is_present(axis_operand) ? question.number(axis_operand) : std::optional<std::int64_t>(-2);
        if (!given_value) {
            return std::nullopt;
        }
        given = *given_value;
    }
    const auto axis = shape && shape->size() > 1 ? axis_in(given, shape->size()) : std::nullopt;
    const bool is_half = integer_of(question.node, "onesided", 0) != 0;
    if (!axis || *axis + 1 == shape->size() || (is_half && integer_of(question.node, "inverse", 0) != 0)) {
        return std::nullopt;
    }
    const std::int64_t length = question.is_present(1)
                                    ? std::max(question.number(1).value_or(unknown_extent), unknown_extent)
                                    : (*shape)[*axis];
    (*shape)[*axis] = bins(length, is_half);
    shape->back() = 2;
    return single_output(question.element(0), std::move(shape));
}

std::optional<Types> stft(Question question) {
    constexpr std::size_t window_operand = 2;
    constexpr std::size_t length_operand = 3;
    const Extents* signal = question.shape(0);
    const Extents* window = question.shape(window_operand);
    const std::int64_t step = question.number(1).value_or(0);
    std::int64_t length = window != nullptr && window->size() == 1 ? window->front() : unknown_extent;
    if (question.is_present(length_operand)) {
        length = question.number(length_operand).value_or(unknown_extent);
    }
    if (signal == nullptr || signal->size() != 3) {
        return std::nullopt;
    }
    const bool is_known = step > 0 && length > 0 && (*signal)[1] >= length;
    const std::int64_t frames = is_known ? ((*signal)[1] - length) / step + 1 : unknown_extent;
    return single_output(
        question.element(0),
        Extents{signal->front(), frames,
                bins(length > 0 ? length : unknown_extent, integer_of(question.node, "onesided", 1) != 0), 2});
}

// --- The table ---

constexpr std::string_view standard;

constexpr OperatorRule operator_rules[] = {
    {standard, "AffineGrid", affine_grid},
    {standard, "Attention", attention},
    {standard, "BatchNormalization", batch_normalization},
    {standard, "Cast", cast_type},
    {standard, "CastLike", cast_type},
    {standard, "CenterCropPad", center_crop_pad},
    {standard, "Col2Im", col2im},
    {standard, "ConcatFromSequence", concat_from_sequence},
    {standard, "Crop", crop},
    {standard, "DFT", dft},
    {standard, "DeformConv", deform_conv},
    {standard, "DequantizeLinear", dequantize},
    {standard, "Einsum", einsum},
    {standard, "Identity", identity},
    {standard, "LayerNormalization", layer_normalization},
    {standard, "MaxUnpool", max_unpool},
    {standard, "OneHot", one_hot},
    {standard, "Optional", optional_from_operand},
    {standard, "OptionalGetElement", optional_get_element},
    {standard, "QuantizeLinear", quantize},
    {standard, "STFT", stft},
    {standard, "SequenceAt", sequence_at},
    {standard, "SequenceConstruct", sequence_construct},
    {standard, "SequenceEmpty", sequence_empty},
    {standard, "SequenceErase", sequence_erase},
    {standard, "SequenceInsert", sequence_insert},
    {standard, "SplitToSequence", split_to_sequence},
    {microsoft_domain, "Attention", packed_attention},
    {microsoft_domain, "DequantizeLinear", dequantize},
    {microsoft_domain, "DynamicQuantizeMatMul", fused_matmul},
    {microsoft_domain, "EmbedLayerNormalization", embed_layer_normalization},
    {microsoft_domain, "FusedMatMul", fused_matmul},
    {microsoft_domain, "GroupQueryAttention", group_query_attention},
    {microsoft_domain, "MatMulBnb4", packed_matmul},
    {microsoft_domain, "MatMulIntegerToFloat", integer_matmul},
    {microsoft_domain, "MatMulNBits", packed_matmul},
    {microsoft_domain, "MultiHeadAttention", multi_head_attention},
    {microsoft_domain, "QGemm", quantized_gemm},
    {microsoft_domain, "QLinearConcat", quantized_concat},
    {microsoft_domain, "QuantizeLinear", quantize},
    {microsoft_domain, "SkipLayerNormalization", skip_normalization},
    {microsoft_domain, "SkipSimplifiedLayerNormalization", skip_normalization},
    {microsoft_domain, "TransposeMatMul", fused_matmul},
};

}  // namespace

const OperatorRule* rule_of(const Node& node, std::span<const OperatorRule> rules) {
    const std::string_view domain = short_domain(node.domain);
    const auto row = std::ranges::find_if(
        rules, [&](const OperatorRule& each) { return each.type == node.type && each.domain == domain; });
    return row != rules.end() ? &*row : nullptr;
}

std::span<const OperatorRule> operator_shapes() {
    return operator_rules;
}

}  // namespace arenascope::onnx_file

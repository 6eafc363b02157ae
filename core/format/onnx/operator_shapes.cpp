#include "core/format/onnx/operator_shapes.h"

#include <algorithm>
#include <string_view>

#include "core/format/onnx/attention_shapes.h"
#include "core/format/onnx/einsum.h"
#include "core/format/onnx/sequence_shapes.h"
#include "core/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

// --- Products of matrices ---

void transpose_last(Extents& shape) {
    if (shape.size() >= 2) {
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
}

/// Rows by columns, and what lies around them spread over each other; a row or a column alone leaves no trace.
std::optional<Extents> product_shape(std::optional<Extents> a, std::optional<Extents> b) {
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
    auto shape = spread_over(&around_a, &around_b);
    if (shape && !is_row) {
        shape->push_back(*(a->end() - 2));
    }
    if (shape && !is_column) {
        shape->push_back(b->back());
    }
    return shape;
}

/// The product of two operands, transposed where the attributes say so.
std::optional<Extents> product_of_operands(Asked asked, std::size_t first, std::size_t second) {
    auto a = copy_of(asked.shape(first));
    auto b = copy_of(asked.shape(second));
    if (a && whole_of(asked.node, "transA", 0) != 0) {
        transpose_last(*a);
    }
    if (b && whole_of(asked.node, "transB", 0) != 0) {
        transpose_last(*b);
    }
    return product_shape(std::move(a), std::move(b));
}

std::optional<Types> fused_product(Asked asked) {
    const bool moves_batch = whole_of(asked.node, "transBatchA", 0) != 0 || whole_of(asked.node, "transBatchB", 0) != 0;
    return one(asked.element(0), moves_batch ? std::nullopt : product_of_operands(asked, 0, 1));
}

std::optional<Types> integers_to_reals_product(Asked asked) {
    return one(asked.element(2), product_of_operands(asked, 0, 1));
}

std::optional<Types> quantized_gemm(Asked asked) {
    constexpr std::size_t second = 3;
    constexpr std::size_t zero_point = 8;
    return one(asked.is_present(zero_point) ? asked.element(zero_point) : element::float32,
               product_of_operands(asked, 0, second));
}

/// A product with a stored matrix of few bits: the attributes say how many columns it has.
std::optional<Types> packed_product(Asked asked) {
    auto shape = copy_of(asked.shape(0));
    const std::int64_t columns = whole_of(asked.node, "N", unknown_extent);
    if (shape && !shape->empty()) {
        shape->back() = std::max(columns, unknown_extent);
    }
    return one(asked.element(0), std::move(shape));
}

std::optional<Types> einsum(Asked asked) {
    return one(asked.element(0), einsum_shape(text_of(asked.node, "equation", ""), asked.operands));
}

// --- Normalizations with more than one output ---

std::optional<Types> layer_normalization(Asked asked) {
    const Extents* from = asked.shape(0);
    const auto axis = from != nullptr ? axis_in(whole_of(asked.node, "axis", -1), from->size()) : std::nullopt;
    std::optional<Extents> left = axis ? copy_of(from) : std::nullopt;
    if (left) {
        std::fill(left->begin() + static_cast<std::ptrdiff_t>(*axis), left->end(), 1);
    }
    const TensorType statistics = tensor_of(whole_of(asked.node, "stash_type", element::float32), left);
    return Types{tensor_of(asked.element(0), copy_of(from)), statistics, statistics};
}

/// While it trains it puts out what it has learnt, and in the first versions what it computed with.
std::optional<Types> batch_normalization(Asked asked) {
    constexpr std::size_t mean = 3;
    constexpr std::size_t variance = 4;
    const auto like = [&asked](std::size_t position) {
        return tensor_of(asked.element(position), copy_of(asked.shape(position)));
    };
    return Types{like(0), like(mean), like(variance), like(mean), like(variance)};
}

std::optional<Types> skip_normalization(Asked asked) {
    const TensorType like = tensor_of(asked.element(0), copy_of(asked.shape(0)));
    return Types{like, {}, {}, like};
}

// --- Types of elements ---

std::optional<Types> converted(Asked asked) {
    const std::int64_t to = asked.node.type == "Cast" ? whole_of(asked.node, "to", 0) : asked.element(1);
    return one(to, copy_of(asked.shape(0)));
}

std::optional<Types> quantize(Asked asked) {
    constexpr std::size_t zero_point = 2;
    const std::int64_t given = whole_of(asked.node, "output_dtype", 0);
    const std::int64_t otherwise = asked.is_present(zero_point) ? asked.element(zero_point) : element::uint8;
    return one(given != 0 ? given : otherwise, copy_of(asked.shape(0)));
}

std::optional<Types> dequantize(Asked asked) {
    const std::int64_t given = whole_of(asked.node, "output_dtype", 0);
    return one(given != 0 ? given : asked.element(1), copy_of(asked.shape(0)));
}

/// Scale and zero point of the result, then each part with its own.
std::optional<Types> quantized_concat(Asked asked) {
    constexpr std::size_t first = 2;
    constexpr std::size_t stride = 3;
    std::optional<Extents> whole;
    const Attribute* given = attribute_of(asked.node, "axis");
    for (std::size_t i = first; i < asked.operands.size(); i += stride) {
        const Extents* part = asked.shape(i);
        const auto axis = part != nullptr && given != nullptr ? axis_in(given->whole, part->size()) : std::nullopt;
        if (!axis || (whole && whole->size() != part->size())) {
            return one(asked.element(first), std::nullopt);
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
    return one(asked.element(first), std::move(whole));
}

// --- Shapes that operands tell ---

std::optional<Types> one_hot(Asked asked) {
    constexpr std::size_t values = 2;
    auto shape = copy_of(asked.shape(0));
    const auto axis = shape ? axis_in(whole_of(asked.node, "axis", -1), shape->size() + 1) : std::nullopt;
    if (!axis) {
        return one(asked.element(values), std::nullopt);
    }
    std::int64_t depth = asked.number(1).value_or(unknown_extent);
    const KnownValue* given = operand_at(asked.operands, 1).value;
    constexpr double deepest = 9e15;
    if (given != nullptr && given->is_real() && given->numbers.size() == 1 && given->numbers.front().known &&
        given->numbers.front().real >= 0 && given->numbers.front().real < deepest) {
        depth = static_cast<std::int64_t>(given->numbers.front().real);
    }
    shape->insert(shape->begin() + static_cast<std::ptrdiff_t>(*axis), std::max(depth, unknown_extent));
    return one(asked.element(values), std::move(shape));
}

/// Blocks of an image side by side; batch and channels before the image.
std::optional<Types> blocks_to_image(Asked asked) {
    const Extents* from = asked.shape(0);
    const auto image = asked.extents(1);
    const auto block = asked.numbers(2);
    if (from == nullptr || from->size() != 3 || !image) {
        return std::nullopt;
    }
    const auto size = block ? product_of(*block) : std::nullopt;
    Extents shape = {(*from)[0], quotient_or_unknown((*from)[1], size.value_or(0))};
    shape.insert(shape.end(), image->begin(), image->end());
    return one(asked.element(0), std::move(shape));
}

std::optional<Types> crop_or_pad(Asked asked) {
    auto shape = copy_of(asked.shape(0));
    const auto extents = asked.extents(1);
    const auto* axes = wholes_of(asked.node, "axes");
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
    return one(asked.element(0), std::move(shape));
}

/// A place for each pixel of an image, or of a volume.
std::optional<Types> affine_grid(Asked asked) {
    const auto size = asked.extents(1);
    constexpr std::size_t image = 4;
    if (!size || (size->size() != image && size->size() != image + 1)) {
        return std::nullopt;
    }
    Extents shape = {size->front()};
    shape.insert(shape.end(), size->begin() + 2, size->end());
    shape.push_back(static_cast<std::int64_t>(size->size()) - 2);
    return one(asked.element(0), std::move(shape));
}

/// As many places as the offsets have, and a channel for each kernel.
std::optional<Types> deformed_convolution(Asked asked) {
    const Extents* from = asked.shape(0);
    const Extents* kernels = asked.shape(1);
    auto shape = copy_of(asked.shape(2));
    if (from == nullptr || kernels == nullptr || !shape || shape->size() < 3 || from->size() != shape->size() ||
        kernels->size() != shape->size()) {
        return std::nullopt;
    }
    (*shape)[0] = (*from)[0];
    (*shape)[1] = (*kernels)[0];
    return one(asked.element(0), std::move(shape));
}

/// Pixels are left where nothing is known but the shape to unpool to; else the library knows.
std::optional<Types> unpooled(Asked asked) {
    if (!asked.is_present(2)) {
        return std::nullopt;
    }
    return one(asked.element(0), asked.extents(2));
}

/// An operator of the first drafts: cuts a border off an image, or a window of a size out of it.
std::optional<Types> cropped(Asked asked) {
    auto shape = copy_of(asked.shape(0));
    const auto* border = wholes_of(asked.node, "border");
    const auto* window = wholes_of(asked.node, "scale");
    constexpr std::size_t image = 4;
    if (!shape || shape->size() != image || border == nullptr || border->size() != image ||
        (window != nullptr && window->size() != 2)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        // Left, top, right, bottom.
        const auto both = checked_add((*border)[1 - i], (*border)[3 - i]);
        std::int64_t& extent = (*shape)[i + 2];
        const auto rest = both && extent >= 0 ? checked_subtract(extent, *both) : std::nullopt;
        extent = std::max(window != nullptr ? (*window)[i] : rest.value_or(unknown_extent), unknown_extent);
    }
    return one(asked.element(0), std::move(shape));
}

// --- Signals ---

std::int64_t bins(std::int64_t length, bool is_half) {
    return length < 0 || !is_half ? length : length / 2 + 1;
}

std::optional<Types> fourier_transform(Asked asked) {
    constexpr std::int64_t first_with_axis_operand = 20;
    constexpr std::size_t axis_operand = 2;
    auto shape = copy_of(asked.shape(0));
    std::int64_t given = whole_of(asked.node, "axis", 1);
    if (asked.operator_set >= first_with_axis_operand) {
        const auto told = asked.is_present(axis_operand) ? asked.number(axis_operand) : std::optional<std::int64_t>(-2);
        if (!told) {
            return std::nullopt;
        }
        given = *told;
    }
    const auto axis = shape && shape->size() > 1 ? axis_in(given, shape->size()) : std::nullopt;
    const bool is_half = whole_of(asked.node, "onesided", 0) != 0;
    if (!axis || *axis + 1 == shape->size() || (is_half && whole_of(asked.node, "inverse", 0) != 0)) {
        return std::nullopt;
    }
    const std::int64_t length =
        asked.is_present(1) ? std::max(asked.number(1).value_or(unknown_extent), unknown_extent) : (*shape)[*axis];
    (*shape)[*axis] = bins(length, is_half);
    shape->back() = 2;
    return one(asked.element(0), std::move(shape));
}

std::optional<Types> short_time_transform(Asked asked) {
    constexpr std::size_t window_operand = 2;
    constexpr std::size_t length_operand = 3;
    const Extents* signal = asked.shape(0);
    const Extents* window = asked.shape(window_operand);
    const std::int64_t step = asked.number(1).value_or(0);
    std::int64_t length = window != nullptr && window->size() == 1 ? window->front() : unknown_extent;
    if (asked.is_present(length_operand)) {
        length = asked.number(length_operand).value_or(unknown_extent);
    }
    if (signal == nullptr || signal->size() != 3) {
        return std::nullopt;
    }
    const bool is_known = step > 0 && length > 0 && (*signal)[1] >= length;
    const std::int64_t frames = is_known ? ((*signal)[1] - length) / step + 1 : unknown_extent;
    return one(asked.element(0),
               Extents{signal->front(), frames,
                       bins(length > 0 ? length : unknown_extent, whole_of(asked.node, "onesided", 1) != 0), 2});
}

// --- The table ---

struct Row {
    std::string_view domain;
    std::string_view type;
    std::optional<Types> (*rule)(Asked);
};

constexpr std::string_view standard;
constexpr std::string_view runtime = "com.microsoft";

constexpr Row rows[] = {
    {standard, "AffineGrid", affine_grid},
    {standard, "Attention", attention},
    {standard, "BatchNormalization", batch_normalization},
    {standard, "Cast", converted},
    {standard, "CastLike", converted},
    {standard, "CenterCropPad", crop_or_pad},
    {standard, "Col2Im", blocks_to_image},
    {standard, "ConcatFromSequence", concat_of_sequence},
    {standard, "Crop", cropped},
    {standard, "DFT", fourier_transform},
    {standard, "DeformConv", deformed_convolution},
    {standard, "DequantizeLinear", dequantize},
    {standard, "Einsum", einsum},
    {standard, "Identity", handed_on},
    {standard, "LayerNormalization", layer_normalization},
    {standard, "MaxUnpool", unpooled},
    {standard, "OneHot", one_hot},
    {standard, "Optional", optional_of_operand},
    {standard, "OptionalGetElement", content_of_optional},
    {standard, "QuantizeLinear", quantize},
    {standard, "STFT", short_time_transform},
    {standard, "SequenceAt", part_of_sequence},
    {standard, "SequenceConstruct", sequence_of_operands},
    {standard, "SequenceEmpty", empty_sequence},
    {standard, "SequenceErase", sequence_with_one_less},
    {standard, "SequenceInsert", sequence_with_one_more},
    {standard, "SplitToSequence", sequence_of_pieces},
    {runtime, "Attention", packed_attention},
    {runtime, "DequantizeLinear", dequantize},
    {runtime, "DynamicQuantizeMatMul", fused_product},
    {runtime, "EmbedLayerNormalization", embedding},
    {runtime, "FusedMatMul", fused_product},
    {runtime, "GroupQueryAttention", group_query_attention},
    {runtime, "MatMulBnb4", packed_product},
    {runtime, "MatMulIntegerToFloat", integers_to_reals_product},
    {runtime, "MatMulNBits", packed_product},
    {runtime, "MultiHeadAttention", multi_head_attention},
    {runtime, "QGemm", quantized_gemm},
    {runtime, "QLinearConcat", quantized_concat},
    {runtime, "QuantizeLinear", quantize},
    {runtime, "SkipLayerNormalization", skip_normalization},
    {runtime, "SkipSimplifiedLayerNormalization", skip_normalization},
    {runtime, "TransposeMatMul", fused_product},
};

}  // namespace

std::optional<Types> types_by_table(const ShapeQuestion& asked) {
    const std::string_view domain = short_domain(asked.node.domain);
    const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& candidate) {
        return candidate.type == asked.node.type && candidate.domain == domain;
    });
    auto types = row != std::end(rows) ? row->rule(asked) : std::nullopt;
    if (types) {
        types->resize(asked.node.outputs.size());
    }
    return types;
}

}  // namespace arenascope::onnx_file

#include "core/format/onnx/operator_resampling.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/model/network/sliding_window.h"

namespace arenascope::onnx_file {
namespace {

/// Which grid the attributes name; empty: one that depends on more than the extents.
std::optional<ResamplingGrid> grid_of(const Node& node, std::int64_t output) {
    const std::string_view mode =
        text_of(node, "coordinate_transformation_mode", node.type == "Upsample" ? "asymmetric" : "half_pixel");
    return mode == "asymmetric"      ? std::optional(ResamplingGrid::asymmetric)
           : mode == "align_corners" ? std::optional(ResamplingGrid::aligned_corners)
           : mode == "half_pixel" || (mode == "pytorch_half_pixel" && output > 1)
               ? std::optional(ResamplingGrid::half_pixel)
               : std::nullopt;
}

std::optional<NearestRow> nearest_row_of(const Node& node) {
    const std::string_view mode =
        text_of(node, "nearest_mode", node.type == "Upsample" ? "floor" : "round_prefer_floor");
    return mode == "floor"                ? std::optional(NearestRow::below)
           : mode == "ceil"               ? std::optional(NearestRow::above)
           : mode == "round_prefer_floor" ? std::optional(NearestRow::half_is_below)
           : mode == "round_prefer_ceil"  ? std::optional(NearestRow::half_is_above)
                                          : std::nullopt;
}

/// Resize of version 10 and Upsample have their factors as the second operand, later versions of Resize as the third.
const KnownValue* factors_in(const std::vector<Operand>& operands) {
    const std::size_t position = operands.size() > 2 ? 2 : 1;
    const KnownValue* value = operand_at(operands, position).value;
    return value != nullptr && value->is_float() && !value->numbers.empty() ? value : nullptr;
}

/// Whether a factor is the quotient of the extents, so that rows follow from these alone.
bool has_factor(const Node& node, const std::vector<Operand>& operands, std::size_t axis, std::int64_t input,
                std::int64_t output) {
    constexpr double enough = 1e-6;
    const auto fits = [&](double factor) {
        return std::abs(static_cast<double>(input) * factor - static_cast<double>(output)) <=
               enough * static_cast<double>(output);
    };
    if (const Attribute* given = attribute_of(node, "scales")) {
        return axis < given->floats.size() && fits(static_cast<double>(given->floats[axis]));
    }
    if (const KnownValue* factors = factors_in(operands)) {
        return axis < factors->numbers.size() && factors->numbers[axis].known && fits(factors->numbers[axis].floating);
    }
    // Sizes, which are the extents.
    return operand_at(operands, 3).type != nullptr;
}

std::optional<ResampledAxis> scaled_axis(const Node& node, const std::vector<Operand>& operands, std::size_t axis,
                                         std::int64_t input, std::int64_t output) {
    const auto grid = grid_of(node, output);
    const std::string_view mode = text_of(node, "mode", "nearest");
    if (!grid || !has_factor(node, operands, axis, input, output)) {
        return std::nullopt;
    }
    if (mode == "nearest") {
        const auto nearest = nearest_row_of(node);
        return nearest ? nearest_axis(input, output, *grid, *nearest) : std::nullopt;
    }
    return mode == "linear" || mode == "bilinear" ? linear_axis(input, output, *grid) : std::nullopt;
}

}  // namespace

std::optional<Resampling> resampling_of(const Node& node, const std::vector<Operand>& operands, const Extents* input,
                                        const Extents* output) {
    const bool moves_channels = node.type == "DepthToSpace" || node.type == "SpaceToDepth";
    const bool is_scaled = node.type == "Resize" || node.type == "Upsample";
    const bool is_plain = integer_of(node, "antialias", 0) == 0 && attribute_of(node, "axes") == nullptr &&
                          text_of(node, "keep_aspect_ratio_policy", "stretch") == "stretch";
    if (!is_standard(node) || (!moves_channels && !is_scaled) || !is_plain || input == nullptr || output == nullptr ||
        input->size() != output->size()) {
        return std::nullopt;
    }
    const auto axes = picture_axes(ModelKind::onnx, output->size());
    const auto axis_at = [&](std::size_t axis) {
        return node.type == "DepthToSpace"   ? repeated_axis((*input)[axis], (*output)[axis])
               : node.type == "SpaceToDepth" ? gathered_axis((*input)[axis], (*output)[axis])
                                             : scaled_axis(node, operands, axis, (*input)[axis], (*output)[axis]);
    };
    const auto width = axes ? axis_at(axes->width) : std::nullopt;
    const auto height = axes && axes->height ? axis_at(*axes->height) : std::optional(ResampledAxis());
    return width && height ? std::optional(Resampling{*height, *width, !moves_channels}) : std::nullopt;
}

}  // namespace arenascope::onnx_file

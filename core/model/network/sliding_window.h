#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/network/model_kind.h"

namespace arenascope {

/// A window that slides along one axis, in elements. Every number is exact: automatic padding is resolved.
///
///   before     input      after
///    ░ ░ │ ■ ■ ■ ■ ■ ■ │ ░          kernel 3, dilation 2: reach 5
///    └───┴───┘                      output 0
///        └───┴───┘                  output 1, one stride later
struct WindowAxis {
    std::int64_t kernel = 1;    ///< elements that it sees
    std::int64_t stride = 1;    ///< from one output to the next
    std::int64_t dilation = 1;  ///< from one element that it sees to the next
    std::int64_t before = 0;    ///< padding in front of the first element
    std::int64_t after = 0;     ///< padding behind the last one

    /// From the first element that it sees to the last, both included.
    [[nodiscard]] std::int64_t reach() const { return (kernel - 1) * dilation + 1; }
    friend bool operator==(const WindowAxis&, const WindowAxis&) = default;
};

/// What an operator does with the elements under its window.
enum class WindowUse : std::uint8_t {
    convolution,     ///< multiplies them; padding is zero
    maximum,         ///< padding never wins
    average,         ///< padding does not count
    padded_average,  ///< padding counts as zero
    padding,         ///< takes the one element that it sees; padding is a constant
};

/// The window of a convolution, of a pooling or of a padding, over height and width. Only of operators whose output at
/// a place depends on nothing but the elements under the window there: no transposed and no global ones.
struct SlidingWindow {
    WindowAxis height;  ///< of one dimension: the single place that there is
    WindowAxis width;
    WindowUse use = WindowUse::convolution;
    /// Into how many groups the input's channels are cut; each output channel sums over one of them. Poolings: 1.
    std::int64_t groups = 1;
    /// The last window of an axis may reach beyond the padding that the model states, which `after` then includes.
    bool rounds_up = false;
    friend bool operator==(const SlidingWindow&, const SlidingWindow&) = default;
};

/// How a model states its padding.
enum class PaddingRule : std::uint8_t {
    stated,             ///< the numbers themselves; windows that do not fit are left out
    stated_rounded_up,  ///< the numbers, and as much more as the last, incomplete window needs
    none,               ///< no padding (VALID)
    same_upper,         ///< as many outputs as strides begin in the input; of an odd padding the larger half is behind
    same_lower,         ///< the same with the larger half in front
};

/// The axis with its padding resolved for an input of this extent. Empty if a number makes no sense: a kernel, stride
/// or dilation below 1, a negative padding, or one too large for a model.
[[nodiscard]] std::optional<WindowAxis> resolved(WindowAxis axis, PaddingRule rule, std::int64_t input);

/// Rows of a constant in front of and behind the elements along one dimension.
struct ConstantPadding {
    std::int64_t before = 0;
    std::int64_t after = 0;
};

/// The window of an operator that puts rows of a constant around a picture, by dimension of its operand: one element,
/// with padding. Empty if rows are taken away, if the batch is padded, or for other ranks than those of picture_axes().
[[nodiscard]] std::optional<SlidingWindow> padding_window(ModelKind kind, const std::vector<ConstantPadding>& padding);

/// How many windows fit into an input of this extent with its padding: the extent of the output; 0: none.
[[nodiscard]] std::int64_t outputs_of(const WindowAxis& axis, std::int64_t input);

/// Where the axes of a picture are in the shape of a tensor.
struct PictureAxes {
    std::size_t channels = 0;
    std::optional<std::size_t> height;  ///< empty: one dimension
    std::size_t width = 0;
};

/// The axes of an operand of a convolution, by format and rank: N C H W or N C W (ONNX, OpenVINO), N H W C (TFLite), C
/// H W (ncnn). Empty for other ranks.
[[nodiscard]] std::optional<PictureAxes> picture_axes(ModelKind kind, std::size_t rank);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <optional>

#include "core/model/memory/operator_part.h"

namespace arenascope {

/// Along one axis: the row o of the output sees `taps` rows of the input from floor((o · scale + shift) / divisor) on.
/// Rows that the input does not have are its first or its last one.
///
///   output  0   1   2   3   4   5       twice as large, nearest: scale 1, divisor 2, one tap
///           └─┬─┘   └─┬─┘   └─┬─┘
///   input     0       1       2
struct ResampledAxis {
    std::int64_t scale = 1;
    std::int64_t shift = 0;
    std::int64_t divisor = 1;
    std::int64_t taps = 1;

    /// The rows of an input of this extent that these rows of the output see. Both are not empty.
    [[nodiscard]] Rows seen(Rows written, std::int64_t extent) const;
    friend bool operator==(const ResampledAxis&, const ResampledAxis&) = default;
};

/// Where an operator takes the rows of its output from, if it changes the scale of a picture: Resize, Upsample, and
/// those that move channels into the picture.
struct Resampling {
    ResampledAxis height;  ///< of one dimension: the single place that there is
    ResampledAxis width;
    bool keeps_channels = true;  ///< each channel of the output depends on the same channel of the input alone
    friend bool operator==(const Resampling&, const Resampling&) = default;
};

/// How a row of the output lies among those of the input, where both have a length: in the middle of its share
/// (half_pixel), at its beginning (asymmetric), or so that the first and the last rows are the same ones.
enum class ResamplingGrid : std::uint8_t { half_pixel, asymmetric, aligned_corners };

/// Which row is the nearest one.
enum class NearestRow : std::uint8_t { below, above, half_is_below, half_is_above };

/// The axis of a nearest neighbour, or of a linear interpolation between two rows, computed with exact fractions. Empty
/// if an extent is below 1 or too large for a model. A kernel that rounds the place of a row in floating point may
/// choose another row than the exact one, except where the extent grows by a whole number.
[[nodiscard]] std::optional<ResampledAxis> nearest_axis(std::int64_t input, std::int64_t output, ResamplingGrid grid,
                                                        NearestRow nearest);
[[nodiscard]] std::optional<ResampledAxis> linear_axis(std::int64_t input, std::int64_t output, ResamplingGrid grid);

/// The axis of an operator that makes `factor` rows of each row of its input, such as DepthToSpace. Empty if the output
/// is no multiple of the input.
[[nodiscard]] std::optional<ResampledAxis> repeated_axis(std::int64_t input, std::int64_t output);

/// The axis of an operator that makes one row of several rows of its input, such as SpaceToDepth. Empty if the input is
/// no multiple of the output.
[[nodiscard]] std::optional<ResampledAxis> gathered_axis(std::int64_t input, std::int64_t output);

}  // namespace arenascope

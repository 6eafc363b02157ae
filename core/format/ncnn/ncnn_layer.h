#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/ncnn/ncnn_parameters.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// Extents of a blob, the outermost first: w; h w; c h w; c d h w. Empty optional: not known.
using NcnnShape = std::optional<std::vector<std::int64_t>>;

/// The product of two extents; 0, which is no extent, where it does not fit in 64 bits.
[[nodiscard]] inline std::int64_t extent_times(std::int64_t extent, std::int64_t factor) {
    return checked_multiply(extent, factor).value_or(0);
}

/// ncnn's mark for "the rest" or "not given".
inline constexpr std::int64_t ncnn_absent = -233;

/// A layer whose output shapes are wanted. Its first input is known.
struct NcnnLayer {
    std::string_view type;
    const NcnnParameters& given;
    const std::vector<NcnnShape>& inputs;
    std::size_t outputs = 1;

    [[nodiscard]] const std::vector<std::int64_t>& first() const { return *inputs.front(); }
    [[nodiscard]] bool all_known() const {
        return std::ranges::all_of(inputs, [](const NcnnShape& one) { return one.has_value(); });
    }
    /// Channels in front, then one extent for each axis.
    [[nodiscard]] bool is_picture(std::size_t axes) const { return first().size() == axes + 1; }
    /// A number, or else that of the width.
    [[nodiscard]] std::int64_t or_width(int id, int of_width, std::int64_t otherwise) const {
        return given.integer(id, given.integer(of_width, otherwise));
    }
};

}  // namespace arenascope

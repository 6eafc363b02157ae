#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/format/ncnn/ncnn_layer.h"

namespace arenascope {

/// The shapes of what a layer writes, from the shapes that it reads and its parameters. What is not known to the
/// documentation of ncnn, or does not fit together, is not known.
///
///   Convolution 0=16 1=3 3=2 4=1   of 3 × 32 × 32   ─▶  16 × 16 × 16
///
/// Source: ncnn, docs/developer-guide/operators.md.
[[nodiscard]] std::vector<NcnnShape> ncnn_shapes(std::string_view type, const NcnnParameters& parameters,
                                                 const std::vector<NcnnShape>& inputs, std::size_t outputs);

}  // namespace arenascope

#pragma once

#include "core/format/ncnn/ncnn_layer.h"

namespace arenascope {

/// What a layer writes whose kernel slides over its input, in one, two or three dimensions: convolutions,
/// deconvolutions, poolings, Unfold, and poolings of regions. Not known for other layers.
/// Source: ncnn, docs/developer-guide/operators.md.
[[nodiscard]] NcnnShape ncnn_kernel_shape(const NcnnLayer& layer);

}  // namespace arenascope

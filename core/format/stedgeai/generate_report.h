#pragma once

#include "core/format/format.h"

namespace arenascope {

/// The `network_generate_report.txt` of X-CUBE-AI 5.1 to ST Edge AI 3: tables of arrays and layers.
///
///   C-Arrays (2)
///   c_id   name (*_array)   item/size    domain/mem-pool           c-type   comment
///   0      conv_output      256/1024     activations/**default**   float
///   C-Layers (1)
///   c_id   name (*_layer)   id   layer_type   macc   rom    tensors           shape (array id)
///   0      conv             1    Conv2D       4096   320    I: image          f32(1x16x16x1) (1)
///                                                           O: conv_output    f32(1x16x16x4) (0)
///
/// The report tells no offsets, so the document is a problem. Each memory pool is a region; arrays of the caller
/// (`user`) have one, too. Constant arrays are left out. Lifetimes follow from the order of the layers
/// (ArrayLifetimes). It may stand in a log. O(n log n). Errors name the line: an incomplete row, or a missing table.
[[nodiscard]] Format stedgeai_report_format();

}  // namespace arenascope

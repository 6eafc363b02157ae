#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A `*_c_graph.json` of STM32Cube.AI, version 1.2: arrays with offsets in pools, and layers in execution order.
///
///   {"version": "1.2",
///    "memory_pools": [{"name": "RAM", "size": 65536, "used_size": 64}],
///    "c_arrays": [{"name": "conv_array", "c_mem_pool": "RAM", "offset": 0, "c_size_in_byte": 64, "is_const": false,
///                  "tensors": [{"name": "conv"}]}],
///    "c_layers": [{"name": "conv", "layer_type": "Conv2D", "tensors": {"inputs": [], "outputs": ["conv"],
///                  "scratchs": []}}]}
///
/// The file has no lifetimes. They follow from the order of the layers, one step each: an array lives from its first
/// layer to its last, inputs of the network from step 0, outputs to the end. A note says so. Arrays that are constant
/// are left out. Errors name the line and the path.
[[nodiscard]] Format stedgeai_graph_format();

}  // namespace arenascope

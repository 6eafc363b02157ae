#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A `*_c_info.json` of ST Edge AI or STM32Cube.AI, schema 2.0: the buffers of a network in memory pools.
///
///   {"json_schema_version": "2.0",
///    "memory_pools": [{"id": 0, "name": "RAM", "address": "0x20000000", "size_bytes": 65536, "subpools": []}],
///    "buffers": [{"id": 1, "name": "conv", "mpool_id": 0, "offset_start": 0, "size_bytes": 64, "is_param": false,
///                 "flags": "STAI_FLAG_ACTIVATIONS", "epochs": {"start": 2, "end": 4}}],
///    "graphs": [{"inputs": [1], "outputs": [1], "nodes": [{"name": "conv", "type": "Conv2D", "mapping": "NODE_SW",
///                "inputs": [1], "outputs": [1], "scratchs": [], "subgraph_nodes": []}]}]}
///
/// Each pool with buffers is a region. Its base is its address, its capacity is `size_bytes` (−1: none). Epochs are
/// inclusive. A node runs at the first epoch of its outputs. Buffers of weights (`is_param`) are left out, or shown
/// alive throughout if `options.parameters` says so. See document_of(PoolPlan) for sharing.
/// Errors name the line and the path, such as `buffers[3].size_bytes`. Linear but for document_of().
[[nodiscard]] Format stedgeai_info_format();

}  // namespace arenascope

#pragma once

#include "core/format/format.h"

namespace arenascope {

/// The graph of TVM's graph executor with its storage plan, as JSON.
///
///   {"nodes": [{"op": "null", "name": "data", "inputs": []},
///              {"op": "tvm_op", "name": "relu", "attrs": {"func_name": "fused_relu"}, "inputs": [[0, 0, 0]]}],
///    "arg_nodes": [0], "heads": [[1, 0, 0]], "node_row_ptr": [0, 1, 2],
///    "attrs": {"storage_id": ["list_int", [0, 1]], "shape": ["list_shape", [[1, 8], [1, 8]]],
///              "dltype": ["list_str", ["float32", "float32"]]}}
///
/// An entry is an output of a node; lists under `attrs` hold one element for each. Each operator takes a step. Entries
/// with one storage id use one shared object, as large as the largest of them. Objects lie one after another: the file
/// has no offsets.
///
/// Nodes without operator are inputs or weights, which the file does not tell apart. Inputs are those that
/// `options.input_names` lists; without it, those named `data` or `input…`; without these, the first. All others are
/// left out as weights, or shown alive throughout if `options.parameters` says so.
///
/// Errors name the line and the path. A graph without `attrs.storage_id` is not planned yet, which is an error. Linear,
/// times log n.
[[nodiscard]] Format tvm_graph_format();

}  // namespace arenascope

#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A `*.tracealloc.json` of Samsung ONE, schema version 1: allocations in segments of memory.
///
///   {"schema_version": 1,
///    "segments": [{"name": "base_ctrl", "size": 16384,
///                  "allocations": [{"offset": 0, "size": 8192, "alive_from": 0, "alive_till": 8, "origin": "conv"}]}]}
///
/// Each segment is a region with its size as capacity; `title` may stand for `name`. `alive_till` is inclusive. A
/// buffer has the name of its origin. Allocations of 0 bytes are left out with a note. The file has no operators.
/// Errors name the line and the path. O(n log n).
[[nodiscard]] Format one_tracealloc_format();

}  // namespace arenascope

#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A buffer assignment of XLA as JSON, as its profiler writes it for the memory viewer:
///
///   {"bufferAssignment": {
///     "logicalBuffers": [{"id": "7", "size": "1024", "definedAt": {"instructionName": "dot", "shapeIndex": []}}],
///     "bufferAllocations": [{"index": "1", "size": "1024",
///                            "assigned": [{"logicalBufferId": "7", "offset": "0", "size": "1024"}]}],
///     "heapSimulatorTraces": [{"events": [{"kind": "ALLOC", "bufferId": "7"}, {"kind": "FREE", "bufferId": "7"}]}]}}
///
/// 64-bit integers are texts or numbers, and a missing value is 0. O(n log n). Errors name line and key. Source:
/// docs/formats.md, section "XLA".
[[nodiscard]] Format memory_viewer_format();

}  // namespace arenascope

#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A memory snapshot of PyTorch's CUDA allocator, a pickle or JSON, which is read as a plan that was really carried
/// out. Content of this shape, in Python's notation:
///
///   {"segments": [{"device": 0, "address": 0x7f00, "total_size": 2097152, "stream": 0, "segment_type": "small",
///                  "blocks": [{"address": 0x7f00, "size": 512, "requested_size": 400, "state": "active_allocated",
///                              "frames": [{"filename": "model.py", "line": 54, "name": "forward"}]}]}],
///    "device_traces": [[{"action": "alloc", "addr": 0x7f00, "size": 400, "stream": 0, "time_us": 17, "frames": [ ]}]]}
///
/// One device at a time. A step is an event, a buffer is an allocation, a region is a segment, and an offset is an
/// address minus that of its segment. More segments than a plan may have regions share one. The history says what else
/// the file holds. Errors: a pickle that names a class, the offset of damaged bytes, the record with a wrong value, a
/// device without allocations. O(n log n).
[[nodiscard]] Format memory_snapshot_format();

}  // namespace arenascope

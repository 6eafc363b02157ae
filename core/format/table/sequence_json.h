#pragma once

#include "core/format/format.h"

namespace arenascope {

/// A memory-operation sequence in JSON, a list of objects, which is converted to buffers:
///
///   [{"op": "alloc", "name": "a", "size": 64, "alignment": 16},
///    {"op": "free", "name": "a"}]
///
/// Errors name the element, such as `[3].size`. Unknown keys are ignored with a note.
[[nodiscard]] Format sequence_json_format();

}  // namespace arenascope

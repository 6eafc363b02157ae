#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// Reads a memory-operation sequence in JSON, a list of objects, and converts it to buffers:
///
///   [{"op": "alloc", "name": "a", "size": 64, "alignment": 16},
///    {"op": "free", "name": "a"}]
///
/// Errors name the element, such as `[3].size`. Unknown keys are ignored with a note.
[[nodiscard]] Expected<Document> parse_sequence_json(std::string_view content, const std::string& source);

}  // namespace arenascope

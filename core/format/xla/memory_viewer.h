#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// The keys of the outermost object that make a JSON text a message of XLA: a buffer assignment, or a module alone. A
/// message as JSON has names in camel case or as in its definition.
inline constexpr std::string_view buffer_assignment_keys[] = {"bufferAssignment", "buffer_assignment"};
inline constexpr std::string_view hlo_module_keys[] = {"hloModule", "hlo_module"};

/// Reads a buffer assignment of XLA as JSON, as its profiler writes it for the memory viewer:
///
///   {"bufferAssignment": {
///     "logicalBuffers": [{"id": "7", "size": "1024", "definedAt": {"instructionName": "dot", "shapeIndex": []}}],
///     "bufferAllocations": [{"index": "1", "size": "1024",
///                            "assigned": [{"logicalBufferId": "7", "offset": "0", "size": "1024"}]}],
///     "heapSimulatorTraces": [{"events": [{"kind": "ALLOC", "bufferId": "7"}, {"kind": "FREE", "bufferId": "7"}]}]}}
///
/// 64-bit integers are texts or numbers, and a missing value is 0. O(n log n). Errors name line and key. Source:
/// docs/formats.md, section "XLA".
[[nodiscard]] Expected<Document> parse_memory_viewer(std::string_view content, const std::string& source);

}  // namespace arenascope

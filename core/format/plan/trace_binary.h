#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"

namespace arenascope {

inline constexpr std::uint32_t trace_binary_version = 1;

/// Reads a trace in its binary form, a section_file() with five sections:
///
///   1 head          JSON: what append_trace_head() writes
///   2 frames        frame_columns()
///   3 index         for each frame where its changes are; the lengths of blocks and checkpoints
///   4 changes       the blocks of the ChangeStore, one after the other
///   5 checkpoints   its whole states, likewise
///
/// Sections 1 to 3 are compressed as one frame of Zstandard each, and each block and each checkpoint is one. Their
/// checksums, all indices, and the state at every frame are checked, see validate_trace(). The blocks are copied, and
/// stay compressed. Linear in the changes, with the memory of one block at a time. Errors as for sections_of(), or as
/// for parse_trace_json().
[[nodiscard]] Expected<Document> parse_trace_binary(std::string_view content, const std::string& source);

/// The bytes of such a file. Reading it gives an equal trace. Of `layout`, only the sharing is written.
[[nodiscard]] std::string trace_binary_bytes(const Problem& problem, const Layout& layout, const Trace& trace,
                                             const Annotations& annotations = {});

/// The format of such files.
[[nodiscard]] Format trace_binary_format();

}  // namespace arenascope

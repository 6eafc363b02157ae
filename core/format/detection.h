#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/content_limits.h"
#include "core/format/file_format.h"

namespace arenascope {

/// Detects the format from the content, never from the suffix: a binary model by its first bytes, JSON by its first
/// character (a list is a sequence, an object names its "format"), XML by its outermost element, CSV by its header,
/// other text by its first lines. The error says what was found and which formats can be read. Reads only as much of
/// the content as it needs.
[[nodiscard]] Expected<FileFormat> detect_format(std::string_view content, const std::string& source);

/// The binary format, of a model, a trace or a memory snapshot, that `content` starts with; empty: none. The first
/// chunk of a file suffices.
[[nodiscard]] std::optional<FileFormat> binary_format(std::string_view content);

/// Tells a JSON list from a log that begins with a bracket, as in `[INFO]`: the list holds objects.
[[nodiscard]] bool is_list_of_objects(std::string_view content);

/// Limits on the size of a file with this first chunk: the limit of binary files, else the limits for text.
[[nodiscard]] ContentLimits document_limits(std::string_view first_chunk);

}  // namespace arenascope

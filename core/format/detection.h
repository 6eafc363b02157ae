#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/file_format.h"

namespace arenascope {

/// Detects the format from the content, never from the suffix: a binary model by its first bytes, JSON by its first
/// character (a list is a sequence, an object names its "format"), XML by its outermost element, CSV by its header,
/// other text by its first lines. The error says what was found and which formats can be read. Reads only as much of
/// the content as it needs.
[[nodiscard]] Expected<FileFormat> detect_format(std::string_view content, const std::string& source);

}  // namespace arenascope

#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/file_format.h"

namespace arenascope {

/// Tells by content, never by suffix, what a file is: a binary model by its first bytes, JSON by its first character (a
/// list is a sequence, an object says its "format"), CSV by its header. The error says what was found instead and what
/// would be read. Reads no more of the content than it takes to tell.
[[nodiscard]] Expected<FileFormat> detect_format(std::string_view content, const std::string& source);

}  // namespace arenascope

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/text/content_limits.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// How much of a file may be read, told by its first chunk.
using LimitsOf = std::function<ContentLimits(std::string_view first_chunk)>;

/// What errors call the file: its path, or "standard input" for "-".
[[nodiscard]] std::string source_name(const std::string& path);

/// Everything in a file; "-" is standard input. Read in chunks and given up at the first chunk that shows that it
/// cannot be opened anyway: a file above the size limit, and in a text a line above the limit or a NUL byte (no text
/// has one). `progress` is told after each chunk where the size is known beforehand.
/// Errors: not there, no permission, a directory, empty, binary where text is expected, too long.
[[nodiscard]] Expected<std::string> read_content(const std::string& path, const LimitsOf& limits_of = text_limits,
                                                 const ReadProgress& progress = {});

/// The same of a file that need not list buffers: nothing in it is no error, and its reader says what it lacks.
[[nodiscard]] Expected<std::string> read_content_or_nothing(const std::string& path,
                                                            const LimitsOf& limits_of = text_limits,
                                                            const ReadProgress& progress = {});

}  // namespace arenascope

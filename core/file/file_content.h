#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/text/content_limits.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// Chooses the limits of a file from its first chunk.
using LimitsOf = std::function<ContentLimits(std::string_view first_chunk)>;

/// The name of the file in errors: its path, or "standard input" for "-".
[[nodiscard]] std::string source_name(const std::string& path);

/// Reads a whole file; "-" is standard input. Reading stops at the first chunk that shows that the file cannot be
/// opened: it exceeds the size limit, or it is a text with a zero byte or a line that is too long. `progress` is called
/// after each chunk if the size is known.
/// Errors: the file does not exist, has no read permission, is a directory, is empty, is binary where text is expected,
/// is too large, or has a line that is too long.
[[nodiscard]] Expected<std::string> read_content(const std::string& path, const LimitsOf& limits_of = text_limits,
                                                 const ReadProgress& progress = {});

/// The same, but an empty file is no error: the reader of its format decides.
[[nodiscard]] Expected<std::string> read_content_or_nothing(const std::string& path,
                                                            const LimitsOf& limits_of = text_limits,
                                                            const ReadProgress& progress = {});

/// Whether content that is in memory, such as a mapped file, passes the checks of read_content(). It may be empty.
[[nodiscard]] Expected<void> check_content(std::string_view content, const std::string& source,
                                           const LimitsOf& limits_of = text_limits);

}  // namespace arenascope

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/file/shared_bytes.h"
#include "core/base/text/content_limits.h"
#include "core/base/text/read_progress.h"

namespace arenascope {

/// Chooses the limits of a file from its first chunk.
using LimitsOf = std::function<ContentLimits(std::string_view first_chunk)>;

/// The name of the file in errors: its path, or "standard input" for "-".
[[nodiscard]] std::string source_name(const std::string& path);

/// Reads a whole file into memory, so that nothing can change it any more; "-" is standard input. Reading stops at the
/// first chunk that shows that the file cannot be opened: it exceeds the size limit, or it is a text with a zero byte
/// or a line that is too long. `progress` is called after each chunk if the size is known. A file of many chunks is
/// read on several threads.
///
///   a program that puts a new file in its place, as write_atomically() does: the old one is read, and is whole
///   a program that cuts, lengthens or overwrites the file meanwhile: an error, never a mixture of old and new
///
/// The latter is noticed by the size and the time of the last change. A change within the same tick of the file
/// system's clock as the one before, which keeps the size, is not noticed.
/// Errors: the file does not exist, has no read permission, is a directory, is empty, is binary where text is expected,
/// is too large, has a line that is too long, or changed while it was read.
[[nodiscard]] Expected<SharedBytes> read_file(const std::string& path, const LimitsOf& limits_of = text_limits,
                                              const ReadProgress& progress = {});

/// The same as a string.
[[nodiscard]] Expected<std::string> read_content(const std::string& path, const LimitsOf& limits_of = text_limits,
                                                 const ReadProgress& progress = {});

/// The same, but an empty file is no error: the reader of its format decides.
[[nodiscard]] Expected<std::string> read_content_or_nothing(const std::string& path,
                                                            const LimitsOf& limits_of = text_limits,
                                                            const ReadProgress& progress = {});

}  // namespace arenascope

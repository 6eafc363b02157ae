#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/read_progress.h"

namespace arenascope {

/// The longest line of a CSV file that is read: no honest row comes near, and what has none of its line ends in
/// a megabyte is not CSV.
inline constexpr std::size_t csv_line_limit = std::size_t{1} << 20U;
/// The same for JSON, which other tools like to write as one line.
inline constexpr std::size_t json_line_limit = std::size_t{64} << 20U;
/// The largest file that is read at all.
inline constexpr std::size_t csv_size_limit = std::size_t{4} << 30U;
inline constexpr std::size_t json_size_limit = std::size_t{1} << 30U;

/// Whether the first character that is no space opens a JSON object or list. A byte order mark is passed over.
[[nodiscard]] bool looks_like_json(std::string_view content);

/// `content` without a UTF-8 byte order mark in front.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view content);

/// What errors call the file: its path, or "standard input" for "-".
[[nodiscard]] std::string source_name(const std::string& path);

/// Everything in a file; "-" is standard input. Read in chunks and given up at the first chunk that shows that it
/// cannot be opened anyway: a file above the size limit, and in a text a line above the limit or a NUL byte (no text
/// has one). Whether it is a binary model shows in the first chunk.
/// `progress` is told after each chunk where the size is known beforehand.
/// Errors: not there, no permission, a directory, empty, binary, too long.
[[nodiscard]] Expected<std::string> read_content(const std::string& path, const ReadProgress& progress = {});

/// The same of a file that need not list buffers: nothing in it is no error, and its reader says what it lacks.
[[nodiscard]] Expected<std::string> read_content_or_nothing(const std::string& path, const ReadProgress& progress = {});

}  // namespace arenascope

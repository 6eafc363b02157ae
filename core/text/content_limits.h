#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace arenascope {

/// The longest line of a CSV file that is read: no honest row comes near, and what has none of its line ends in
/// a megabyte is not CSV.
inline constexpr std::size_t csv_line_limit = std::size_t{1} << 20U;

/// How much of a file is read, in bytes.
struct ContentLimits {
    std::size_t file = 0;
    std::optional<std::size_t> line = {};  ///< none: it is binary, where lines and zero bytes mean nothing
    std::string_view shorter_lines = {};   ///< what to do where a line is longer
};

/// The limits of a text that begins so: JSON, which other tools like to write as one line, or lines.
[[nodiscard]] ContentLimits text_limits(std::string_view first_chunk);

}  // namespace arenascope

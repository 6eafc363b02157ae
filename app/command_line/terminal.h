#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace arenascope {

/// Erases the line of the cursor, and returns to its beginning.
inline constexpr std::string_view erased_line = "\r\x1b[K";

/// The place where a line can be drawn and drawn again.
struct Terminal {
    bool is_there = false;                        ///< false: nothing may be drawn, and the functions are empty
    std::function<std::size_t()> columns;         ///< its width now
    std::function<void(std::string_view)> write;  ///< writes at once, without buffering
};

/// Standard error, if it is a terminal that can erase a line: TERM is set and not `dumb`. While the program runs in the
/// background of a shell, nothing is written.
[[nodiscard]] Terminal standard_error_terminal();

}  // namespace arenascope

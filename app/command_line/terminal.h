#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/picture/terminal/colored_text.h"

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

/// Gives the value of an environment variable; an empty text if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// What standard output can show.
struct TerminalLook {
    std::int32_t columns = 80;
    ColorDepth colors = ColorDepth::none;
    bool is_ascii = false;  ///< its locale has no Unicode
    friend bool operator==(const TerminalLook&, const TerminalLook&) = default;
};

/// What a terminal shows. `terminal_columns`: its width; empty: standard output is no terminal. `color`: auto, always
/// or never; another word is an error. `auto` shows colours on a terminal, unless NO_COLOR is set or TERM is `dumb`.
/// There are 24 bits of colour if COLORTERM or TERM says so, otherwise 256 colours. Only a terminal is without Unicode:
/// if the first of LC_ALL, LC_CTYPE and LANG that is set names another character set than UTF-8.
[[nodiscard]] Expected<TerminalLook> terminal_look(const std::string& color,
                                                   std::optional<std::int32_t> terminal_columns,
                                                   const Environment& environment);

/// The width of standard output; empty if it is no terminal or does not know its width.
[[nodiscard]] std::optional<std::int32_t> columns_of_standard_output();

/// The environment of this process.
[[nodiscard]] std::string environment_value(const char* name);

}  // namespace arenascope

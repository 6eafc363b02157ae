#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// Makes text from outside (a name in a file, an argument) safe to show on a terminal, in a label or in a picture.
/// Invisible characters are escaped:
///
///   line end, carriage return, tab                \n \r \t
///   other control characters below 0x20, 0x7F     \x1b
///   a byte that is not UTF-8                      \xff
///   C1 controls, marks and overrides of the       \u0085 \u202e \u200b
///   writing direction, line separators, the
///   soft hyphen and other characters without
///   width, U+FEFF, and U+FFFE and U+FFFF, which
///   XML cannot hold
///   tags, beyond U+FFFF                           \U000e0041
///
/// Everything else stays, also a backslash: the text is for people, and escaping it twice changes nothing. Linear.
[[nodiscard]] std::string visible(std::string_view text);

/// The same, cut to about 60 bytes of `text`, never in the middle of a character.
[[nodiscard]] std::string shown(std::string_view text);

/// The same as `shown`, in single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace arenascope

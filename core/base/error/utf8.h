#pragma once

#include <cstddef>
#include <string_view>

namespace arenascope {

/// The number of bytes of the UTF-8 character at the start of `text`. 0: the text is empty, or its first bytes are not
/// well-formed (an overlong form, a surrogate, beyond U+10FFFF).
[[nodiscard]] std::size_t character_length(std::string_view text);

/// The code point of the first character of `text`. `length` is its character_length().
[[nodiscard]] char32_t code_point(std::string_view text, std::size_t length);

/// Whether a character cannot be seen, or changes how the characters after it are displayed. These are C0 and C1
/// controls, DEL, bidirectional marks, embeddings and overrides, line and paragraph separators, the soft hyphen,
/// spaces, joiners and operators without width, tags, U+FFFE and U+FFFF. U+200C and U+200D are not among them, because
/// some scripts need them for spelling.
[[nodiscard]] bool is_invisible(char32_t character);

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <string_view>

namespace arenascope {

/// How many bytes the UTF-8 character at the front of `text` takes. 0 if there is none: no text, or bytes that are
/// not well-formed (overlong forms, surrogates, beyond U+10FFFF).
[[nodiscard]] std::size_t character_length(std::string_view text);

/// The code point of the character at the front of `text`, which is `length` bytes long as character_length() says.
[[nodiscard]] char32_t code_point(std::string_view text, std::size_t length);

/// Whether a reader cannot see a character, or it changes how what follows is read: C0 and C1 controls, DEL, marks,
/// embeddings and overrides of the writing direction, line and paragraph separators, the soft hyphen, spaces, joiners
/// and operators without width, tags, U+FFFE and U+FFFF. Not U+200C and U+200D, which some scripts are spelt with.
[[nodiscard]] bool is_invisible(char32_t character);

}  // namespace arenascope

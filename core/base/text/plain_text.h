#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arenascope {

/// Appends a number without allocating memory for it.
void append_number(std::string& out, std::int64_t number);

/// A name from a binary file, in which each zero byte is replaced by "\x00", because a text file cannot hold zero
/// bytes.
[[nodiscard]] std::string without_zeros(std::string_view name);

/// Spaces and tabs.
inline constexpr std::string_view blanks = " \t";

/// `text` without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The letter, in lower case if it is ASCII.
[[nodiscard]] constexpr char lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// `text` with ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Whether the first character after spaces begins a JSON object or list. A byte order mark is skipped.
[[nodiscard]] bool looks_like_json(std::string_view content);

/// `content` without a leading UTF-8 byte order mark.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view content);

}  // namespace arenascope

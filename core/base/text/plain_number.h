#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace arenascope {

/// The integer that the whole text is: digits of this base, and a minus sign before them if the type is signed. Empty:
/// another text, or a number that does not fit in the type.
template <class Integer = std::int64_t>
[[nodiscard]] std::optional<Integer> plain_number(std::string_view text, int base = 10) {
    Integer number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace arenascope {

/// Reads a decimal number of at most 18 digits, with or without a minus sign, and moves `at` behind it. Nothing if
/// there is none or it has more digits. Another character must follow the digits. Readers of large files use it for the
/// numbers that come up; others are left to the general reader.
[[nodiscard]] inline std::optional<std::int64_t> take_short_number(const char*& at) {
    constexpr std::ptrdiff_t most_digits = 18;
    constexpr unsigned ten = 10;
    const bool is_negative = *at == '-';
    const char* digit = at + (is_negative ? 1 : 0);
    const char* const begin = digit;
    std::int64_t value = 0;
    while (true) {
        const unsigned next = static_cast<unsigned char>(*digit) - static_cast<unsigned>('0');
        if (next >= ten) {
            break;
        }
        if (digit - begin == most_digits) {
            return std::nullopt;
        }
        value = value * ten + next;
        ++digit;
    }
    if (digit == begin) {
        return std::nullopt;
    }
    at = digit;
    return is_negative ? -value : value;
}

}  // namespace arenascope

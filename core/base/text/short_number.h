#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace arenascope {

/// Up to eight digits at once.
struct DigitRun {
    unsigned count = 0;
    std::uint32_t value = 0;
};

/// The digits at the begin of eight characters, without a branch for each. The digits are bytes of one number; pairs of
/// them, of two and of four digits are joined in three steps.
///
///   "1234,567"  →  4 digits  →  0 0 0 0 1 2 3 4  →  0 0 12 34  →  0 1234  →  1234
[[nodiscard]] inline DigitRun digits_of(const char* characters) {
    static_assert(std::endian::native == std::endian::little);
    constexpr unsigned bits_of_a_byte = 8;
    std::uint64_t digits = 0;
    std::memcpy(&digits, characters, sizeof(digits));
    digits ^= 0x3030303030303030U;
    // The highest bit of each byte: it is above 9. A carry gets only into bytes behind the first such byte.
    const std::uint64_t others = ((digits + 0x7676767676767676U) | digits) & 0x8080808080808080U;
    const auto count = static_cast<unsigned>(std::countr_zero(others)) / bits_of_a_byte;
    if (count == 0) {
        return {};
    }
    digits <<= bits_of_a_byte * (sizeof(digits) - count);
    digits = (digits * 10 + (digits >> 8U)) & 0x00FF00FF00FF00FFU;
    digits = (digits * 100 + (digits >> 16U)) & 0x0000FFFF0000FFFFU;
    digits = (digits * 10'000 + (digits >> 32U)) & 0x00000000FFFFFFFFU;
    return {count, static_cast<std::uint32_t>(digits)};
}

/// Reads a decimal number of at most 18 digits, with or without a minus sign, and moves `at` behind it. Nothing if
/// there is none or it has more digits. At least one character must follow the digits before `end`. Readers of large
/// files use it for the numbers that come up; others are left to the general reader.
[[nodiscard]] inline std::optional<std::int64_t> take_short_number(const char*& at, const char* end) {
    constexpr std::ptrdiff_t most_digits = 18;
    constexpr std::int64_t ten = 10;
    const bool is_negative = *at == '-';
    const char* digit = at + (is_negative ? 1 : 0);
    const char* const begin = digit;
    std::int64_t value = 0;
    constexpr std::ptrdiff_t run = 8;
    if (end - digit >= run) {
        const DigitRun first = digits_of(digit);
        value = first.value;
        digit += first.count;
        if (first.count < run) {
            at = first.count > 0 ? digit : at;
            return first.count > 0 ? std::optional(is_negative ? -value : value) : std::nullopt;
        }
    }
    for (; *digit >= '0' && *digit <= '9'; ++digit) {
        if (digit - begin == most_digits) {
            return std::nullopt;
        }
        value = value * ten + (*digit - '0');
    }
    if (digit == begin) {
        return std::nullopt;
    }
    at = digit;
    return is_negative ? -value : value;
}

}  // namespace arenascope

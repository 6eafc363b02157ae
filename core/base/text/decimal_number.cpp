#include "core/base/text/decimal_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/base/text/digit.h"

namespace arenascope {
namespace {

constexpr std::int64_t ten = 10;
/// A larger power of ten only makes a number that is too large or no integer.
constexpr std::int64_t most_exponent = 1'000'000;

/// Removes the digits at the begin of the text, and returns them.
std::string_view taken_digits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const auto count = static_cast<std::size_t>(end - text.begin());
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

/// The exponent that is all of the text, from its `e` on. Empty: it is none.
std::optional<std::int64_t> exponent_in(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    if (text.front() != 'e' && text.front() != 'E') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative || text.starts_with('+') ? 1 : 0);
    const std::string_view digits = taken_digits(text);
    if (digits.empty() || !text.empty()) {
        return std::nullopt;
    }
    std::int64_t exponent = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    exponent = error == std::errc() ? std::min(exponent, most_exponent) : most_exponent;
    return is_negative ? -exponent : exponent;
}

/// Adds up digits. Zeros at the end count only once another digit follows them.
class DigitSum {
public:
    void add(std::string_view digits) {
        for (const char digit : digits) {
            ++zeros_;
            if (digit != '0') {
                shift(zeros_);
                fits_ = fits_ && !__builtin_add_overflow(sum_, digit - '0', &sum_);
                zeros_ = 0;
            }
        }
    }
    [[nodiscard]] bool fits() const { return fits_; }
    [[nodiscard]] std::int64_t sum() const { return sum_; }
    /// The zeros at the end, which are not in the sum.
    [[nodiscard]] std::int64_t zeros() const { return zeros_; }

private:
    void shift(std::int64_t places) {
        for (std::int64_t i = 0; i < places && fits_ && sum_ != 0; ++i) {
            fits_ = !__builtin_mul_overflow(sum_, ten, &sum_);
        }
    }

    std::int64_t sum_ = 0;
    std::int64_t zeros_ = 0;
    bool fits_ = true;
};

}  // namespace

std::optional<DecimalNumber> decimal_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative ? 1 : 0);
    const std::string_view whole = taken_digits(text);
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = taken_digits(text);
        if (fraction.empty()) {
            return std::nullopt;
        }
    }
    const auto exponent = exponent_in(text);
    if (whole.empty() || !exponent) {
        return std::nullopt;
    }
    DigitSum digits;
    digits.add(whole);
    digits.add(fraction);
    DecimalNumber number;
    number.is_too_long = !digits.fits();
    if (digits.fits() && digits.sum() != 0) {
        number.digits = is_negative ? -digits.sum() : digits.sum();
        number.exponent = *exponent + digits.zeros() - static_cast<std::int64_t>(fraction.size());
    }
    return number;
}

WholeNumber whole_number_in(std::string_view text, std::int64_t factor) {
    using Kind = WholeNumber::Kind;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (factor == 1 && error == std::errc() && end == text.data() + text.size()) {
        return {Kind::valid, value};
    }
    const auto number = decimal_number(text);
    if (!number) {
        return {};
    }
    if (number->is_too_long) {
        return {Kind::too_large};
    }
    // A negative power of ten must cancel out before the product is made, because that may not fit.
    value = number->digits;
    for (std::int64_t i = number->exponent; i < 0; ++i) {
        for (const std::int64_t prime : {2, 5}) {
            std::int64_t& divided = value % prime == 0 ? value : factor;
            if (divided % prime != 0) {
                return {Kind::fraction};
            }
            divided /= prime;
        }
    }
    bool fits = !__builtin_mul_overflow(value, factor, &value);
    for (std::int64_t i = number->exponent; i > 0 && fits; --i) {
        fits = !__builtin_mul_overflow(value, ten, &value);
    }
    return fits ? WholeNumber{Kind::valid, value} : WholeNumber{Kind::too_large};
}

std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t factor) {
    const WholeNumber number = whole_number_in(text, factor);
    return number.kind == WholeNumber::Kind::valid ? std::optional(number.value) : std::nullopt;
}

std::optional<std::int64_t> byte_unit(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 10> units{{
        {"B", 1},
        {"k", 1'000},
        {"kB", 1'000},
        {"M", 1'000'000},
        {"MB", 1'000'000},
        {"G", 1'000'000'000},
        {"GB", 1'000'000'000},
        {"KiB", std::int64_t{1} << 10U},
        {"MiB", std::int64_t{1} << 20U},
        {"GiB", std::int64_t{1} << 30U},
    }};
    for (const auto& [unit, factor] : units) {
        if (unit == name) {
            return factor;
        }
    }
    return std::nullopt;
}

}  // namespace arenascope

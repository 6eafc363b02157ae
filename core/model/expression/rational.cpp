#include "core/model/expression/rational.h"

#include <array>
#include <charconv>
#include <limits>

#include "core/base/containers/wide.h"

namespace arenascope {
namespace {

Int128 greatest_divisor(Int128 a, Int128 b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        const Int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool fits_in_64_bits(Int128 number) {
    return number >= std::numeric_limits<std::int64_t>::min() && number <= std::numeric_limits<std::int64_t>::max();
}

/// The lowest terms of a fraction whose terms are below 2^127 by absolute value.
std::optional<Rational> in_lowest_terms(Int128 numerator, Int128 denominator) {
    if (denominator == 0) {
        return std::nullopt;
    }
    // Most numbers are integers already, and a division of 128 bits is slow.
    const Int128 divisor = denominator == 1 ? Int128(1) : greatest_divisor(numerator, denominator);
    const Int128 sign = denominator < 0 ? -1 : 1;
    numerator = numerator / divisor * sign;
    denominator = denominator / divisor * sign;
    if (!fits_in_64_bits(numerator) || !fits_in_64_bits(denominator)) {
        return std::nullopt;
    }
    return Rational::quotient(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
}

}  // namespace

std::optional<Rational> Rational::quotient(std::int64_t numerator, std::int64_t denominator) {
    if (denominator > 0 && (denominator == 1 || greatest_divisor(numerator, denominator) == 1)) {
        return Rational(numerator, denominator);
    }
    return in_lowest_terms(numerator, denominator);
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    if (a.denominator_ == b.denominator_) {
        return a.numerator_ <=> b.numerator_;
    }
    const Int128 left = Int128(a.numerator_) * b.denominator_;
    const Int128 right = Int128(b.numerator_) * a.denominator_;
    return left < right   ? std::strong_ordering::less
           : right < left ? std::strong_ordering::greater
                          : std::strong_ordering::equal;
}

std::optional<Rational> sum(const Rational& a, const Rational& b) {
    // Each product is below 2^126, so that their sum fits.
    return in_lowest_terms(Int128(a.numerator()) * b.denominator() + Int128(b.numerator()) * a.denominator(),
                           Int128(a.denominator()) * b.denominator());
}

std::optional<Rational> difference(const Rational& a, const Rational& b) {
    return in_lowest_terms(Int128(a.numerator()) * b.denominator() - Int128(b.numerator()) * a.denominator(),
                           Int128(a.denominator()) * b.denominator());
}

std::optional<Rational> product(const Rational& a, const Rational& b) {
    return in_lowest_terms(Int128(a.numerator()) * b.numerator(), Int128(a.denominator()) * b.denominator());
}

std::optional<Rational> quotient(const Rational& a, const Rational& b) {
    return in_lowest_terms(Int128(a.numerator()) * b.denominator(), Int128(a.denominator()) * b.numerator());
}

double approximation(const Rational& number) {
    return static_cast<double>(number.numerator()) / static_cast<double>(number.denominator());
}

std::string text_of(const Rational& number) {
    if (number.is_integer()) {
        return std::to_string(number.numerator());
    }
    constexpr int decimals = 6;
    std::array<char, 64> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), approximation(number),
                                       std::chars_format::fixed, decimals);
    std::string text(digits.data(), written.ptr);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

}  // namespace arenascope

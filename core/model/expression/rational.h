#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arenascope {

/// An exact number: `numerator / denominator`, in lowest terms. Comparisons multiply crosswise in 128 bits, so that
/// nothing is rounded.
class Rational {
public:
    constexpr Rational() = default;
    constexpr explicit Rational(std::int64_t integer) : numerator_(integer) {}
    /// Empty: the denominator is 0, or the lowest terms do not fit in 64 bits.
    [[nodiscard]] static std::optional<Rational> quotient(std::int64_t numerator, std::int64_t denominator);

    [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
    [[nodiscard]] constexpr std::int64_t denominator() const { return denominator_; }  ///< at least 1
    [[nodiscard]] constexpr bool is_integer() const { return denominator_ == 1; }

    friend constexpr bool operator==(const Rational&, const Rational&) = default;
    friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

private:
    constexpr Rational(std::int64_t numerator, std::int64_t denominator)
        : numerator_(numerator), denominator_(denominator) {}
    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
};

/// Empty: the result does not fit.
[[nodiscard]] std::optional<Rational> sum(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> difference(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> product(const Rational& a, const Rational& b);
/// Empty, too, if `b` is 0.
[[nodiscard]] std::optional<Rational> quotient(const Rational& a, const Rational& b);

/// The nearest floating-point number, for curves.
[[nodiscard]] double approximation(const Rational& number);

/// An integer as it is; any other number with up to six decimals: `1.5`, `0.333333`.
[[nodiscard]] std::string text_of(const Rational& number);

}  // namespace arenascope

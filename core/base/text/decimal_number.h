#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

/// A number as people and programs write it, digits · 10^exponent without rounding:
///
///   4096    4.0    1.5    1e3    2.5E-1    -7
///
/// This is JSON's notation, and the only one of the program: options, amounts of memory, tables and conditions take it.
struct DecimalNumber {
    std::int64_t digits = 0;    ///< with the sign; not divisible by 10, except 0
    std::int64_t exponent = 0;  ///< 0 for 0
    bool is_too_long = false;   ///< it has more digits than 64 bits hold; `digits` and `exponent` are then 0

    friend bool operator==(const DecimalNumber&, const DecimalNumber&) = default;
};

/// The number that the whole text is; empty: it is none. Linear.
[[nodiscard]] std::optional<DecimalNumber> decimal_number(std::string_view text);

/// A number times `factor`, if that is an integer.
struct WholeNumber {
    enum class Kind : std::uint8_t { valid, no_number, fraction, too_large };
    Kind kind = Kind::no_number;
    std::int64_t value = 0;  ///< 0 unless valid
};

[[nodiscard]] WholeNumber whole_number_in(std::string_view text, std::int64_t factor = 1);

/// The same without the reason why there is none.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t factor = 1);

/// The bytes of a unit: B, k, M, G, kB, MB, GB are decimal, KiB, MiB, GiB binary. Empty: there is no such unit.
[[nodiscard]] std::optional<std::int64_t> byte_unit(std::string_view name);

}  // namespace arenascope

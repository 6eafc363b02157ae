#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error/error.h"

namespace arenascope {

/// A number with a type of its own, such as Bytes, Step or BufferIndex.
template <class Amount>
concept TypedNumber = requires(const Amount& amount) {
    { amount.value() } -> std::convertible_to<std::int64_t>;
    requires !requires {
        amount.has_value();
    };
};

/// The unit and notation of displayed amounts and offsets.
enum class Unit : std::uint8_t { bytes, kibibytes, mebibytes, hexadecimal };

/// The unit of sizes where offsets have this one. Sizes are never shown in hexadecimal, which is for addresses.
[[nodiscard]] constexpr Unit size_unit(Unit unit) {
    return unit == Unit::hexadecimal ? Unit::bytes : unit;
}

/// "B", "KiB", "MiB", "hex".
[[nodiscard]] std::string name_of(Unit unit);

/// The unit that suits a container of this height: bytes below 16 KiB, KiB below 64 MiB, otherwise MiB.
[[nodiscard]] Unit unit_for(std::int64_t height);
template <TypedNumber Amount>
[[nodiscard]] Unit unit_for(Amount height) {
    return unit_for(static_cast<std::int64_t>(height.value()));
}

/// The number without unit: "1,321", "0.25", "0x52800". It is grouped by thousands and has as many decimals as it
/// needs, up to two. "<0.01" stands for an amount that would be rounded to zero. `decimals` is the least number of
/// decimals. In a table column, it is the greatest decimals_of() of its numbers, so that "8.0" stands below "16.5".
[[nodiscard]] std::string number_text(std::int64_t bytes, Unit unit, int decimals = 0);

/// An address: "0x20000000".
[[nodiscard]] std::string address_text(std::uint64_t address);

/// The number of decimals that number_text() needs for an amount, from 0 to 2.
[[nodiscard]] int decimals_of(std::int64_t bytes, Unit unit);

/// Number and unit: "1,321 KiB", "0x52800", "640 B".
[[nodiscard]] std::string amount_text(std::int64_t bytes, Unit unit);

/// A number of bytes as people and the program write it: whole bytes, or a number (decimal_number()) and a unit, with
/// or without a blank between them. Thousands may be separated by commas or blanks.
///
///   512    64k    54 kB    1e6    52 KiB    4,800 KiB    1.5MiB    0x52800
///
/// k, M and G are decimal; see byte_unit(). A fraction of a byte is rounded, as amount_text() rounds; without a unit it
/// is an error, and so is a negative number.
[[nodiscard]] Expected<std::int64_t> parse_bytes(std::string_view text);

/// An integer grouped by thousands: "1,048,576".
[[nodiscard]] std::string grouped(std::int64_t number);

/// The same of any integer, and of an amount in a unit of its own.
template <std::integral Number>
[[nodiscard]] std::string grouped(Number number) {
    return grouped(static_cast<std::int64_t>(number));
}
template <TypedNumber Amount>
[[nodiscard]] std::string grouped(Amount amount) {
    return grouped(static_cast<std::int64_t>(amount.value()));
}
template <TypedNumber Amount>
[[nodiscard]] std::string number_text(Amount amount, Unit unit, int decimals = 0) {
    return number_text(static_cast<std::int64_t>(amount.value()), unit, decimals);
}
template <TypedNumber Amount>
[[nodiscard]] std::string amount_text(Amount amount, Unit unit) {
    return amount_text(static_cast<std::int64_t>(amount.value()), unit);
}

/// A half-open range: "[3, 1,024)".
template <TypedNumber Amount>
[[nodiscard]] std::string range_text(Amount from, Amount to) {
    return "[" + grouped(from) + ", " + grouped(to) + ")";
}

/// "1 buffer", "1,024 buffers".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// A fraction as a percentage with one decimal: "29.0 %". `always_sign`: also with "+". "<0.1 %" stands for a fraction
/// that would be rounded to zero.
[[nodiscard]] std::string percent_text(double share, bool always_sign = false);

}  // namespace arenascope

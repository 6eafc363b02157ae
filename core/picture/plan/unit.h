#pragma once

#include <cstdint>
#include <string>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The unit and notation of displayed amounts and offsets.
enum class Unit : std::uint8_t { bytes, kibibytes, mebibytes, hexadecimal };

/// "B", "KiB", "MiB", "hex".
[[nodiscard]] std::string name_of(Unit unit);

/// The unit that suits a container of this height: bytes below 16 KiB, KiB below 64 MiB, otherwise MiB.
[[nodiscard]] Unit unit_for(Bytes height);

/// The number without unit: "1,321", "0.25", "0x52800". It is grouped by thousands and has as many decimals as it
/// needs, up to two. "<0.01" stands for an amount that would be rounded to zero. `decimals` is the least number of
/// decimals. In a table column, it is the greatest decimals_of() of its numbers, so that "8.0" stands below "16.5".
[[nodiscard]] std::string number_text(std::int64_t bytes, Unit unit, int decimals = 0);

/// The number of decimals that number_text() needs for an amount, from 0 to 2.
[[nodiscard]] int decimals_of(std::int64_t bytes, Unit unit);

/// Number and unit: "1,321 KiB", "0x52800", "640 B".
[[nodiscard]] std::string amount_text(std::int64_t bytes, Unit unit);

/// An integer grouped by thousands: "1,048,576".
[[nodiscard]] std::string grouped(std::int64_t number);

/// A fraction as a percentage with one decimal: "29.0 %". `always_sign`: also with "+". "<0.1 %" stands for a fraction
/// that would be rounded to zero.
[[nodiscard]] std::string percent_text(double share, bool always_sign = false);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <string>

#include "core/memory/quantity.h"

namespace arenascope {

/// The unit and notation in which amounts and offsets are shown.
enum class Unit : std::uint8_t { bytes, kibibytes, mebibytes, hexadecimal };

/// "B", "KiB", "MiB", "hex".
[[nodiscard]] std::string name_of(Unit unit);

/// The unit that suits a container of this height: bytes below 16 KiB, KiB below 64 MiB, else MiB.
[[nodiscard]] Unit unit_for(Bytes height);

/// The number alone, grouped by thousands, with up to two decimals where the unit does not divide it:
/// "1,321", "0.25", "0x52800", "<0.01" where that would be zero and the amount is not, and with zeros behind it where
/// that are fewer than `decimals`. Tabular columns put the unit into their header and ask for as many decimals as the
/// longest of their numbers has: "16.5" above "8.0".
[[nodiscard]] std::string number_text(std::int64_t bytes, Unit unit, int decimals = 0);

/// So many decimals, 0 to 2, number_text() gives a number of its own accord.
[[nodiscard]] int decimals_of(std::int64_t bytes, Unit unit);

/// Number and unit: "1,321 KiB", "0x52800", "640 B".
[[nodiscard]] std::string amount_text(std::int64_t bytes, Unit unit);

/// A whole number grouped by thousands: "1,048,576".
[[nodiscard]] std::string grouped(std::int64_t number);

/// A share as a percentage with one decimal and a sign where `always_sign`: "+29.0 %"; "<0.1 %" where that would be
/// zero and the share is not.
[[nodiscard]] std::string percent_text(double share, bool always_sign = false);

}  // namespace arenascope

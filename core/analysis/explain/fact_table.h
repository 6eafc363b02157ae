#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// A figure: a number of steps, bytes or things, or a name; or nothing.
using FactValue = std::variant<std::monostate, std::int64_t, std::string>;

/// The figures of a list, made once for all forms of a report: JSON has a member for each key, text and HTML a column
/// for the keys that they name. So a new figure has one place, and no form can tell another number.
///
///   keys    name  offset  size
///   rows    "a"   0       64        {"name": "a", "offset": 0, "size": 64}     a  offset 0 B, size 64 B
///           "b"   64      32        {"name": "b", "offset": 64, "size": 32}    b  offset 64 B, size 32 B
struct FactTable {
    std::vector<std::string_view> keys;
    std::vector<std::vector<FactValue>> rows;

    /// The position of a key, which must be there.
    [[nodiscard]] std::size_t column(std::string_view key) const {
        std::size_t position = 0;
        while (keys[position] != key) {
            ++position;
        }
        return position;
    }
};

/// The number of an amount, or nothing.
template <class Kind>
[[nodiscard]] FactValue fact(const std::optional<Quantity<Kind>>& amount) {
    return amount ? FactValue(amount->value()) : FactValue();
}

/// An address: a number below 2^63, `0xffff800000000000` from there on.
[[nodiscard]] inline FactValue address_fact(Address address) {
    return std::in_range<std::int64_t>(address) ? FactValue(static_cast<std::int64_t>(address))
                                                : FactValue(address_text(address));
}

}  // namespace arenascope

#include "core/format/xla/printed_amount.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/text/amount.h"
#include "core/base/text/plain_text.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

std::optional<PrintedAmount> printed_amount(std::string_view text) {
    text = trimmed(text);
    const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = text.substr(0, length);
    const std::string_view unit = text.substr(length);
    constexpr std::string_view prefixes = "KMGT";
    const std::size_t power = unit.empty() ? std::string_view::npos : prefixes.find(unit.front());
    const bool is_plain = unit.empty() || unit == "B";
    const bool is_scaled =
        power != std::string_view::npos && (unit.size() == 1 || unit.substr(1) == "iB" || unit.substr(1) == "B");
    if (number.empty() || number.size() > 18 || !(is_plain || is_scaled)) {
        return std::nullopt;
    }
    // A tebibyte is 1,024 gibibytes, the largest unit of parse_bytes().
    const bool is_tebi = is_scaled && power == 3;
    const std::string known = is_plain ? "B" : std::string(1, prefixes[is_tebi ? 2 : power]) + "iB";
    const auto bytes = parse_bytes(std::string(number) + " " + known);
    const auto whole = bytes ? checked_multiply(*bytes, is_tebi ? 1024 : 1) : std::nullopt;
    if (!whole) {
        return std::nullopt;
    }
    PrintedAmount amount{*whole, 0};
    if (is_scaled) {
        const std::size_t point = number.find('.');
        const auto decimals = static_cast<double>(point == std::string_view::npos ? 0 : number.size() - point - 1);
        constexpr double kibi = 1024;
        amount.rounding = std::pow(kibi, static_cast<double>(power + 1)) / std::pow(10.0, decimals) / 2;
    }
    return amount;
}

}  // namespace arenascope

#include "core/base/text/percentage.h"

#include <charconv>

#include "core/base/text/decimal_number.h"
#include "core/base/text/plain_text.h"

namespace arenascope {

std::optional<double> percentage(std::string_view text) {
    text = trimmed(text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0)));
    double number = 0;
    const auto error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    return decimal_number(text) && error == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace arenascope

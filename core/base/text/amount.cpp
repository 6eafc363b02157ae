#include "core/base/text/amount.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <optional>

#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/digit.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::int64_t kibibyte = 1024;
constexpr std::int64_t mebibyte = kibibyte * kibibyte;

/// Smaller fractions would be rounded to 0.0 %.
constexpr double least_percent_share = 0.0005;

std::uint64_t magnitude_of(std::int64_t bytes) {
    return bytes < 0 ? 0U - static_cast<std::uint64_t>(bytes) : static_cast<std::uint64_t>(bytes);
}

/// An absolute amount in a larger unit, rounded to hundredths.
struct Scaled {
    std::uint64_t whole = 0;
    std::uint64_t hundredths = 0;
};

Scaled scaled(std::int64_t bytes, std::int64_t scale) {
    const std::uint64_t magnitude = magnitude_of(bytes);
    const auto divisor = static_cast<std::uint64_t>(scale);
    // 128 bits, because the remainder times 100 may not fit in 64 bits.
    const auto hundredths =
        static_cast<std::uint64_t>((static_cast<Uint128>(magnitude % divisor) * 100 + divisor / 2) / divisor);
    return {magnitude / divisor + hundredths / 100, hundredths % 100};
}

/// Whether an amount that is not zero would be rounded to zero.
bool is_below_hundredths(std::int64_t bytes, const Scaled& amount) {
    return bytes != 0 && amount.whole == 0 && amount.hundredths == 0;
}

int digits_after_point(std::int64_t bytes, const Scaled& amount) {
    if (amount.hundredths == 0) {
        return is_below_hundredths(bytes, amount) ? 2 : 0;
    }
    return amount.hundredths % 10 == 0 ? 1 : 2;
}

std::string scaled_text(std::int64_t bytes, std::int64_t scale, int decimals) {
    const Scaled amount = scaled(bytes, scale);
    if (is_below_hundredths(bytes, amount)) {
        return bytes < 0 ? ">-0.01" : "<0.01";
    }
    const auto [whole, hundredths] = amount;
    const int shown = std::max(decimals, digits_after_point(bytes, amount));
    std::string text = bytes < 0 ? "-" : "";
    text += grouped(static_cast<std::int64_t>(whole));
    if (shown > 0) {
        text += '.';
        text += static_cast<char>('0' + hundredths / 10);
    }
    if (shown > 1) {
        text += static_cast<char>('0' + hundredths % 10);
    }
    return text;
}

/// The length of what separates groups of three digits at the begin of a text: a comma, a blank, or a no-break space,
/// narrow or not, of which a copied text is full. 0: there is none.
std::size_t separator_length(std::string_view text) {
    for (const std::string_view separator : {",", " ", "\u00a0", "\u202f"}) {
        if (text.starts_with(separator)) {
            return separator.size();
        }
    }
    return 0;
}

/// The text without what separates groups of three digits: "4,800 KiB" becomes "4800 KiB".
std::string without_groups(std::string_view text) {
    constexpr std::size_t group = 3;
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = plain.empty() || !is_digit(plain.back()) ? 0 : separator_length(text.substr(i));
        const std::string_view rest = text.substr(i + length);
        const auto digits =
            static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin());
        const bool separates = length > 0 && digits == group && plain.find_first_not_of("0123456789") == plain.npos;
        if (!separates) {
            plain += text[i];
        }
        i += separates ? length : 1;
    }
    return plain;
}

/// A number times a unit, rounded to whole bytes.
std::optional<std::int64_t> rounded_bytes(std::string_view text, std::int64_t unit) {
    const WholeNumber exact = whole_number_in(text, unit);
    if (exact.kind == WholeNumber::Kind::valid) {
        return exact.value;
    }
    constexpr std::int64_t most_decimals = 18;
    const auto number = decimal_number(text);
    if (exact.kind != WholeNumber::Kind::fraction || unit == 1 || number->exponent < -most_decimals) {
        return std::nullopt;
    }
    Int128 divisor = 1;
    for (std::int64_t i = number->exponent; i < 0; ++i) {
        divisor *= 10;
    }
    const Int128 bytes = (static_cast<Int128>(number->digits) * unit + divisor / 2) / divisor;
    return bytes <= std::numeric_limits<std::int64_t>::max() ? std::optional(static_cast<std::int64_t>(bytes))
                                                             : std::nullopt;
}

}  // namespace

Expected<std::int64_t> parse_bytes(std::string_view text) {
    const std::string amount = without_groups(trimmed(text));
    std::optional<std::int64_t> bytes;
    if (amount.starts_with("0x") || amount.starts_with("0X")) {
        constexpr int base = 16;
        bytes = plain_number(std::string_view(amount).substr(2), base);
    } else {
        const std::size_t length = amount.find_last_of("0123456789") + 1;
        std::string_view unit = std::string_view(amount).substr(length);
        unit.remove_prefix(separator_length(unit));
        const auto factor = trimmed(unit).empty() ? std::optional<std::int64_t>(1) : byte_unit(trimmed(unit));
        bytes = factor ? rounded_bytes(std::string_view(amount).substr(0, length), *factor) : std::nullopt;
    }
    if (!bytes || *bytes < 0 || amount.starts_with('-')) {
        return failure(in_quotes(text) + " is not an amount of memory",
                       "give whole bytes, or a number with k, M, KiB or MiB, such as 512 KiB");
    }
    return *bytes;
}

std::string name_of(Unit unit) {
    switch (unit) {
        case Unit::bytes:
            return "B";
        case Unit::kibibytes:
            return "KiB";
        case Unit::mebibytes:
            return "MiB";
        case Unit::hexadecimal:
            return "hex";
    }
    return {};
}

Unit unit_for(std::int64_t height) {
    if (height < 16 * kibibyte) {
        return Unit::bytes;
    }
    return height < 64 * mebibyte ? Unit::kibibytes : Unit::mebibytes;
}

int decimals_of(std::int64_t bytes, Unit unit) {
    switch (unit) {
        case Unit::kibibytes:
            return digits_after_point(bytes, scaled(bytes, kibibyte));
        case Unit::mebibytes:
            return digits_after_point(bytes, scaled(bytes, mebibyte));
        case Unit::bytes:
        case Unit::hexadecimal:
            break;
    }
    return 0;
}

std::string number_text(std::int64_t bytes, Unit unit, int decimals) {
    switch (unit) {
        case Unit::bytes:
            return grouped(bytes);
        case Unit::kibibytes:
            return scaled_text(bytes, kibibyte, decimals);
        case Unit::mebibytes:
            return scaled_text(bytes, mebibyte, decimals);
        case Unit::hexadecimal:
            break;
    }
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%s0x%" PRIx64, bytes < 0 ? "-" : "", magnitude_of(bytes));
    return text.data();
}

std::string amount_text(std::int64_t bytes, Unit unit) {
    const std::string number = number_text(bytes, unit);
    return unit == Unit::hexadecimal ? number : number + ' ' + name_of(unit);
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t first = digits.front() == '-' ? 1 : 0;
    for (std::size_t position = digits.size(); position > first + 3;) {
        position -= 3;
        digits.insert(position, 1, ',');
    }
    return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return grouped(number) + " " + std::string(number == 1 ? one : many);
}

std::string percent_text(double share, bool always_sign) {
    if (share != 0 && std::fabs(share) < least_percent_share) {
        return share < 0 ? ">-0.1 %" : "<0.1 %";
    }
    // Unlike printf, to_chars ignores the locale: a picture must not depend on where it was made.
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), share * 100.0, std::chars_format::fixed, 1).ptr;
    return (always_sign && !std::signbit(share) ? "+" : "") + std::string(digits.data(), end) + " %";
}

std::string address_text(std::uint64_t address) {
    constexpr int base = 16;
    std::array<char, 16> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), address, base).ptr;
    return "0x" + std::string(static_cast<const char*>(digits.data()), end);
}

}  // namespace arenascope

#include "core/picture/unit.h"

#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "core/memory/wide.h"

namespace arenascope {
namespace {

constexpr std::int64_t kibibyte = 1024;
constexpr std::int64_t mebibyte = kibibyte * kibibyte;

std::string scaled_text(std::int64_t bytes, std::int64_t scale) {
    const bool negative = bytes < 0;
    const std::uint64_t magnitude =
        negative ? 0U - static_cast<std::uint64_t>(bytes) : static_cast<std::uint64_t>(bytes);
    const auto divisor = static_cast<std::uint64_t>(scale);
    std::uint64_t whole = magnitude / divisor;
    // 128 bits, because the remainder times 100 does not fit 64 for every scale a caller may invent.
    auto hundredths =
        static_cast<std::uint64_t>((static_cast<Uint128>(magnitude % divisor) * 100 + divisor / 2) / divisor);
    if (hundredths == 100) {
        ++whole;
        hundredths = 0;
    }
    std::string text = negative ? "-" : "";
    text += grouped(static_cast<std::int64_t>(whole));
    if (hundredths != 0) {
        text += '.';
        text += static_cast<char>('0' + hundredths / 10);
        if (hundredths % 10 != 0) {
            text += static_cast<char>('0' + hundredths % 10);
        }
    }
    return text;
}

}  // namespace

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

Unit unit_for(Bytes height) {
    if (height < Bytes(16 * kibibyte)) {
        return Unit::bytes;
    }
    return height < Bytes(64 * mebibyte) ? Unit::kibibytes : Unit::mebibytes;
}

std::string number_text(std::int64_t bytes, Unit unit) {
    switch (unit) {
        case Unit::bytes:
            return grouped(bytes);
        case Unit::kibibytes:
            return scaled_text(bytes, kibibyte);
        case Unit::mebibytes:
            return scaled_text(bytes, mebibyte);
        case Unit::hexadecimal:
            break;
    }
    std::array<char, 24> text{};
    const bool negative = bytes < 0;
    const std::uint64_t magnitude =
        negative ? 0U - static_cast<std::uint64_t>(bytes) : static_cast<std::uint64_t>(bytes);
    std::snprintf(text.data(), text.size(), "%s0x%" PRIX64, negative ? "-" : "", magnitude);
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

std::string percent_text(double share, bool always_sign) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), always_sign ? "%+.1f %%" : "%.1f %%", share * 100.0);
    return text.data();
}

}  // namespace arenascope

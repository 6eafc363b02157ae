#include "core/format/plain_text.h"

#include <array>
#include <charconv>

namespace arenascope {

void append_number(std::string& out, std::int64_t number) {
    std::array<char, 24> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 60;
    constexpr std::string_view hex = "0123456789abcdef";
    std::string result;
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20U || byte == 0x7FU) {
            result += "\\x";
            result += hex[byte >> 4U];
            result += hex[byte & 0xFU];
        } else {
            result += c;
        }
    }
    if (text.size() > longest) {
        // A character that was cut through would not be text any more.
        const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
        if (continues(text[longest])) {
            while (!result.empty() && continues(result.back())) {
                result.pop_back();
            }
            if (!result.empty() && static_cast<unsigned char>(result.back()) >= 0xC0U) {
                result.pop_back();
            }
        }
        result += "…";
    }
    return result;
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

}  // namespace arenascope

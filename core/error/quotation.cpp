#include "core/error/quotation.h"

namespace arenascope {

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

std::string in_quotes(std::string_view text) {
    return "'" + shown(text) + "'";
}

}  // namespace arenascope

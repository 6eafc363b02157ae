#include "core/base/error/quotation.h"

#include <algorithm>

#include "core/base/error/utf8.h"

namespace arenascope {
namespace {

constexpr std::string_view hexadecimal = "0123456789abcdef";

void append_hexadecimal(std::string& out, char32_t number, unsigned digits) {
    for (unsigned digit = digits; digit-- > 0;) {
        out += hexadecimal[(number >> (4 * digit)) & 0xFU];
    }
}

void append_escaped(std::string& out, char32_t character) {
    if (character == '\n') {
        out += "\\n";
    } else if (character == '\r') {
        out += "\\r";
    } else if (character == '\t') {
        out += "\\t";
    } else if (character < 0x80) {
        out += "\\x";
        append_hexadecimal(out, character, 2);
    } else if (character <= 0xFFFF) {
        out += "\\u";
        append_hexadecimal(out, character, 4);
    } else {
        out += "\\U";
        append_hexadecimal(out, character, 8);
    }
}

/// The longest prefix of at most `most` bytes that does not end inside a character.
std::string_view cut_to(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t length = std::max<std::size_t>(1, character_length(text.substr(end)));
        if (end + length > most) {
            break;
        }
        end += length;
    }
    return text.substr(0, end);
}

}  // namespace

std::string visible(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length == 0) {
            result += "\\x";
            append_hexadecimal(result, static_cast<unsigned char>(text.front()), 2);
            text.remove_prefix(1);
            continue;
        }
        if (const char32_t character = code_point(text, length); is_invisible(character)) {
            append_escaped(result, character);
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return result;
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 60;
    return text.size() > longest ? visible(cut_to(text, longest)) + "…" : visible(text);
}

std::string in_quotes(std::string_view text) {
    return "'" + shown(text) + "'";
}

}  // namespace arenascope

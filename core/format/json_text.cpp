#include "core/format/json_text.h"

#include <cstddef>
#include <cstdint>

namespace arenascope {
namespace {

unsigned byte_at(std::string_view text, std::size_t position) {
    return position < text.size() ? static_cast<unsigned char>(text[position]) : 0U;
}

bool is_continuation(unsigned byte) {
    return (byte & 0xC0U) == 0x80U;
}

/// F4 8F BE 80 … F4 8F BF BF: U+10FF80 to U+10FFFF.
bool is_stand_in(std::string_view text) {
    return byte_at(text, 0) == 0xF4U && byte_at(text, 1) == 0x8FU && byte_at(text, 2) >= 0xBEU &&
           byte_at(text, 2) <= 0xBFU && is_continuation(byte_at(text, 3));
}

/// How many bytes the well-formed UTF-8 character in front takes; 0 where there is none.
std::size_t character_length(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    if (first < 0x80U) {
        return 1;
    }
    const unsigned second = byte_at(text, 1);
    if (first >= 0xC2U && first <= 0xDFU) {
        return is_continuation(second) ? 2 : 0;
    }
    if (first >= 0xE0U && first <= 0xEFU) {
        const unsigned lowest = first == 0xE0U ? 0xA0U : 0x80U;   // no overlong form
        const unsigned highest = first == 0xEDU ? 0x9FU : 0xBFU;  // no surrogate
        return second >= lowest && second <= highest && is_continuation(byte_at(text, 2)) ? 3 : 0;
    }
    if (first >= 0xF0U && first <= 0xF4U) {
        const unsigned lowest = first == 0xF0U ? 0x90U : 0x80U;
        const unsigned highest = first == 0xF4U ? 0x8FU : 0xBFU;  // nothing above U+10FFFF
        const bool well_formed = second >= lowest && second <= highest && is_continuation(byte_at(text, 2)) &&
                                 is_continuation(byte_at(text, 3));
        return well_formed ? 4 : 0;
    }
    return 0;
}

void append_stand_in(std::string& out, unsigned byte) {
    out += "\xF4\x8F";
    out += static_cast<char>(0xBEU + ((byte >> 6U) & 1U));
    out += static_cast<char>(0x80U + (byte & 0x3FU));
}

void append_escaped(std::string& out, char c) {
    constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            out += "\\u00";
            out += hex[static_cast<unsigned char>(c) >> 4U];
            out += hex[static_cast<unsigned char>(c) & 0xFU];
    }
}

}  // namespace

void append_json_string(std::string& out, std::string_view bytes) {
    out += '"';
    while (!bytes.empty()) {
        const char c = bytes.front();
        const std::size_t length = character_length(bytes);
        if (length == 1) {
            if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20U) {
                append_escaped(out, c);
            } else {
                out += c;
            }
            bytes.remove_prefix(1);
        } else if (length == 0 || is_stand_in(bytes)) {
            append_stand_in(out, byte_at(bytes, 0));
            bytes.remove_prefix(1);
        } else {
            out += bytes.substr(0, length);
            bytes.remove_prefix(length);
        }
    }
    out += '"';
}

std::string bytes_of_json_string(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size());
    while (!text.empty()) {
        if (is_stand_in(text)) {
            bytes += static_cast<char>(0x80U | ((byte_at(text, 2) & 1U) << 6U) | (byte_at(text, 3) & 0x3FU));
            text.remove_prefix(4);
        } else {
            bytes += text.front();
            text.remove_prefix(1);
        }
    }
    return bytes;
}

}  // namespace arenascope

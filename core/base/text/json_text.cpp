#include "core/base/text/json_text.h"

#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/base/error/utf8.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// Whether `text` begins with a character from U+10FF80 to U+10FFFF, which is the last one.
bool is_stand_in(std::string_view text) {
    return text.starts_with('\xF4') && text.substr(0, character_length(text)) >= "\xF4\x8F\xBE\x80";
}

void append_stand_in(std::string& out, unsigned byte) {
    out += "\xF4\x8F";
    out += static_cast<char>(0xBEU + ((byte >> 6U) & 1U));
    out += static_cast<char>(0x80U + (byte & 0x3FU));
}

void append_code_unit(std::string& out, char32_t unit) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    out += "\\u";
    for (unsigned digit = 4; digit-- > 0;) {
        out += hexadecimal[(unit >> (4 * digit)) & 0xFU];
    }
}

/// JSON escapes UTF-16 code units: a character beyond U+FFFF takes two surrogates.
void append_unicode_escape(std::string& out, char32_t character) {
    if (character <= 0xFFFF) {
        append_code_unit(out, character);
        return;
    }
    const char32_t above = character - 0x10000;
    append_code_unit(out, 0xD800 + (above >> 10U));
    append_code_unit(out, 0xDC00 + (above & 0x3FFU));
}

void append_ascii(std::string& out, char c) {
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
            if (is_invisible(static_cast<unsigned char>(c))) {
                append_unicode_escape(out, static_cast<unsigned char>(c));
            } else {
                out += c;
            }
    }
}

/// The length of the printed ASCII at the begin of `bytes`, up to a quote or a backslash. It is written as it is.
std::size_t plain_length(std::string_view bytes) {
    constexpr unsigned char first_printed = 0x20;
    constexpr unsigned char last_printed = 0x7E;
    std::size_t length = 0;
    while (length < bytes.size()) {
        const auto byte = static_cast<unsigned char>(bytes[length]);
        if (byte < first_printed || byte > last_printed || byte == '"' || byte == '\\') {
            break;
        }
        ++length;
    }
    return length;
}

}  // namespace

void append_json_string(std::string& out, std::string_view bytes) {
    out += '"';
    while (true) {
        const std::size_t plain = plain_length(bytes);
        out += bytes.substr(0, plain);
        bytes.remove_prefix(plain);
        if (bytes.empty()) {
            break;
        }
        if (static_cast<unsigned char>(bytes.front()) < 0x80U) {
            append_ascii(out, bytes.front());
            bytes.remove_prefix(1);
            continue;
        }
        const std::size_t length = character_length(bytes);
        if (length == 0 || is_stand_in(bytes)) {
            append_stand_in(out, static_cast<unsigned char>(bytes.front()));
            bytes.remove_prefix(1);
            continue;
        }
        if (const char32_t character = code_point(bytes, length); is_invisible(character)) {
            append_unicode_escape(out, character);
        } else {
            out += bytes.substr(0, length);
        }
        bytes.remove_prefix(length);
    }
    out += '"';
}

void append_json_number(std::string& out, std::optional<std::int64_t> number) {
    if (number) {
        append_number(out, *number);
    } else {
        out += "null";
    }
}

void append_json_line(std::string& out, std::size_t indentation) {
    out += '\n';
    out.append(indentation, ' ');
}

std::string bytes_of_json_string(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size());
    while (!text.empty()) {
        if (is_stand_in(text)) {
            bytes += static_cast<char>(0x80U | (code_point(text, 4) & 0x7FU));
            text.remove_prefix(4);
        } else {
            bytes += text.front();
            text.remove_prefix(1);
        }
    }
    return bytes;
}

namespace {

void append_value(std::string& out, const nlohmann::ordered_json& json, std::size_t depth) {
    constexpr std::size_t indentation = 2;
    if (json.is_string()) {
        append_json_string(out, json.get_ref<const std::string&>());
        return;
    }
    if (!json.is_structured() || json.empty()) {
        out += json.dump();
        return;
    }
    out += json.is_object() ? '{' : '[';
    bool is_first = true;
    for (const auto& [key, value] : json.items()) {
        out += is_first ? "" : ",";
        append_json_line(out, indentation * (depth + 1));
        if (json.is_object()) {
            append_json_string(out, key);
            out += ": ";
        }
        append_value(out, value, depth + 1);
        is_first = false;
    }
    append_json_line(out, indentation * depth);
    out += json.is_object() ? '}' : ']';
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& json) {
    std::string text;
    append_value(text, json, 0);
    text += '\n';
    return text;
}

std::string list_entry_text(const nlohmann::ordered_json& json) {
    constexpr std::string_view line_begin = "\n    ";
    std::string text(line_begin);
    for (const char character : json_text(json)) {
        if (character == '\n') {
            text += line_begin;
        } else {
            text += character;
        }
    }
    text.resize(text.size() - line_begin.size());
    return text;
}

}  // namespace arenascope

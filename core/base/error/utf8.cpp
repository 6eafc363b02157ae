#include "core/base/error/utf8.h"

namespace arenascope {
namespace {

unsigned byte_at(std::string_view text, std::size_t position) {
    return position < text.size() ? static_cast<unsigned char>(text[position]) : 0U;
}

bool is_continuation(unsigned byte) {
    return (byte & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t character_length(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
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

char32_t code_point(std::string_view text, std::size_t length) {
    // In the first byte of a multi-byte character, the number of leading ones is the length in bytes.
    char32_t code = byte_at(text, 0) & (length == 1 ? 0x7FU : 0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        code = (code << 6U) | (byte_at(text, i) & 0x3FU);
    }
    return code;
}

bool is_invisible(char32_t character) {
    const bool is_control = character < 0x20 || (character >= 0x7F && character <= 0x9F);
    const bool is_direction = character == 0x061C || character == 0x200E || character == 0x200F ||
                              (character >= 0x202A && character <= 0x202E) ||
                              (character >= 0x2066 && character <= 0x2069);
    const bool is_separator = character == 0x2028 || character == 0x2029;
    const bool has_no_width = character == 0x00AD || character == 0x200B ||
                              (character >= 0x2060 && character <= 0x2064) || character == 0xFEFF;
    const bool is_tag = character >= 0xE0000 && character <= 0xE007F;
    return is_control || is_direction || is_separator || has_no_width || is_tag || character == 0xFFFE ||
           character == 0xFFFF;
}

}  // namespace arenascope

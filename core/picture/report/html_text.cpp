#include "core/picture/report/html_text.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/error/quotation.h"

namespace arenascope {

void append_html(std::string& out, std::string_view text) {
    for (const char letter : visible(text)) {
        switch (letter) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += letter;
        }
    }
}

std::string html_text(std::string_view text) {
    std::string out;
    append_html(out, text);
    return out;
}

void append_base64(std::string& out, std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = (group << 8U) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k > bytes.size() ? '=' : letters[(group >> (18U - 6U * k)) & 0x3FU];
        }
    }
}

void append_script_json(std::string& out, std::string_view json) {
    for (const char letter : json) {
        if (letter == '<') {
            out += "\\u003c";
        } else {
            out += letter;
        }
    }
}

}  // namespace arenascope

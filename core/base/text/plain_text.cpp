#include "core/base/text/plain_text.h"

#include <array>
#include <charconv>

#include "core/base/error/quotation.h"

namespace arenascope {

void append_number(std::string& out, std::int64_t number) {
    std::array<char, 24> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

std::string without_zeros(std::string_view name) {
    std::string result;
    result.reserve(name.size());
    for (const char c : name) {
        result += c == '\0' ? visible({&c, 1}) : std::string(1, c);
    }
    return result;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = lower_case(c);
    }
    return result;
}

std::string_view without_byte_order_mark(std::string_view content) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (content.substr(0, mark.size()) == mark) {
        content.remove_prefix(mark.size());
    }
    return content;
}

bool looks_like_json(std::string_view content) {
    content = without_byte_order_mark(content);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (content[first] == '{' || content[first] == '[');
}

}  // namespace arenascope

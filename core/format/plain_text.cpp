#include "core/format/plain_text.h"

#include <array>
#include <charconv>

#include "core/error/quotation.h"

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

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

}  // namespace arenascope

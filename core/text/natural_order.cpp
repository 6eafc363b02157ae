#include "core/text/natural_order.h"

#include <algorithm>

namespace arenascope {

bool natural_less(std::string_view a, std::string_view b) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    const auto digits = [&](std::string_view text, std::size_t from) {
        std::size_t to = from;
        while (to < text.size() && is_digit(text[to])) {
            ++to;
        }
        return text.substr(from, to - from);
    };
    const auto without_zeros = [](std::string_view number) {
        return number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const std::string_view first = digits(a, i);
            const std::string_view second = digits(b, j);
            const std::string_view x = without_zeros(first);
            const std::string_view y = without_zeros(second);
            if (x != y) {
                return x.size() != y.size() ? x.size() < y.size() : x < y;
            }
            i += first.size();
            j += second.size();
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

}  // namespace arenascope

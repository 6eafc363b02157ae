#include "core/base/text/natural_order.h"

#include <algorithm>

#include "core/base/text/digit.h"

namespace arenascope {
namespace {

/// The digits that begin at a position.
std::string_view digits_at(std::string_view text, std::size_t from) {
    std::size_t to = from;
    while (to < text.size() && is_digit(text[to])) {
        ++to;
    }
    return text.substr(from, to - from);
}

std::string_view without_leading_zeros(std::string_view number) {
    return number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
}

/// Gathers its characters, the most significant first.
class GatheredBeginning {
public:
    [[nodiscard]] bool is_full() const { return free_ == 0; }
    [[nodiscard]] NaturalBeginning found() const { return found_; }
    void add(std::uint8_t character) {
        if (free_ > 0) {
            --free_;
            std::uint64_t& word = free_ < characters_of_word ? found_.second : found_.first;
            word |= std::uint64_t{character} << (8U * (free_ % characters_of_word));
        }
    }
    void end() { free_ = 0; }

private:
    static constexpr unsigned characters_of_word = 8;
    NaturalBeginning found_;
    unsigned free_ = 2 * characters_of_word;
};

/// Characters compare as signed numbers. The lowest one is that of a text that has ended.
std::uint8_t rank_of(char letter) {
    return static_cast<std::uint8_t>(static_cast<int>(static_cast<signed char>(letter)) + 128);
}

/// Adds the length of a number in place of its first digit, then two digits to a character.
void add_number(GatheredBeginning& beginning, std::string_view number) {
    constexpr std::size_t longest = 9;  // beyond it, the length would be taken for another character
    beginning.add(static_cast<std::uint8_t>(rank_of('0') + std::min(number.size(), longest)));
    if (number.size() >= longest) {
        beginning.end();
    }
    for (std::size_t i = 0; i < number.size(); i += 2) {
        const int high = number[i] - '0';
        const int low = i + 1 < number.size() ? number[i + 1] - '0' : 0;
        beginning.add(static_cast<std::uint8_t>(high * 16 + low));
    }
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const std::string_view first = digits_at(a, i);
            const std::string_view second = digits_at(b, j);
            const std::string_view x = without_leading_zeros(first);
            const std::string_view y = without_leading_zeros(second);
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

NaturalBeginning natural_beginning(std::string_view text) {
    GatheredBeginning beginning;
    for (std::size_t i = 0; i < text.size() && !beginning.is_full();) {
        if (is_digit(text[i])) {
            const std::string_view digits = digits_at(text, i);
            add_number(beginning, without_leading_zeros(digits));
            i += digits.size();
        } else if (rank_of(text[i]) == 0) {
            beginning.end();
        } else {
            beginning.add(rank_of(text[i]));
            ++i;
        }
    }
    return beginning.found();
}

}  // namespace arenascope

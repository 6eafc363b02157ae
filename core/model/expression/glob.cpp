#include "core/model/expression/glob.h"

#include <algorithm>
#include <cstddef>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// In lower case, and so that letters beyond ASCII come after it.
unsigned char rank(char letter) {
    return static_cast<unsigned char>(lower_case(letter));
}

bool equal_ignoring_case(char a, char b) {
    return rank(a) == rank(b);
}

/// The position of the next UTF-8 character after the one at `position`.
std::size_t next_character(std::string_view text, std::size_t position) {
    do {
        ++position;
    } while (position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80U);
    return position;
}

/// Whether the pattern matches the whole text. Backtracking only to the last star is enough: if the rest cannot match
/// after it, a longer match of an earlier star does not help.
bool matches_whole(std::string_view text, std::string_view pattern) {
    std::size_t at_text = 0;
    std::size_t at_pattern = 0;
    std::size_t star = std::string_view::npos;
    std::size_t star_end = 0;
    while (at_text < text.size()) {
        if (at_pattern < pattern.size() && pattern[at_pattern] == '*') {
            star = at_pattern++;
            star_end = at_text;
        } else if (at_pattern < pattern.size() && pattern[at_pattern] == '?') {
            at_text = next_character(text, at_text);
            ++at_pattern;
        } else if (at_pattern < pattern.size() && equal_ignoring_case(text[at_text], pattern[at_pattern])) {
            ++at_text;
            ++at_pattern;
        } else if (star != std::string_view::npos) {
            at_pattern = star + 1;
            at_text = ++star_end;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at_pattern) == std::string_view::npos;
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view pattern) {
    if (pattern.find_first_of("*?") != std::string_view::npos) {
        return matches_whole(text, pattern);
    }
    return std::search(text.begin(), text.end(), pattern.begin(), pattern.end(), equal_ignoring_case) != text.end() ||
           pattern.empty();
}

int compare_ignoring_case(std::string_view a, std::string_view b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (rank(a[i]) != rank(b[i])) {
            return rank(a[i]) < rank(b[i]) ? -1 : 1;
        }
    }
    return a.size() == b.size() ? 0 : (a.size() < b.size() ? -1 : 1);
}

}  // namespace arenascope

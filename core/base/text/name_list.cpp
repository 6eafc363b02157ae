#include "core/base/text/name_list.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr std::string_view separators = "; \"\t\r\n";

/// A character of a list, and whether it was in quotes.
struct Mark {
    char character;
    bool in_quotes;  ///< the character belongs to a name, even if it is a separator
};

std::vector<Mark> marks_of(std::string_view text) {
    std::vector<Mark> marks;
    bool in_quotes = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '"') {
            marks.push_back({text[i], in_quotes});
        } else if (in_quotes && i + 1 < text.size() && text[i + 1] == '"') {
            marks.push_back({'"', true});
            ++i;
        } else {
            in_quotes = !in_quotes;
        }
    }
    return marks;
}

bool is_space(const Mark& mark) {
    return !mark.in_quotes && mark.character == ' ';
}

}  // namespace

std::vector<std::string> names_in(std::string_view text) {
    const std::vector<Mark> marks = marks_of(text);
    const auto is_semicolon = [](const Mark& mark) { return !mark.in_quotes && mark.character == ';'; };
    const bool by_semicolon = std::any_of(marks.begin(), marks.end(), is_semicolon);
    std::vector<std::string> names;
    for (auto begin = marks.begin(); begin != marks.end();) {
        auto end =
            by_semicolon ? std::find_if(begin, marks.end(), is_semicolon) : std::find_if(begin, marks.end(), is_space);
        const auto next = end == marks.end() ? end : end + 1;
        begin = std::find_if_not(begin, end, is_space);
        while (end != begin && is_space(*(end - 1))) {
            --end;
        }
        if (begin != end) {
            std::string& name = names.emplace_back();
            std::transform(begin, end, std::back_inserter(name), [](const Mark& mark) { return mark.character; });
        }
        begin = next;
    }
    return names;
}

void append_name_list(std::string& out, std::span<const std::string_view> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        out += i == 0 ? "" : ";";
        if (names[i].find_first_of(separators) == std::string_view::npos) {
            out += names[i];
            continue;
        }
        out += '"';
        for (const char character : names[i]) {
            out.append(character == '"' ? 2 : 1, character);
        }
        out += '"';
    }
}

}  // namespace arenascope

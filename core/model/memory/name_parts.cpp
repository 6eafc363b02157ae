#include "core/model/memory/name_parts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/base/text/digit.h"

namespace arenascope {
namespace {

constexpr std::string_view ellipsis = "…";
/// What is shown of a word: at least two of its characters, and the first of these that suffices.
constexpr std::array<std::size_t, 3> word_begins{2, 3, 4};
constexpr std::size_t most_parts = 4;  ///< more would leave no room
/// Fewer letters of a word that tells nothing say nothing.
constexpr std::size_t least_of_word = 3;

bool is_hexadecimal(std::string_view letter) {
    const char first = letter[0];
    return is_digit(first) || (first >= 'a' && first <= 'f') || (first >= 'A' && first <= 'F');
}

bool is_part_of_file(std::string_view letter) {
    return std::string_view("/\\:;,() ").find(letter) == std::string_view::npos;
}

bool is_word(std::string_view letter) {
    const char first = letter[0];
    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
           static_cast<unsigned char>(first) >= 0x80U;
}

}  // namespace

/// The characters of a name; those of UTF-8 may have several bytes.
class NameParts::Letters {
public:
    explicit Letters(std::string_view name) : name_(name) {
        for (std::size_t i = 0; i < name.size(); ++i) {
            if ((static_cast<unsigned char>(name[i]) & 0xC0U) != 0x80U || i == 0) {
                begins_.push_back(i);
            }
        }
        begins_.push_back(name.size());
    }
    [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
    [[nodiscard]] std::string_view operator[](std::size_t letter) const { return text({letter, letter + 1}); }
    [[nodiscard]] std::string_view text(Stretch stretch) const {
        return name_.substr(begins_[stretch.begin], begins_[stretch.end] - begins_[stretch.begin]);
    }
    /// Which stretch it is for the names that have it.
    [[nodiscard]] std::string key(const Choice& choice) const {
        return std::string(text(choice.stretch)) + static_cast<char>(choice.place);
    }
    [[nodiscard]] bool is_digit(std::size_t letter) const { return arenascope::is_digit((*this)[letter][0]); }
    [[nodiscard]] bool is_word(std::size_t letter) const {
        return arenascope::is_word((*this)[letter]) && !is_digit(letter);
    }
    /// The end of the number that begins at a letter, also of one such as 0x7f21.
    [[nodiscard]] std::size_t number_end(std::size_t letter) const {
        const bool is_address = letter + 2 < size() && (*this)[letter] == "0" && (*this)[letter + 1] == "x" &&
                                is_hexadecimal((*this)[letter + 2]);
        letter += is_address ? 2 : 0;
        while (letter < size() && (is_address ? is_hexadecimal((*this)[letter]) : is_digit(letter))) {
            ++letter;
        }
        return letter;
    }
    /// Whether there is no word and no number in a part.
    [[nodiscard]] bool are_separators(Stretch part) const {
        while (part.begin < part.end && !is_digit(part.begin) && !is_word(part.begin)) {
            ++part.begin;
        }
        return part.begin >= part.end;
    }
    /// The lines of source files, such as "model.py:27", in their order.
    [[nodiscard]] std::vector<Stretch> source_lines() const {
        std::vector<Stretch> lines;
        for (std::size_t colon = 1; colon + 1 < size(); ++colon) {
            if ((*this)[colon] != ":" || !is_digit(colon + 1)) {
                continue;
            }
            std::size_t begin = colon;
            bool has_dot = false;
            while (begin > 0 && is_part_of_file((*this)[begin - 1])) {
                --begin;
                has_dot = has_dot || (*this)[begin] == ".";
            }
            if (has_dot) {
                lines.push_back({begin, number_end(colon + 1)});
            }
        }
        return lines;
    }

private:
    std::string_view name_;
    std::vector<std::size_t> begins_;  ///< of each character, and the end
};

std::vector<NameParts::Choice> NameParts::choices_in(const Letters& letters) {
    std::vector<Choice> choices;
    const std::vector<Stretch> lines = letters.source_lines();
    auto line = lines.begin();
    Stretch last_word;
    std::size_t end = 0;
    const auto add_word = [&](Stretch word, Stretch shown_with) {
        choices.push_back({word, shown_with, Place::whole_word});
        if (letters.are_separators({0, word.begin})) {
            choices.push_back({{0, word.end}, shown_with, Place::first_word});
        }
        if (letters.are_separators({word.end, letters.size()})) {
            choices.push_back({{word.begin, letters.size()}, shown_with, Place::last_word});
            const bool has_more = word.begin + least_of_word < word.end;
            if (has_more && letters.is_word(word.end - 1)) {
                choices.push_back({{word.end - least_of_word, letters.size()}, word, Place::last_letters});
            }
        }
    };
    for (std::size_t begin = 0; begin < letters.size(); begin = std::max(end, begin + 1)) {
        end = begin;
        if (line != lines.end() && begin == line->begin) {
            end = line->end;
            std::size_t digits = end;
            while (letters.is_digit(digits - 1)) {
                --digits;
            }
            choices.push_back({{digits - 1, end}, *line, Place::whole_word});
            add_word(*line, *line);
            ++line;
            continue;
        }
        const bool is_number = letters.is_digit(begin);
        end = is_number ? letters.number_end(begin) : begin;
        while (!is_number && end < letters.size() && letters.is_word(end) &&
               (line == lines.end() || end < line->begin)) {
            ++end;
        }
        if (end == begin) {
            continue;  // a separator
        }
        const Stretch word{is_number && begin > 0 ? begin - 1 : begin, end};
        for (const std::size_t count : word_begins) {
            if (!is_number && begin + count < end) {
                choices.push_back({{begin, begin + count}, word, Place::word_begin});
            }
        }
        add_word(word, word);
        if (last_word.end > last_word.begin && begin <= last_word.end + 1) {
            // Conv_1 of Conv_1/Relu_2, which Conv_2/Relu_1 has not.
            const Stretch both{last_word.begin, end};
            choices.push_back({both, both, Place::two_words});
        }
        last_word = {begin, end};
    }
    return choices;
}

NameParts::NameParts(std::span<const std::string_view> names) {
    if (names.size() > most_names) {
        return;
    }
    std::vector<std::string_view> distinct(names.begin(), names.end());
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t i = 0; i < distinct.size(); ++i) {
        const Letters letters(distinct[i]);
        for (const Choice& choice : choices_in(letters)) {
            const auto add = [&](const std::string& key) {
                std::vector<std::uint32_t>& with = names_with_[key];
                if (with.empty() || with.back() != i) {
                    with.push_back(static_cast<std::uint32_t>(i));
                }
            };
            add(letters.key(choice));
            if (choice.place == Place::whole_word) {
                // A whole word begins with itself, too.
                add(letters.key({choice.stretch, choice.word, Place::word_begin}));
            }
        }
    }
}

std::vector<NameParts::Choice> NameParts::telling(const Letters& letters) const {
    std::vector<Choice> choices = choices_in(letters);
    for (Choice& choice : choices) {
        const auto found = names_with_.find(letters.key(choice));
        if (found == names_with_.end()) {
            return {};  // another name than those that are known
        }
        choice.names = &found->second;
    }
    std::vector<Choice> words;
    std::ranges::copy_if(choices, std::back_inserter(words),
                         [](const Choice& choice) { return choice.place != Place::two_words; });
    std::vector<Choice> chosen = telling_of(words);
    return chosen.empty() ? telling_of(choices) : chosen;
}

std::vector<NameParts::Choice> NameParts::telling_of(const std::vector<Choice>& choices) {
    const auto length_of = [](const Choice& choice) { return choice.stretch.end - choice.stretch.begin; };
    std::vector<Choice> chosen;
    std::vector<std::uint32_t> left;  // the names that have all chosen parts
    while (chosen.size() < most_parts && (chosen.empty() || left.size() > 1)) {
        const Choice* best = nullptr;
        std::vector<std::uint32_t> best_left;
        for (const Choice& choice : choices) {
            std::vector<std::uint32_t> both;
            if (chosen.empty()) {
                if (best == nullptr || std::pair(choice.names->size(), length_of(choice)) <
                                           std::pair(best->names->size(), length_of(*best))) {
                    best = &choice;
                }
                continue;
            }
            std::ranges::copy_if(left, std::back_inserter(both), [&choice](std::uint32_t name) {
                return std::ranges::binary_search(*choice.names, name);
            });
            if (both.size() < left.size() && (best == nullptr || std::pair(both.size(), length_of(choice)) <
                                                                     std::pair(best_left.size(), length_of(*best)))) {
                best = &choice;
                best_left = std::move(both);
            }
        }
        if (best == nullptr) {
            return {};
        }
        left = chosen.empty() ? *best->names : std::move(best_left);
        chosen.push_back(*best);
    }
    if (left.size() != 1) {
        return {};
    }
    std::ranges::sort(chosen, {}, [](const Choice& choice) { return choice.stretch.begin; });
    return chosen;
}

bool NameParts::knows(std::string_view name) const {
    return !telling(Letters(name)).empty();
}

std::string NameParts::shortened(std::string_view name, const Fits& fits) const {
    const Letters letters(name);
    const std::vector<Choice> parts = telling(letters);
    if (parts.empty()) {
        return {};
    }
    std::vector<Stretch> order = order_of_show(letters, parts);
    const auto text = [&](std::size_t count) {
        std::vector<bool> is_shown(letters.size(), false);
        for (std::size_t i = 0; i < count; ++i) {
            std::fill(is_shown.begin() + static_cast<std::ptrdiff_t>(order[i].begin),
                      is_shown.begin() + static_cast<std::ptrdiff_t>(order[i].end), true);
        }
        // A blank beside an ellipsis tells nothing.
        for (std::size_t i = 0; i < letters.size(); ++i) {
            const bool is_beside = (i > 0 && !is_shown[i - 1]) || (i + 1 < letters.size() && !is_shown[i + 1]);
            is_shown[i] = is_shown[i] && !(is_beside && letters[i] == " ");
        }
        std::string result;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            // An ellipsis in place of one character would save nothing.
            const bool is_alone = (i == 0 || is_shown[i - 1]) && (i + 1 == letters.size() || is_shown[i + 1]);
            if (is_shown[i] || is_alone) {
                result += letters[i];
            } else if (!result.ends_with(ellipsis)) {
                result += ellipsis;
            }
        }
        return result;
    };
    std::size_t fitting = parts.size();
    if (!fits(text(fitting))) {
        return {};
    }
    while (true) {
        std::size_t too_many = order.size() + 1;
        while (fitting + 1 < too_many) {
            const std::size_t count = (fitting + too_many) / 2;
            (fits(text(count)) ? fitting : too_many) = count;
        }
        if (fitting == order.size() || order[fitting].end - order[fitting].begin == 1) {
            return text(fitting);
        }
        // A number, which is not cut, or the first letters of a word, without which its others tell nothing.
        const auto left_out = order.begin() + static_cast<std::ptrdiff_t>(fitting);
        std::size_t end = left_out->end;
        auto rest = left_out + 1;
        while (letters.is_word(end - 1) && rest != order.end() && rest->begin == end && letters.is_word(end)) {
            end = rest->end;
            ++rest;
        }
        order.erase(left_out, rest);
    }
}

std::vector<NameParts::Stretch> NameParts::order_of_show(const Letters& letters, const std::vector<Choice>& parts) {
    std::vector<Stretch> order;
    std::vector<bool> is_listed(letters.size(), false);
    const auto list = [&](Stretch stretch) {
        order.push_back(stretch);
        std::fill(is_listed.begin() + static_cast<std::ptrdiff_t>(stretch.begin),
                  is_listed.begin() + static_cast<std::ptrdiff_t>(stretch.end), true);
    };
    const std::vector<Stretch> lines = letters.source_lines();
    const auto whole_at = [&](std::size_t letter) {
        const auto line =
            std::ranges::find_if(lines, [letter](Stretch each) { return each.begin <= letter && letter < each.end; });
        if (line != lines.end()) {
            return *line;
        }
        const bool begins_word = letters.is_word(letter) && (letter == 0 || !letters.is_word(letter - 1));
        std::size_t end = std::max(letters.number_end(letter), letter + 1);
        while (begins_word && end < letters.size() && letters.is_word(end) && end < letter + least_of_word) {
            ++end;
        }
        return Stretch{letter, end};
    };
    const auto list_all = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_listed[i]) {
                list(whole_at(i));
            }
        }
    };
    for (const Choice& part : parts) {
        list(part.stretch);
    }
    for (const Choice& part : parts) {
        list_all(part.word.begin, part.word.end);
    }
    list_all(0, choices_in(letters).front().word.end);
    list_all(parts.back().word.end, letters.size());
    list_all(0, letters.size());
    return order;
}

bool matches_shortened(std::string_view name, std::string_view shown) {
    const std::size_t first = shown.find(ellipsis);
    if (first == std::string_view::npos) {
        return name == shown;
    }
    if (!name.starts_with(shown.substr(0, first))) {
        return false;
    }
    name.remove_prefix(first);
    shown.remove_prefix(first + ellipsis.size());
    for (std::size_t next = shown.find(ellipsis); next != std::string_view::npos; next = shown.find(ellipsis)) {
        const std::size_t at = name.find(shown.substr(0, next));
        if (at == std::string_view::npos) {
            return false;
        }
        name.remove_prefix(at + next);
        shown.remove_prefix(next + ellipsis.size());
    }
    return name.size() >= shown.size() && name.ends_with(shown);
}

}  // namespace arenascope

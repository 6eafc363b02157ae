#include "core/model/memory/name_parts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

constexpr std::string_view ellipsis = "…";
/// What is shown of a word: at least two of its characters, and the first of these that suffices.
constexpr std::array<std::size_t, 3> word_begins{2, 3, 4};
constexpr std::size_t most_parts = 3;  ///< more would leave no room

bool is_digit(std::string_view letter) {
    return letter[0] >= '0' && letter[0] <= '9';
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
    /// Which stretch it is for the names that have it: of the begin of a word, no whole number or word is.
    [[nodiscard]] std::string key(const Choice& choice) const {
        return std::string(text(choice.stretch)) + (choice.stretch.end == choice.word.end ? '\x01' : '\x02');
    }

private:
    std::string_view name_;
    std::vector<std::size_t> begins_;  ///< of each character, and the end
};

std::vector<NameParts::Choice> NameParts::choices_in(const Letters& letters) {
    std::vector<Choice> choices;
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < letters.size(); begin = std::max(end, begin + 1)) {
        const bool is_number = is_digit(letters[begin]);
        end = begin;
        while (end < letters.size() &&
               (is_number ? is_digit(letters[end]) : is_word(letters[end]) && !is_digit(letters[end]))) {
            ++end;
        }
        if (end == begin) {
            continue;  // a separator
        }
        const Stretch word{is_number && begin > 0 ? begin - 1 : begin, end};
        for (const std::size_t count : word_begins) {
            if (!is_number && begin + count < end) {
                choices.push_back({{begin, begin + count}, word});
            }
        }
        choices.push_back({word, word});
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
            if (choice.stretch.end == choice.word.end) {
                // A whole word begins with itself, too.
                add(std::string(letters.text(choice.stretch)) + '\x02');
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
    // The characters in the order in which they are shown: what tells the name apart, the rest of these words, the
    // first word, what follows, what is before.
    std::vector<std::size_t> order;
    std::vector<bool> is_listed(letters.size(), false);
    const auto list = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_listed[i]) {
                is_listed[i] = true;
                order.push_back(i);
            }
        }
    };
    for (const Choice& part : parts) {
        list(part.stretch.begin, part.stretch.end);
    }
    const std::size_t least = order.size();
    for (const Choice& part : parts) {
        list(part.word.begin, part.word.end);
    }
    list(0, choices_in(letters).front().word.end);
    list(parts.back().word.end, letters.size());
    list(0, letters.size());
    const auto text = [&](std::size_t count) {
        std::vector<bool> is_shown(letters.size(), false);
        for (std::size_t i = 0; i < count; ++i) {
            is_shown[order[i]] = true;
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
    if (!fits(text(least))) {
        return {};
    }
    std::size_t fitting = least;
    std::size_t too_many = order.size() + 1;
    while (fitting + 1 < too_many) {
        const std::size_t count = (fitting + too_many) / 2;
        (fits(text(count)) ? fitting : too_many) = count;
    }
    return text(fitting);
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

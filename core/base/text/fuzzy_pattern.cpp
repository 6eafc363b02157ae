#include "core/base/text/fuzzy_pattern.h"

#include <algorithm>
#include <numeric>

#include "core/base/text/digit.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_characters = 64;  ///< one bit for each

bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The UTF-8 character at a position. A byte that is none is a character of its own.
std::string_view character_at(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    if (!is_ascii(text[at])) {
        while (end < text.size() && continues_character(text[end])) {
            ++end;
        }
    }
    return text.substr(at, end - at);
}

bool is_capital(char byte) {
    return byte >= 'A' && byte <= 'Z';
}

/// Also the bytes of characters beyond ASCII.
bool is_of_word(char byte) {
    return !is_ascii(byte) || is_digit(byte) || is_capital(byte) || (byte >= 'a' && byte <= 'z');
}

/// Whether the character at a position begins a word.
bool starts_word(std::string_view text, std::size_t at) {
    const char here = text[at];
    if (!is_of_word(here)) {
        return false;
    }
    if (at == 0 || !is_of_word(text[at - 1])) {
        return true;
    }
    const char before = text[at - 1];
    return (is_capital(here) && !is_capital(before) && !is_digit(before)) || (is_digit(here) && !is_digit(before));
}

bool is_part_at(std::string_view text, std::size_t at, std::string_view part) {
    return std::equal(part.begin(), part.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char wanted, char byte) { return wanted == lower_case(byte); });
}

std::uint32_t count_of(std::size_t count) {
    return static_cast<std::uint32_t>(count);
}

constexpr std::uint64_t bit(std::size_t position) {
    return std::uint64_t{1} << position;
}

}  // namespace

struct FuzzyPattern::Found {
    MatchKind kind;
    std::size_t begin = 0;  ///< in the text
    std::size_t end = 0;
};

FuzzyPattern::FuzzyPattern(std::string_view typed) : typed_(lower_case(trimmed(typed))) {
    for (std::size_t at = 0; at < typed_.size();) {
        const std::string_view character = character_at(typed_, at);
        at += character.size();
        if (blanks.find(character.front()) != std::string_view::npos) {
            continue;
        }
        if (is_ascii(character.front()) && characters_.size() < most_characters) {
            ascii_[static_cast<unsigned char>(character.front())] |= bit(characters_.size());
        }
        characters_.emplace_back(character);
        bytes_ += count_of(character.size());
    }
}

std::uint64_t FuzzyPattern::positions_of(std::string_view character) const {
    if (is_ascii(character.front())) {
        return ascii_[static_cast<unsigned char>(lower_case(character.front()))];
    }
    std::uint64_t positions = 0;
    for (std::size_t i = 0; i < characters_.size(); ++i) {
        positions |= characters_[i] == character ? bit(i) : 0;
    }
    return positions;
}

bool FuzzyPattern::has_letters_of(std::string_view text) const {
    std::size_t next = 0;
    for (std::size_t at = 0; at < text.size() && next < characters_.size();) {
        const std::string& wanted = characters_[next];
        if (is_ascii(wanted.front())) {
            next += lower_case(text[at]) == wanted.front() ? 1 : 0;
            ++at;
        } else {
            const std::string_view character = character_at(text, at);
            next += character == wanted ? 1 : 0;
            at += character.size();
        }
    }
    return next == characters_.size();
}

std::optional<FuzzyPattern::Found> FuzzyPattern::contiguous_in(std::string_view text) const {
    std::optional<Found> found;
    for (std::size_t at = 0; at + typed_.size() <= text.size(); ++at) {
        const std::size_t end = at + typed_.size();
        const bool ends_character = end == text.size() || !continues_character(text[end]);
        if (!is_part_at(text, at, typed_) || !ends_character) {
            continue;
        }
        if (at == 0) {
            return Found{end == text.size() ? MatchKind::whole : MatchKind::prefix, 0, end};
        }
        if (starts_word(text, at)) {
            return Found{MatchKind::word, at, end};
        }
        if (!found) {
            found = Found{MatchKind::part, at, end};
        }
    }
    return found;
}

bool FuzzyPattern::are_initials_of(std::string_view text) const {
    std::uint64_t here = 0;     // bit j: characters 0 to j match, and character j is the one before `at`
    std::uint64_t earlier = 0;  // the same for any character before `at`
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = character_at(text, at);
        const std::uint64_t from = starts_word(text, at) ? (earlier << 1U) | 1U : here << 1U;
        here = from & positions_of(character);
        earlier |= here;
        at += character.size();
    }
    return (earlier & bit(characters_.size() - 1)) != 0;
}

std::vector<std::uint32_t> FuzzyPattern::initials_in(std::string_view text) const {
    struct Reached {
        std::size_t at;
        std::size_t size;
        std::uint64_t matched;  ///< as `here` above
    };
    std::vector<Reached> reached;
    std::uint64_t earlier = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = character_at(text, at);
        const std::uint64_t before = reached.empty() ? 0 : reached.back().matched;
        const std::uint64_t from = starts_word(text, at) ? (earlier << 1U) | 1U : before << 1U;
        reached.push_back({at, character.size(), from & positions_of(character)});
        earlier |= reached.back().matched;
        at += character.size();
    }
    // Backwards from the first end, preferring the neighbour, because letters of one word belong together.
    std::vector<std::uint32_t> places;
    std::size_t wanted = characters_.size() - 1;
    auto place = static_cast<std::size_t>(
        std::ranges::find_if(reached, [wanted](const Reached& one) { return (one.matched & bit(wanted)) != 0; }) -
        reached.begin());
    while (place < reached.size()) {
        for (std::size_t byte = reached[place].size; byte > 0; --byte) {
            places.push_back(count_of(reached[place].at + byte - 1));
        }
        if (wanted == 0) {
            break;
        }
        --wanted;
        --place;
        while ((reached[place].matched & bit(wanted)) == 0) {
            --place;
        }
    }
    std::reverse(places.begin(), places.end());
    return places;
}

FuzzyPattern::Found FuzzyPattern::shortest_stretch_in(std::string_view text) const {
    constexpr std::size_t none = std::string_view::npos;
    std::array<std::size_t, most_characters> begins{};  // the latest begin of characters 0 to j so far
    begins.fill(none);
    const std::size_t last = characters_.size() - 1;
    Found best{MatchKind::letters, 0, none};
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = character_at(text, at);
        const std::uint64_t positions = positions_of(character);
        const std::size_t end = at + character.size();
        for (std::size_t j = last + 1; positions != 0 && j-- > 0;) {
            if ((positions & bit(j)) != 0) {
                begins[j] = j == 0 ? at : begins[j - 1];
            }
        }
        if ((positions & bit(last)) != 0 && begins[last] != none &&
            (best.end == none || end - begins[last] < best.end - best.begin)) {
            best = {MatchKind::letters, begins[last], end};
        }
        at = end;
    }
    return best;
}

std::optional<MatchRank> FuzzyPattern::rank(std::string_view text) const {
    if (is_empty()) {
        return MatchRank{};
    }
    if (!has_letters_of(text)) {
        return std::nullopt;
    }
    const std::optional<Found> found = contiguous_in(text);
    if (found && found->kind != MatchKind::part) {
        return MatchRank{found->kind, 0, count_of(text.size())};
    }
    const bool is_short = characters_.size() <= most_characters;
    if (is_short && are_initials_of(text)) {
        return MatchRank{MatchKind::initials, 0, count_of(text.size())};
    }
    if (found) {
        return MatchRank{MatchKind::part, 0, count_of(text.size())};
    }
    if (!is_short) {
        return std::nullopt;
    }
    const Found stretch = shortest_stretch_in(text);
    return MatchRank{MatchKind::letters, count_of(stretch.end - stretch.begin) - bytes_, count_of(text.size())};
}

std::vector<std::uint32_t> FuzzyPattern::places(std::string_view text) const {
    const std::optional<MatchRank> match = rank(text);
    if (is_empty() || !match) {
        return {};
    }
    if (match->kind == MatchKind::initials) {
        return initials_in(text);
    }
    if (match->kind != MatchKind::letters) {
        const Found found = *contiguous_in(text);
        std::vector<std::uint32_t> places(found.end - found.begin);
        std::iota(places.begin(), places.end(), count_of(found.begin));
        return places;
    }
    const Found stretch = shortest_stretch_in(text);
    std::vector<std::uint32_t> places;
    std::size_t next = 0;
    for (std::size_t at = stretch.begin; at < stretch.end && next < characters_.size();) {
        const std::string_view character = character_at(text, at);
        if ((positions_of(character) & bit(next)) != 0) {
            for (std::size_t byte = 0; byte < character.size(); ++byte) {
                places.push_back(count_of(at + byte));
            }
            ++next;
        }
        at += character.size();
    }
    return places;
}

}  // namespace arenascope

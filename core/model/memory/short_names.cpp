#include "core/model/memory/short_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "core/base/text/digit.h"
#include "core/model/memory/name_parts.h"

namespace arenascope {
namespace {

/// Separators of a path, and those inside a word. The latter count only if names have none of a path.
struct Separators {
    std::string_view any_of;
    std::size_t least_prefix;  ///< in characters; dropping fewer would gain nothing
};
constexpr std::array<Separators, 2> name_separators{{{"/.:", 4}, {"_- ", 10}}};

constexpr char list_separator = ';';

/// A name must not become a bare number.
bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               static_cast<unsigned char>(letter) >= 0x80U;
    });
}

/// Whether a name may be cut behind this character. "model.0" and "model.py:27" are one part each, and what happens in
/// a line of a source file is not shown without it.
bool is_separator(std::string_view name, std::size_t at, std::string_view any_of) {
    if (any_of.find(name[at]) == std::string_view::npos) {
        return false;
    }
    const std::string_view rest = name.substr(at + 1);
    if (name[at] == '/' || rest.empty()) {
        return true;
    }
    const auto begins_with_digit = [](std::string_view text) { return !text.empty() && is_digit(text.front()); };
    const std::size_t colon = rest.find_first_of("/.: ;");
    const bool is_before_line = colon != std::string_view::npos && name[at] == '.' && rest[colon] == ':' &&
                                begins_with_digit(rest.substr(colon + 1));
    const std::size_t line = name.substr(0, at).find_last_not_of("0123456789");
    const bool is_behind_line = line != std::string_view::npos && line + 1 < at && name[line] == ':';
    return !begins_with_digit(rest) && !is_before_line && !is_behind_line;
}

/// The beginning up to the first separator, with it; empty without one. A list is not searched beyond its first name.
std::string_view first_component(std::string_view rest, std::string_view any_of) {
    for (std::size_t at = 0; at < rest.size() && rest[at] != list_separator; ++at) {
        if (is_separator(rest, at, any_of)) {
            return rest.substr(0, at + 1);
        }
    }
    return {};
}

/// The last separator; npos: there is none.
std::size_t last_separator(std::string_view name, std::string_view any_of) {
    std::size_t at = name.find_last_of(any_of);
    while (at != std::string_view::npos && !is_separator(name, at, any_of)) {
        at = at == 0 ? std::string_view::npos : name.find_last_of(any_of, at - 1);
    }
    return at;
}

/// The text that more than half of all are, if there is one; otherwise any of them (the vote of Boyer and Moore).
std::string_view majority_of(const std::vector<std::string_view>& texts) {
    std::string_view candidate;
    std::size_t votes = 0;
    for (const std::string_view text : texts) {
        if (votes == 0) {
            candidate = text;
        }
        votes = text == candidate ? votes + 1 : votes - 1;
    }
    return candidate;
}

/// The longest prefix after which more than half of all names go on with a letter.
std::string common_prefix(std::span<const std::string_view> names, const Separators& chosen) {
    std::string prefix;
    std::string best;
    std::vector<std::string_view> rests(names.begin(), names.end());
    std::vector<std::string_view> components;
    while (true) {
        components.clear();
        for (const std::string_view rest : rests) {
            components.push_back(first_component(rest, chosen.any_of));
        }
        const std::string_view component = majority_of(components);
        if (component.empty()) {
            break;
        }
        std::erase_if(rests, [&](std::string_view rest) { return !rest.starts_with(component); });
        if (rests.size() < 2 || rests.size() * 2 <= names.size()) {
            break;
        }
        prefix += component;
        for (std::string_view& rest : rests) {
            rest.remove_prefix(component.size());
        }
        if (static_cast<std::size_t>(std::count_if(rests.begin(), rests.end(), has_letter)) * 2 > names.size()) {
            best = prefix;
        }
    }
    return best.size() >= chosen.least_prefix ? best : std::string();
}

/// The last part of a path, with its separator, that more than half of all shortened names have after a letter.
std::string common_suffix(std::span<const std::string_view> names, const ShortNames& rule) {
    constexpr std::size_t least_suffix = 4;
    const auto [any_of, least_prefix] = name_separators.front();
    std::vector<std::string_view> ends;
    ends.reserve(names.size());
    for (const std::string_view name : names) {
        const std::string_view shorter = rule(name);
        const std::size_t last = last_separator(shorter, any_of);
        const bool is_part = last != std::string_view::npos && has_letter(shorter.substr(0, last));
        ends.push_back(is_part ? shorter.substr(last) : std::string_view());
    }
    const std::string_view suffix = majority_of(ends);
    const auto count = static_cast<std::size_t>(std::count(ends.begin(), ends.end(), suffix));
    return count > 1 && count * 2 > names.size() && suffix.size() >= least_suffix ? std::string(suffix) : std::string();
}

bool keeps_names_apart(const ShortNames& rule, std::span<const std::string_view> names) {
    std::unordered_map<std::string_view, std::string_view> full_of;
    full_of.reserve(names.size());
    return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
        return full_of.try_emplace(rule(name), name).first->second == name;
    });
}

}  // namespace

std::string_view ShortNames::operator()(std::string_view name) const {
    std::string_view rest = name;
    if (!prefix.empty() && name.starts_with(prefix) && has_letter(name.substr(prefix.size()))) {
        rest.remove_prefix(prefix.size());
    }
    if (first_of_list) {
        const std::string_view first = rest.substr(0, rest.find(list_separator));
        rest = has_letter(first) ? first : rest;
    }
    if (!suffix.empty() && rest.ends_with(suffix)) {
        const std::string_view before = rest.substr(0, rest.size() - suffix.size());
        rest = has_letter(before) ? before : rest;
    }
    return rest;
}

namespace {

ShortNames rule_for(std::span<const std::string_view> names) {
    ShortNames rule;
    for (const Separators& chosen : name_separators) {
        if (rule.prefix.empty()) {
            rule.prefix = common_prefix(names, chosen);
        }
    }
    rule.first_of_list = std::any_of(names.begin(), names.end(), [](std::string_view name) {
        return name.find(list_separator) != std::string_view::npos;
    });
    ShortNames most = rule;
    most.suffix = common_suffix(names, rule);
    const std::array<ShortNames, 4> choices{most, rule, ShortNames{rule.prefix, {}, false, {}},
                                            ShortNames{{}, {}, rule.first_of_list, {}}};
    for (const ShortNames& choice : choices) {
        if (choice.shortens() && keeps_names_apart(choice, names)) {
            return choice;
        }
    }
    return {};
}

}  // namespace

ShortNames short_names(std::span<const std::string_view> names) {
    ShortNames rule = rule_for(names);
    std::vector<std::string_view> shown;
    if (names.size() <= NameParts::most_names) {
        shown.reserve(names.size());
        std::ranges::transform(names, std::back_inserter(shown), rule);
    }
    rule.parts = std::make_shared<const NameParts>(shown);
    return rule;
}

ShortNames short_names(const Problem& problem) {
    std::vector<std::string_view> names;
    names.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        names.emplace_back(buffer.name);
    }
    return short_names(names);
}

std::string note_of(const ShortNames& names) {
    std::string without;
    for (const std::string& part : {names.prefix, names.suffix}) {
        if (!part.empty()) {
            without += (without.empty() ? "names without “" : " and “") + part + "”";
        }
    }
    if (!names.first_of_list) {
        return without;
    }
    return without.empty() ? "of fused tensors, only the first name" : without + "; of fused tensors, only the first";
}

}  // namespace arenascope

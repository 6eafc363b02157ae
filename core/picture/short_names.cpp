#include "core/picture/short_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <vector>

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

/// The beginning up to the first separator, with it; empty without one. A list is not searched beyond its first name.
std::string_view first_component(std::string_view rest, std::string_view any_of) {
    const std::size_t end = rest.find_first_of(any_of);
    return end == std::string_view::npos || rest.substr(0, end).find(list_separator) != std::string_view::npos
               ? std::string_view()
               : rest.substr(0, end + 1);
}

/// The component that more than half of all have, if there is one (the majority vote of Boyer and Moore).
std::string_view voted(const std::vector<std::string_view>& rests, std::string_view any_of) {
    std::string_view candidate;
    std::size_t votes = 0;
    for (const std::string_view rest : rests) {
        const std::string_view component = first_component(rest, any_of);
        if (votes == 0) {
            candidate = component;
        }
        votes += component == candidate ? 1 : std::size_t(-1);
    }
    return candidate;
}

/// The longest prefix after which more than half of all names go on with a letter.
std::string common_prefix(std::span<const std::string_view> names, const Separators& chosen) {
    std::string prefix;
    std::string best;
    std::vector<std::string_view> rests(names.begin(), names.end());
    while (true) {
        const std::string_view component = voted(rests, chosen.any_of);
        if (component.empty()) {
            break;
        }
        std::erase_if(rests, [&](std::string_view rest) { return !rest.starts_with(component); });
        if (rests.size() * 2 <= names.size()) {
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
        return has_letter(first) ? first : rest;
    }
    return rest;
}

ShortNames short_names(std::span<const std::string_view> names) {
    ShortNames rule;
    for (const Separators& chosen : name_separators) {
        if (rule.prefix.empty()) {
            rule.prefix = common_prefix(names, chosen);
        }
    }
    rule.first_of_list = std::any_of(names.begin(), names.end(), [](std::string_view name) {
        return name.find(list_separator) != std::string_view::npos;
    });
    const std::array<ShortNames, 3> choices{rule, ShortNames{rule.prefix, false}, ShortNames{{}, rule.first_of_list}};
    for (const ShortNames& choice : choices) {
        if (choice.shortens() && keeps_names_apart(choice, names)) {
            return choice;
        }
    }
    return {};
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
    const std::string without = names.prefix.empty() ? "" : "names without “" + names.prefix + "”";
    if (!names.first_of_list) {
        return without;
    }
    return without.empty() ? "of fused tensors, only the first name" : without + "; of fused tensors, only the first";
}

}  // namespace arenascope

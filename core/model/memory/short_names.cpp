#include "core/model/memory/short_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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
        const std::size_t last = shorter.find_last_of(any_of);
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

std::optional<BufferIndex> buffer_called(const Problem& problem, std::string_view shown, const ShortNames* names) {
    const auto& buffers = problem.buffers;
    const auto index_at = [&buffers](auto at) { return BufferIndex(static_cast<std::size_t>(at - buffers.begin())); };
    if (const auto found = std::ranges::find(buffers, shown, &Buffer::name); found != buffers.end()) {
        return index_at(found);
    }
    if (names == nullptr && buffers.size() > NameParts::most_names) {
        return std::nullopt;
    }
    const ShortNames rule = names != nullptr ? *names : short_names(problem);
    // Two buffers have no short name in common, but a name with ellipses may be that of several.
    const auto is_meant = [&](const Buffer& buffer) { return matches_shortened(rule(buffer.name), shown); };
    const auto first = std::ranges::find_if(buffers, is_meant);
    if (first == buffers.end() || std::any_of(first + 1, buffers.end(), is_meant)) {
        return std::nullopt;
    }
    return index_at(first);
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

#include "core/format/external/external_list.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/external/external_command.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

bool is_name_letter(char letter) {
    const char lower = lower_case(letter);
    return (lower >= 'a' && lower <= 'z') || (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' ||
           letter == '-';
}

/// What else `--planner` takes.
bool is_taken(std::string_view name) {
    return name == "all" || name == "file" || planner_named(name).has_value();
}

}  // namespace

Expected<NamedExternal> parse_named_external(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return failure(in_quotes(text) + " names no command", "write NAME=exec:COMMAND");
    }
    NamedExternal named{std::string(trimmed(text.substr(0, equals))), std::string(trimmed(text.substr(equals + 1)))};
    constexpr std::size_t longest_name = 64;
    if (named.name.empty() || named.name.size() > longest_name || named.name.front() == '-' ||
        !std::ranges::all_of(named.name, is_name_letter)) {
        return failure(in_quotes(named.name) + " is no name for an external planner",
                       "use up to 64 letters, digits, dots, underscores and dashes");
    }
    if (is_taken(named.name)) {
        return failure("there is a planner " + in_quotes(named.name) + " already", "choose another name");
    }
    if (!is_external_planner(named.text)) {
        return failure("the command of " + in_quotes(named.name) + " does not begin with exec:",
                       "write NAME=exec:COMMAND");
    }
    if (const auto command = parse_external_command(named.text); !command) {
        return tl::unexpected(command.error());
    }
    return named;
}

Expected<std::vector<NamedExternal>> parse_external_list(std::string_view content, const std::string& source) {
    std::vector<NamedExternal> list;
    std::int64_t number = 0;
    std::string_view rest = without_byte_order_mark(content);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++number;
        line = trimmed(line.substr(0, line.ends_with('\r') ? line.size() - 1 : line.size()));
        if (line.empty() || line.front() == '#') {
            continue;
        }
        auto named = parse_named_external(line);
        if (!named) {
            return failure(Error{source, number, named.error().cause, named.error().cure});
        }
        if (std::ranges::find(list, named->name, &NamedExternal::name) != list.end()) {
            return failure(Error{source, number, "the name " + in_quotes(named->name) + " comes twice",
                                 "give each planner a name of its own"});
        }
        list.push_back(std::move(*named));
    }
    return list;
}

}  // namespace arenascope

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// An external planner that a user or a team keeps by name.
struct NamedExternal {
    std::string name;  ///< of letters, digits, `.`, `_` and `-`; no planner of this program has it
    std::string text;  ///< exec:COMMAND
    friend bool operator==(const NamedExternal&, const NamedExternal&) = default;
};

/// Reads `NAME=exec:COMMAND`. Errors: no equals sign, a name that cannot be one, a command that cannot be split.
[[nodiscard]] Expected<NamedExternal> parse_named_external(std::string_view text);

/// Reads a list of them, one a line. Lines that are empty or begin with # are skipped. Errors name the line; a name
/// that comes twice is one.
///
///   # planners of our team
///   fast=exec:/opt/team/plan --fast
///   careful=exec:json:/opt/team/plan 'two words'
[[nodiscard]] Expected<std::vector<NamedExternal>> parse_external_list(std::string_view content,
                                                                       const std::string& source);

}  // namespace arenascope

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// Splits a list in a CSV cell into names: `a;b c;d` holds three. Semicolons separate the names; if there is none,
/// spaces do. Spaces around a name are dropped. A name in double quotes may contain any character, and "" stands for
/// one quote.
[[nodiscard]] std::vector<std::string> names_in(std::string_view text);

/// Appends names as such a list; `names_in` restores them.
void append_name_list(std::string& out, std::span<const std::string_view> names);

}  // namespace arenascope

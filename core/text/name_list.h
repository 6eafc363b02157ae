#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// The names in a list such as a cell of CSV holds: `a;b c;d` are three. Semicolons part them or, where there are none,
/// spaces; spaces at their ends do not count. In double quotes, where "" stands for one, a name may hold anything.
[[nodiscard]] std::vector<std::string> names_in(std::string_view text);

/// Adds such a list; `names_in` gives back what was written.
void append_name_list(std::string& out, std::span<const std::string_view> names);

}  // namespace arenascope

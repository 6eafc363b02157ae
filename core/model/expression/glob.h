#pragma once

#include <string_view>

namespace arenascope {

/// Whether `text` matches `pattern`, ignoring the case of ASCII letters. `*` matches any characters, `?` a single one.
/// A pattern without them matches anywhere in the text, so `name~conv` works as people expect. O(|text| · |pattern|),
/// no recursion.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

/// −1, 0 or 1 if `a` sorts before, equal to or after `b`, ignoring the case of ASCII letters.
[[nodiscard]] int compare_ignoring_case(std::string_view a, std::string_view b);

}  // namespace arenascope

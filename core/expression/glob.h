#pragma once

#include <string_view>

namespace arenascope {

/// Whether `text` matches `pattern`, upper and lower case of ASCII letters alike: `*` stands for any characters, `?`
/// for one. A pattern without either matches anywhere in the text, which is what people mean by `name~conv`. O(|text| ·
/// |pattern|), no recursion.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

/// −1, 0 or 1 as `a` stands before, at or behind `b`, upper and lower case of ASCII letters alike.
[[nodiscard]] int compare_ignoring_case(std::string_view a, std::string_view b);

}  // namespace arenascope

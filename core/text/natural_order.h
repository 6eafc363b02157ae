#pragma once

#include <cstdint>
#include <string_view>

namespace arenascope {

/// Natural order, t2 before t10: runs of digits compare as numbers, other characters one by one. Linear.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// The beginning of a text as a number, so that many texts sort without reading most of them again: if the number of
/// one is smaller, it comes first in natural order. Equal numbers tell nothing.
///
///   "t2"    t 1 2            a letter, the length of a number, its digits
///   "t10"   t 2 10
[[nodiscard]] std::uint64_t natural_beginning(std::string_view text);

}  // namespace arenascope

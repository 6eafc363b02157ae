#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace arenascope {

/// Natural order, t2 before t10: runs of digits compare as numbers, other characters one by one. Linear.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// The first 16 characters of a text in natural order, as numbers that compare quickly.
struct NaturalBeginning {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend auto operator<=>(const NaturalBeginning&, const NaturalBeginning&) = default;
};

/// The beginning of a text, so that many texts sort without reading most of them again: if that of one is smaller, it
/// comes first in natural order. Equal beginnings tell nothing.
///
///   "t2"    t 1 2            a letter, the length of a number, its digits, two to a character
///   "t10"   t 2 10
[[nodiscard]] NaturalBeginning natural_beginning(std::string_view text);

}  // namespace arenascope

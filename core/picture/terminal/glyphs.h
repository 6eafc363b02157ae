#pragma once

#include <array>
#include <string_view>

namespace arenascope {

/// The characters that draw a text picture. Each takes one column.
struct Glyphs {
    std::string_view upright;  ///< offset axis
    std::string_view tick;     ///< offset axis at a number
    std::string_view level;    ///< time axis, and the line of a peak
    std::string_view dash;     ///< the line of a threshold
    std::string_view corner;   ///< where the axes meet
    std::string_view step;     ///< time axis at a number
    std::string_view upper;    ///< half blocks
    std::string_view lower;
    std::string_view full;
    std::string_view conflict;             ///< over the tier of its cell
    std::array<std::string_view, 9> bars;  ///< eighths of a cell
};

/// Blocks and lines of Unicode.
inline constexpr Glyphs block_glyphs{
    "│", "┤", "─", "╌", "└", "┬", "▀", "▄", "█", "╳", {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}};

/// For terminals without Unicode. A bar of up to half a cell is `-`, a higher one is `#`.
inline constexpr Glyphs ascii_glyphs{
    "|", "+", "-", "-", "+", "+", "#", "#", "#", "X", {" ", "-", "-", "-", "-", "#", "#", "#", "#"}};

}  // namespace arenascope

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/terminal/colored_text.h"

namespace arenascope {

/// A mark or nothing, and words. It is never broken between two lines.
struct FlowItem {
    TextRun mark = {};
    TextRun words = {};
};

/// Writes lines of at most `width` columns.
class TextWriter {
public:
    /// `measure` gives the columns of a text. `is_ascii`: words are written without Unicode.
    TextWriter(std::int32_t width, bool is_ascii, const MeasureText& measure)
        : width_(width), is_ascii_(is_ascii), measure_(measure) {}

    [[nodiscard]] std::int32_t width() const { return width_; }
    [[nodiscard]] std::int32_t columns_of(std::string_view text) const;
    /// Words in the characters of the terminal, cut to so many columns. Invisible characters are escaped.
    [[nodiscard]] std::string fitted(std::string_view words, std::int32_t columns) const;
    /// The first text that fits; if none does, the last one cut.
    [[nodiscard]] std::string first_fitting(const std::vector<std::string>& texts, std::int32_t columns) const;

    void add(TextLine line) { lines_.push_back(std::move(line)); }
    /// As many items on each line as fit.
    void add_flow(const std::vector<FlowItem>& items, std::string_view separator);
    /// Text broken at spaces, in at most so many lines.
    void add_wrapped(std::string_view text, std::size_t most_lines, std::optional<Color> ink);

    [[nodiscard]] std::vector<TextLine> take() { return std::move(lines_); }

private:
    [[nodiscard]] std::string written(std::string_view words) const;

    std::int32_t width_;
    bool is_ascii_;
    const MeasureText& measure_;
    std::vector<TextLine> lines_;
};

/// So many copies of a character.
[[nodiscard]] std::string times(std::string_view character, std::int32_t count);

/// Words without Unicode: a middle dot becomes `-`, quotation marks become straight, an ellipsis becomes a full stop,
/// and other characters become `?`. Linear.
[[nodiscard]] std::string ascii_words(std::string_view words);

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

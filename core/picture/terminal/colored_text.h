#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/picture/plan/palette.h"

namespace arenascope {

/// Text of one look.
struct TextRun {
    std::string text;
    std::optional<Color> ink = {};     ///< empty: that of the terminal
    std::optional<Color> ground = {};  ///< likewise
    bool is_bold = false;
    friend bool operator==(const TextRun&, const TextRun&) = default;
};

using TextLine = std::vector<TextRun>;

/// Appends a run, to the last one if that has the same look.
void append(TextLine& line, TextRun run);

/// The colours that a terminal can show.
enum class ColorDepth : std::uint8_t {
    none,        ///< text only, not even bold
    palette256,  ///< 6 × 6 × 6 colours and 24 greys
    true_color,  ///< 24 bits
};

/// The lines as text, each with a line end. Looks are escape sequences of ECMA-48; each line ends without any. Blanks
/// at the end of a line are left out. Linear.
[[nodiscard]] std::string colored_text(std::span<const TextLine> lines, ColorDepth depth);

/// The number of the colour of the 256 that is nearest to `color`, from 16 to 255. The first 16 differ from terminal
/// to terminal.
[[nodiscard]] int nearest_of_256(Color color);

}  // namespace arenascope

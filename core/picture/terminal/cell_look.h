#pragma once

#include <cstdint>

#include "core/picture/plan/coloring.h"
#include "core/picture/terminal/colored_text.h"
#include "core/picture/terminal/text_plot.h"
#include "core/picture/terminal/text_writer.h"

namespace arenascope {

/// How the cells of a plot look: two pixels in the colours of their classes, or the letter of the highest class.
///
///   tier      high over   high beside   medium at   medium beside   low   none
///   letter    H           h             M           m               L     .
///
/// Classes that show something else than a tier have the letters a, b, … in the order of the legend.
class CellLook {
public:
    /// The class of memory that an allocator has reserved, below all buffers. Nothing is dimmed in a text picture, so
    /// that this class is free.
    static constexpr std::uint8_t reserved = Coloring::dimmed;

    CellLook(const Coloring& colors, const Palette& tokens, const Glyphs& glyphs, bool has_colors)
        : colors_(colors), tokens_(tokens), glyphs_(glyphs), has_colors_(has_colors) {}

    [[nodiscard]] TextRun cell(const TextPlot& plot, std::int32_t column, std::int32_t row) const;
    [[nodiscard]] char letter_of(std::size_t color_class) const;
    /// What stands before the name of a class in a legend.
    [[nodiscard]] TextRun swatch(std::size_t color_class) const;
    [[nodiscard]] TextRun conflict_swatch() const;

private:
    [[nodiscard]] TextRun conflict() const;
    [[nodiscard]] Color fill_of(std::uint8_t code) const;
    [[nodiscard]] Color fill_of(std::size_t color_class, CellPart part) const;

    const Coloring& colors_;
    const Palette& tokens_;
    const Glyphs& glyphs_;
    bool has_colors_;
};

}  // namespace arenascope

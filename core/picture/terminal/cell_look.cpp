#include "core/picture/terminal/cell_look.h"

#include <algorithm>
#include <string>

namespace arenascope {
namespace {

constexpr char reserved_letter = '.';
constexpr char conflict_letter = 'X';

}  // namespace

TextRun CellLook::cell(const TextPlot& plot, std::int32_t column, std::int32_t row) const {
    const std::uint8_t upper = plot.upper(column, row);
    const std::uint8_t lower = plot.lower(column, row);
    const std::uint8_t highest = std::max(upper, lower);
    if (highest == 0) {
        return {.text = " "};
    }
    if (plot.is_conflict(column, row)) {
        TextRun mark = conflict();
        mark.ground = has_colors_ ? std::optional(fill_of(highest)) : std::nullopt;
        return mark;
    }
    if (!has_colors_) {
        return {.text = std::string(1, letter_of(class_of_code(highest)))};
    }
    if (upper == lower) {
        return {.text = std::string(glyphs_.full), .ink = fill_of(upper)};
    }
    if (upper == 0) {
        return {.text = std::string(glyphs_.lower), .ink = fill_of(lower)};
    }
    if (lower == 0) {
        return {.text = std::string(glyphs_.upper), .ink = fill_of(upper)};
    }
    return {.text = std::string(glyphs_.upper), .ink = fill_of(upper), .ground = fill_of(lower)};
}

char CellLook::letter_of(std::size_t color_class) const {
    if (color_class == reserved) {
        return reserved_letter;
    }
    const ColorClass& look = colors_.classes[color_class];
    if (look.risk) {
        return look.risk->tier == Tier::none                                        ? '.'
               : look.risk->tier == Tier::high && look.risk->cause == Cause::beside ? 'h'
                                                                                    : look.style.letter;
    }
    const auto above = std::count_if(colors_.classes.begin() + static_cast<std::ptrdiff_t>(color_class) + 1,
                                     colors_.classes.end(), [](const ColorClass& each) { return !each.is_scratch; });
    return static_cast<char>('a' + above);
}

TextRun CellLook::swatch(std::size_t color_class) const {
    if (!has_colors_) {
        return {.text = std::string(1, letter_of(color_class)) + " "};
    }
    return {.text = std::string(glyphs_.full) + std::string(glyphs_.full) + " ",
            .ink = fill_of(color_class, CellPart::small)};
}

TextRun CellLook::conflict_swatch() const {
    TextRun mark = conflict();
    mark.text += ' ';
    return mark;
}

TextRun CellLook::conflict() const {
    return has_colors_ ? TextRun{.text = std::string(glyphs_.conflict), .ink = tokens_.conflict}
                       : TextRun{.text = std::string(1, conflict_letter)};
}

Color CellLook::fill_of(std::uint8_t code) const {
    return fill_of(class_of_code(code), static_cast<CellPart>((code - 1U) % parts_of_class));
}

Color CellLook::fill_of(std::size_t color_class, CellPart part) const {
    return color_class == reserved ? tokens_.reserved_fill : color_of(colors_.classes[color_class].style, part);
}

}  // namespace arenascope

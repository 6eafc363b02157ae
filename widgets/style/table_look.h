#pragma once

#include <QAbstractItemView>

#include "core/picture/palette.h"

namespace arenascope {

/// Between the figures of a column and the next column, in pixels.
inline constexpr int column_gap = 8;

/// Makes a table or tree look as all of them do: striped rows without a grid, a quiet header, rows selected whole,
/// numbers as the model aligns them. Call it once after construction and again when the theme changes.
void apply_table_look(QAbstractItemView& view, Theme theme);

/// Fills a widget's ground with the panel colour and gives native controls in it the theme's colours.
void apply_panel_look(QWidget& panel, Theme theme);

/// Colours a label: hints are dim, findings take the risk hue, good news the calm green.
enum class TextTone : std::uint8_t { plain, dim, risk, good };
void apply_text_tone(QWidget& label, Theme theme, TextTone tone);

}  // namespace arenascope

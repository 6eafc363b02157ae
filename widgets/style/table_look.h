#pragma once

#include <QAbstractItemView>
#include <QLabel>
#include <QMargins>
#include <QVBoxLayout>

#include "core/picture/palette.h"

namespace arenascope {

/// Between the figures of a column and the next column, in pixels.
inline constexpr int column_gap = 8;

/// Makes a table or tree look as all of them do: striped rows without a grid, a quiet header, rows selected whole,
/// numbers as the model aligns them. Call it once after construction and again when the theme changes.
void apply_table_look(QAbstractItemView& view, Theme theme);

/// Fills a widget's ground with the panel colour.
void apply_panel_look(QWidget& panel, Theme theme);

/// Between a panel's edges and what stands in it, in pixels.
inline constexpr QMargins panel_margins{12, 8, 12, 8};
/// The same around a field to type into, which has a frame of its own.
inline constexpr QMargins field_margins{12, 6, 12, 6};

/// A column that fills a panel from edge to edge: its parts have margins of their own.
QVBoxLayout* new_panel_column(QWidget& panel);

/// Makes a label one of running text that stands by itself in a panel, such as a hint.
void apply_paragraph_look(QLabel& label);

/// Colours a label: hints are dim, findings take the risk hue, good news the calm green.
enum class TextTone : std::uint8_t { plain, dim, risk, good };
void apply_text_tone(QWidget& label, Theme theme, TextTone tone);

}  // namespace arenascope

#pragma once

#include <QAbstractItemView>
#include <QLabel>
#include <QMargins>
#include <QVBoxLayout>

#include "core/picture/plan/palette.h"

namespace arenascope {

/// Gap between a column of figures and the next column, in pixels.
inline constexpr int column_gap = 8;

/// What lets the user edit the cells of a table that apply_table_look() leaves editable.
inline constexpr QAbstractItemView::EditTriggers edited_in_place{QAbstractItemView::DoubleClicked |
                                                                 QAbstractItemView::EditKeyPressed};

/// Gives a table or tree the common look: striped rows without a grid, a quiet header, whole-row selection, numbers
/// aligned by the model. Call it after construction and again after each change of theme.
void apply_table_look(QAbstractItemView& view, Theme theme);

/// Fills a widget with the panel colour.
void apply_panel_look(QWidget& panel, Theme theme);

/// Margins inside a panel, in pixels.
inline constexpr QMargins panel_margins{12, 8, 12, 8};
/// Margins around a text field, which has its own frame.
inline constexpr QMargins field_margins{12, 6, 12, 6};

/// A layout without margins for the whole panel; its parts have their own margins.
QVBoxLayout* new_panel_column(QWidget& panel);

/// Styles a label as a paragraph of text in a panel, such as a hint.
void apply_paragraph_look(QLabel& label);

/// Text colour of a label: hints are dim, findings use the risk hue, good news the calm green.
enum class TextTone : std::uint8_t { plain, dim, risk, good, warning, bad };
void apply_text_tone(QWidget& label, Theme theme, TextTone tone);

}  // namespace arenascope

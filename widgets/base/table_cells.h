#pragma once

#include <QAbstractItemModel>
#include <QFont>

namespace arenascope {

/// Value of Qt::TextAlignmentRole for a cell and its column header: figures are aligned right, so that they line up.
[[nodiscard]] int cell_alignment(bool is_figure);

/// Value of Qt::FontRole for highlighted rows.
[[nodiscard]] QFont bold_font();

/// Repaints every cell of a table; an empty table has none.
void tell_cells_changed(QAbstractItemModel& model);

}  // namespace arenascope

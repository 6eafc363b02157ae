#pragma once

#include <QAbstractItemModel>
#include <QFont>

namespace arenascope {

/// For Qt::TextAlignmentRole, of a cell as of its column's header: figures stand at the right, so that they line up.
[[nodiscard]] int cell_alignment(bool is_figure);

/// For Qt::FontRole of what stands out among the rows.
[[nodiscard]] QFont bold_font();

/// Has every cell of a table drawn anew; nothing where there is none.
void tell_cells_changed(QAbstractItemModel& model);

}  // namespace arenascope

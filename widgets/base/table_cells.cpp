#include "widgets/base/table_cells.h"

namespace arenascope {

int cell_alignment(bool is_figure) {
    return static_cast<int>(Qt::AlignVCenter | (is_figure ? Qt::AlignRight : Qt::AlignLeft));
}

QFont bold_font() {
    QFont font;
    font.setBold(true);
    return font;
}

void tell_cells_changed(QAbstractItemModel& model) {
    if (model.rowCount() > 0) {
        emit model.dataChanged(model.index(0, 0), model.index(model.rowCount() - 1, model.columnCount() - 1));
    }
}

}  // namespace arenascope

#include "widgets/tables/hit_list/step_rows.h"

#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {

StepRows::StepRows(QAbstractTableModel& model, const QString& accessible_name, const std::vector<int>& elastic,
                   const std::vector<int>& dropped, QWidget* parent)
    : QWidget(parent), view_(new QTableView(this)), hint_(new Paragraph(this)) {
    set_up_rows(*view_, model, accessible_name);
    choose_rows(*view_, [this](const QModelIndex& index) { choose(index); });
    new ColumnFit(*view_, elastic, dropped);
    fill_panel(*this, {view_, hint_});
    setFocusProxy(view_);
    connect(&model, &QAbstractItemModel::modelReset, this, &StepRows::show_rows);
    show_rows();
}

void StepRows::show_rows() {
    const bool has_rows = view_->model()->rowCount() > 0;
    view_->setVisible(has_rows);
    hint_->setVisible(!has_rows);
}

void StepRows::set_hint(const QString& words) {
    hint_->setText(words);
}

void StepRows::mark(int row) {
    // Another row of the same step stays.
    const QModelIndex current = view_->currentIndex();
    const QModelIndex wanted = view_->model()->index(row, 0);
    if (!wanted.isValid()) {
        clear_rows(*view_);
    } else if (!current.isValid() || current.data(frame_role) != wanted.data(frame_role)) {
        view_->selectRow(row);
        view_->scrollTo(wanted);
    }
}

void StepRows::choose(const QModelIndex& index) {
    if (index.isValid()) {
        emit chosen(FrameIndex(index.data(frame_role).toULongLong()));
    }
}

}  // namespace arenascope

#include "widgets/tables/hit_list/step_rows.h"

#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

StepRows::StepRows(QAbstractTableModel& model, const QString& accessible_name, const std::vector<int>& elastic,
                   const std::vector<int>& dropped, QWidget* parent)
    : QWidget(parent), view_(new QTableView(this)), hint_(new QLabel(this)) {
    view_->setModel(&model);
    view_->setAccessibleName(accessible_name);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex& index) { choose(index); });
    new ColumnFit(*view_, elastic, dropped);
    hint_->setTextFormat(Qt::PlainText);
    apply_paragraph_look(*hint_);
    auto* column = new_panel_column(*this);
    column->addWidget(view_, 1);
    column->addWidget(hint_);
    column->addStretch(0);
    setFocusProxy(view_);
    connect(&model, &QAbstractItemModel::modelReset, this, &StepRows::show_rows);
    connect(view_, &QTableView::clicked, this, &StepRows::choose);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
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
        view_->clearSelection();
        view_->setCurrentIndex({});
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

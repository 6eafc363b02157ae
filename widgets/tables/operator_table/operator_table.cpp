#include "widgets/tables/operator_table/operator_table.h"

#include <QHeaderView>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/filter_keys.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

OperatorTable::OperatorTable(QWidget* parent)
    : QWidget(parent),
      model_(new OperatorModel(this)),
      header_(new SectionHeader(tr("Operators"), this)),
      filter_row_(new QWidget(this)),
      filter_field_(new QLineEdit(filter_row_)),
      hint_(new QLabel(tr("This plan has no network: open a model (ONNX, TFLite, ncnn) to see its operators."), this)),
      view_(new QTableView(this)) {
    apply_paragraph_look(*hint_);
    filter_field_->setPlaceholderText(tr("Filter: part of a name, a type or a feature"));
    filter_field_->setClearButtonEnabled(true);
    filter_field_->setAccessibleName(tr("Filter of the operators"));
    new FilterKeys(*filter_field_, *view_);
    view_->setModel(model_);
    view_->setAccessibleName(tr("Operators"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setSortingEnabled(true);
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setItemDelegateForColumn(OperatorModel::name, new NameDelegate(view_));
    new ColumnFit(*view_, {OperatorModel::name},
                  {OperatorModel::reads, OperatorModel::feature, OperatorModel::writes, OperatorModel::type});
    auto* field = new QHBoxLayout(filter_row_);
    field->setContentsMargins(field_margins);
    field->addWidget(filter_field_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(hint_);
    column->addWidget(filter_row_);
    column->addWidget(view_, 1);
    column->addStretch(0);
    connect(filter_field_, &QLineEdit::textChanged, model_, &OperatorModel::set_filter);
    connect(model_, &OperatorModel::rows_changed, this, [this] {
        restore_row();
        show_state();
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (!restoring_ && row.isValid()) {
            operator_ = model_->row(row.row());
            emit chosen(*operator_);
        }
    });
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& row) {
        // A click on the current row is also a choice, because another view may have changed the selection meanwhile.
        if (operator_ != model_->row(row.row())) {
            operator_ = model_->row(row.row());
            emit chosen(*operator_);
        }
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_panel_look(*filter_row_, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
    show_state();
}

void OperatorTable::set_problem(std::shared_ptr<const Problem> problem) {
    operator_.reset();
    restoring_ = true;
    model_->set_problem(std::move(problem));
    restoring_ = false;
}

void OperatorTable::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void OperatorTable::set_selected_buffers(const std::vector<BufferIndex>& buffers) {
    model_->set_marked(buffers);
    if (const int row = operator_ ? -1 : model_->first_marked_row(); row >= 0) {
        view_->scrollTo(model_->index(row, 0));
    }
}

void OperatorTable::set_operator(std::optional<OperatorIndex> shown) {
    if (shown != operator_) {
        operator_ = shown;
        restore_row();
    }
}

void OperatorTable::restore_row() {
    restoring_ = true;
    const int row = operator_ ? model_->row_of(*operator_) : -1;
    if (row < 0) {
        view_->selectionModel()->clearSelection();
    } else {
        view_->selectionModel()->setCurrentIndex(model_->index(row, 0),
                                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    restoring_ = false;
}

void OperatorTable::show_state() {
    const auto count = static_cast<std::int64_t>(model_->operators().size());
    const bool has_graph = count > 0;
    hint_->setVisible(!has_graph);
    filter_row_->setVisible(has_graph);
    view_->setVisible(has_graph);
    header_->set_detail(has_graph ? tr("%1 of %2 shown").arg(grouped_text(model_->rowCount()), grouped_text(count))
                                  : QString());
}

}  // namespace arenascope

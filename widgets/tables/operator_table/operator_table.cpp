#include "widgets/tables/operator_table/operator_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

Bytes sum_of(const Problem& problem, std::vector<BufferIndex> buffers) {
    std::sort(buffers.begin(), buffers.end());
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    Bytes sum;
    for (const BufferIndex buffer : buffers) {
        sum = sum + problem.buffers[buffer].size;
    }
    return sum;
}

bool has_any(const std::vector<BufferIndex>& buffers, const std::vector<BufferIndex>& wanted) {
    return std::any_of(buffers.begin(), buffers.end(), [&](BufferIndex buffer) {
        return std::find(wanted.begin(), wanted.end(), buffer) != wanted.end();
    });
}

}  // namespace

OperatorTable::OperatorTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      model_(new RowModel<OperatorIndex>(this, UnitChange::repaints)),
      header_(new SectionHeader(tr("Operators"), this)),
      filter_row_(new QWidget(this)),
      filter_field_(new QLineEdit(filter_row_)),
      hint_(new Paragraph(this)),
      view_(new QTableView(this)) {
    hint_->setText(tr("This plan has no network: open a model (ONNX, TFLite, ncnn) to see its operators."));
    set_up_filter(*filter_field_, *view_, tr("Filter of the operators"),
                  tr("Filter: part of a name, a type or a feature"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Operators"));
    view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setSortingEnabled(true);
    view_->setTextElideMode(Qt::ElideMiddle);
    using Column = OperatorColumn;
    view_->setItemDelegateForColumn(Column::name, new NameDelegate(view_));
    new ColumnFit(*view_, {Column::name}, {Column::reads, Column::feature, Column::writes, Column::type});
    filter_row_->setLayout(new_field_row(*filter_field_));
    fill_panel(*this, {header_, hint_, filter_row_, view_});
    connect(filter_field_, &QLineEdit::textChanged, this, &OperatorTable::show_rows);
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
    follow_theme(*filter_row_, [this](Theme theme) { apply_panel_look(*filter_row_, theme); });
    show_state();
}

void OperatorTable::add_columns() {
    model_->set_columns({
        {.title = tr("step"),
         .text = [this](OperatorIndex one) { return grouped_text(operators()[one].step.value()); },
         .repeats_text = true,
         .sort_key = [](OperatorIndex one) { return one.value(); }},
        {.title = tr("operator"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return visible_text(operators()[one].name); },
         .repeats_text = true},
        {.title = tr("type"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return visible_text(operators()[one].type); },
         .repeats_text = true},
        {.title = tr("feature"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return operator_feature_words(operators()[one].feature); },
         .tooltip = [this](OperatorIndex one) { return operator_feature_meaning(operators()[one].feature); }},
        {.title = tr("reads %1"), .amount = [this](OperatorIndex one) { return read_bytes_[one].value(); }},
        {.title = tr("writes %1"), .amount = [this](OperatorIndex one) { return written_bytes_[one].value(); }},
        {.title = tr("selected"),
         .meaning = tr("whether the operator reads or writes the selected buffers"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return relation_words(one); },
         .repeats_text = true},
    });
    model_->set_bold([this](OperatorIndex one) { return relations_[one].writes || relations_[one].reads; });
    model_->set_sorting([this](int column, Qt::SortOrder order) {
        sort_column_ = column < 0 ? OperatorColumn::step : column;
        sort_order_ = order;
        show_rows();
    });
}

const IndexedVector<OperatorIndex, Operator>& OperatorTable::operators() const {
    static const IndexedVector<OperatorIndex, Operator> none;
    return problem_->graph ? problem_->graph->operators : none;
}

void OperatorTable::set_problem(std::shared_ptr<const Problem> problem) {
    operator_.reset();
    restoring_ = true;
    problem_ = std::move(problem);
    all_.clear();
    read_bytes_.clear();
    written_bytes_.clear();
    for (const Operator& one : operators()) {
        all_.push_back(OperatorIndex(all_.size()));
        read_bytes_.push_back(sum_of(*problem_, one.reads));
        written_bytes_.push_back(sum_of(*problem_, one.writes));
    }
    relations_.assign(operators().size(), {});
    show_rows();
    restoring_ = false;
}

void OperatorTable::show_rows() {
    const QString filter = filter_field_->text().trimmed();
    std::vector<OperatorIndex> shown;
    for (const OperatorIndex one : all_) {
        const auto holds = [&](int column) {
            return model_->text_of(one, column).contains(filter, Qt::CaseInsensitive);
        };
        using Column = OperatorColumn;
        if (filter.isEmpty() || holds(Column::name) || holds(Column::type) || holds(Column::feature)) {
            shown.push_back(one);
        }
    }
    // Ties keep execution order in both directions.
    model_->sort_rows(shown, sort_column_, sort_order_);
    model_->set_rows(std::move(shown), all_);
    restore_row();
    show_state();
}

void OperatorTable::set_unit(Unit unit) {
    model_->set_unit(unit);
}

void OperatorTable::set_selected_buffers(const std::vector<BufferIndex>& buffers) {
    for (std::size_t i = 0; i < relations_.size(); ++i) {
        relations_[i] = {has_any(operators()[i].writes, buffers), has_any(operators()[i].reads, buffers)};
    }
    tell_cells_changed(*model_);
    if (const int row = operator_ ? -1 : first_marked_row(); row >= 0) {
        view_->scrollTo(model_->index(row, 0));
    }
}

int OperatorTable::first_marked_row() const {
    const auto first = [this](bool Relation::*marked) {
        return model_->row_of(true, [&](OperatorIndex one) { return relations_[one].*marked; });
    };
    const int writing = first(&Relation::writes);
    return writing >= 0 ? writing : first(&Relation::reads);
}

QString OperatorTable::relation_words(OperatorIndex one) const {
    const Relation& own = relations_[one];
    return own.writes && own.reads ? tr("both") : own.writes ? tr("writes") : own.reads ? tr("reads") : QString();
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
    const auto count = static_cast<std::int64_t>(operators().size());
    const bool has_graph = count > 0;
    hint_->setVisible(!has_graph);
    filter_row_->setVisible(has_graph);
    view_->setVisible(has_graph);
    header_->set_detail(has_graph ? tr("%1 of %2 shown").arg(grouped_text(model_->rowCount()), grouped_text(count))
                                  : QString());
}

}  // namespace arenascope

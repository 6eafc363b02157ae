#include "widgets/tables/change_table/change_table.h"

#include <utility>

#include <QHeaderView>

#include "qt/painting/theme.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/filter_keys.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/section_header.h"
#include "widgets/base/swatch.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/change_table/change_model.h"

namespace arenascope {
namespace {

constexpr int name_letters = 14;

}  // namespace

ChangeTable::ChangeTable(QWidget* parent)
    : QWidget(parent),
      model_(new ChangeModel(this)),
      header_(new SectionHeader(tr("Changes"), this)),
      filter_field_(new QLineEdit(this)),
      words_(new QLabel(this)),
      view_(new QTableView(this)) {
    build();
    connect(filter_field_, &QLineEdit::textChanged, this, &ChangeTable::apply_filter);
    connect(model_, &ChangeModel::arranged, this, [this] {
        set_selection(selected_);
        show_counts();
    });
    const auto choose = [this](const QModelIndex& index) {
        const ComparedBuffer& buffer = model_->buffer_at(index.row());
        emit chosen(buffer.first, buffer.second);
    };
    connect(view_, &QTableView::clicked, this, choose);
    choose_with_enter(*view_, choose);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*words_, theme, filter_error_.isEmpty() ? TextTone::dim : TextTone::risk);
    });
    show_counts();
}

void ChangeTable::build() {
    filter_field_->setPlaceholderText(tr("Filter: part of a name, or moved>64k cause(A)=over"));
    filter_field_->setClearButtonEnabled(true);
    filter_field_->setAccessibleName(tr("Filter of the changes"));
    filter_field_->setToolTip(
        tr("Part of a name, or conditions over added, removed, renamed, moved, resized, retimed "
           "and the fields of a buffer; tier(A) is that in A, tier that in B."));
    new FilterKeys(*filter_field_, *view_);
    apply_paragraph_look(*words_);
    words_->setTextFormat(Qt::PlainText);
    view_->setModel(model_);
    view_->setAccessibleName(tr("Changes"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    view_->setItemDelegateForColumn(ChangeModel::name, new NameDelegate(view_));
    auto* swatches = new SwatchDelegate(this);
    view_->setItemDelegateForColumn(ChangeModel::tier_a, swatches);
    view_->setItemDelegateForColumn(ChangeModel::tier_b, swatches);
    view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    view_->setSortingEnabled(true);
    new ColumnFit(*view_, {ChangeModel::name},
                  {ChangeModel::change, ChangeModel::size, ChangeModel::offset_a, ChangeModel::offset_b}, name_letters);
    auto* field_row = new QHBoxLayout;
    field_row->setContentsMargins(field_margins);
    field_row->addWidget(filter_field_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addLayout(field_row);
    column->addWidget(words_);
    column->addWidget(view_, 1);
    column->addStretch(0);
    setFocusProxy(view_);
}

void ChangeTable::set_plans(std::shared_ptr<const ComparedPlans> plans, const QString& words) {
    plans_ = std::move(plans);
    hint_ = words;
    model_->set_plans(plans_);
    show_counts();
}

void ChangeTable::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void ChangeTable::set_selection(BufferIndex of_a) {
    selected_ = of_a;
    const int row = of_a == BufferIndex::none() ? -1 : model_->row_of(of_a);
    if (row < 0) {
        view_->clearSelection();
        return;
    }
    view_->selectRow(row);
    view_->scrollTo(model_->index(row, 0));
}

void ChangeTable::apply_filter() {
    auto filter = ChangeFilter::parse(filter_field_->text().toStdString());
    filter_error_ = filter ? QString() : QString::fromStdString(to_string(filter.error()));
    if (filter) {
        model_->set_filter(std::move(*filter));
    }
    show_counts();
}

void ChangeTable::show_counts() {
    const bool has_plans = plans_ != nullptr;
    filter_field_->setVisible(has_plans);
    view_->setVisible(has_plans && model_->difference_count() > 0);
    const bool is_empty = has_plans && model_->rowCount() == 0;
    words_->setText(!filter_error_.isEmpty()          ? filter_error_
                    : !has_plans                      ? hint_
                    : model_->is_arranging()          ? tr("Looking for the changes …")
                    : model_->difference_count() == 0 ? tr("Both plans are the same.")
                    : is_empty                        ? tr("No change passes the filter.")
                                                      : QString());
    words_->setVisible(!words_->text().isEmpty());
    apply_text_tone(*words_, theme_of(palette()), filter_error_.isEmpty() ? TextTone::dim : TextTone::risk);
    if (!has_plans) {
        header_->set_detail({});
        return;
    }
    const PlanChanges& changes = plans_->changes;
    const std::pair<std::size_t, QString> kinds[] = {
        {changes.moved, tr("%1 moved")},     {changes.added, tr("%1 added")},     {changes.removed, tr("%1 removed")},
        {changes.renamed, tr("%1 renamed")}, {changes.resized, tr("%1 resized")}, {changes.retimed, tr("%1 retimed")}};
    QStringList counts;
    for (const auto& [count, words] : kinds) {
        counts << words.arg(grouped_text(static_cast<std::int64_t>(count)));
    }
    header_->set_detail(counts.join(QStringLiteral(" · ")));
}

}  // namespace arenascope

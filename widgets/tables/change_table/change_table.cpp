#include "widgets/tables/change_table/change_table.h"

#include <utility>

#include <QHeaderView>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/base/swatch.h"
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
      words_(new Paragraph(this)),
      view_(new QTableView(this)) {
    build();
    connect(filter_field_, &QLineEdit::textChanged, this, &ChangeTable::apply_filter);
    connect(model_, &ChangeModel::arranged, this, [this] {
        set_selection(selected_);
        show_counts();
    });
    const auto choose = [this](const QModelIndex& index) {
        const ComparedBuffer& buffer = model_->row(index.row());
        emit chosen(buffer.first, buffer.second);
    };
    choose_rows(*view_, choose);
    show_counts();
}

void ChangeTable::build() {
    set_up_filter(*filter_field_, *view_, tr("Filter of the changes"),
                  tr("Filter: part of a name, or moved>64k cause(A)=over"));
    filter_field_->setToolTip(
        tr("Part of a name, or conditions over added, removed, renamed, moved, resized, retimed "
           "and the fields of a buffer; tier(A) is that in A, tier that in B."));
    set_up_rows(*view_, *model_, tr("Changes"));
    view_->setItemDelegateForColumn(ChangeModel::name, new NameDelegate(view_));
    auto* swatches = new SwatchDelegate(this);
    view_->setItemDelegateForColumn(ChangeModel::tier_a, swatches);
    view_->setItemDelegateForColumn(ChangeModel::tier_b, swatches);
    view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    view_->setSortingEnabled(true);
    new ColumnFit(*view_, {ChangeModel::name},
                  {ChangeModel::change, ChangeModel::size, ChangeModel::offset_a, ChangeModel::offset_b}, name_letters);
    fill_panel(*this, {header_, new_field_row(*filter_field_), words_, view_});
    setFocusProxy(view_);
}

void ChangeTable::set_plans(std::shared_ptr<const ComparedPlans> plans, const QString& words) {
    plans_ = std::move(plans);
    hint_ = words;
    model_->set_plans(plans_);
    show_counts();
}

void ChangeTable::set_unit(Unit unit) {
    model_->set_unit(unit);
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
    words_->set_tone(filter_error_.isEmpty() ? TextTone::dim : TextTone::risk);
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
        counts << words.arg(grouped_text(count));
    }
    header_->set_detail(counts.join(QStringLiteral(" · ")));
}

}  // namespace arenascope

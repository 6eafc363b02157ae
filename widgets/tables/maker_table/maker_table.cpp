#include "widgets/tables/maker_table/maker_table.h"

#include <utility>

#include <QHBoxLayout>
#include <QLabel>

#include "core/model/expression/maker_filter.h"
#include "qt/painting/theme.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/section_header.h"
#include "widgets/base/swatch.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/maker_table/maker_model.h"

namespace arenascope {

MakerTable::MakerTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader(tr("Makers"), this)),
      choice_(new QComboBox(this)),
      model_(new MakerModel(this)),
      view_(new QTableView(this)) {
    build();
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    connect(choice_, &QComboBox::activated, this, [this](int index) {
        set_made_by(static_cast<MadeBy>(choice_->itemData(index).toInt()));
        emit made_by_chosen(by_);
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        show_swatches();
    });
    refresh();
}

void MakerTable::build() {
    choice_->addItem(tr("line"), static_cast<int>(MadeBy::line));
    choice_->addItem(tr("function"), static_cast<int>(MadeBy::function));
    choice_->addItem(tr("file"), static_cast<int>(MadeBy::file));
    choice_->setAccessibleName(tr("Made by"));
    choice_->setToolTip(tr("What the rows and the colours of the picture stand for"));
    choice_->setFocusPolicy(Qt::TabFocus);
    auto* label = new QLabel(tr("Made by:"), this);
    label->setBuddy(choice_);
    view_->setModel(model_);
    // Many makers begin alike, so their whole names come before the counts.
    constexpr int whole_maker = 24;
    new ColumnFit(*view_, {MakerModel::maker}, {MakerModel::allocations}, whole_maker);
    view_->setAccessibleName(tr("Makers of the allocations"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTextElideMode(Qt::ElideRight);  // the file and the line tell more than the function
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex& index) { choose(index.row()); });
    auto* choice_row = new QHBoxLayout;
    choice_row->setContentsMargins(field_margins);
    choice_row->setSpacing(field_margins.top());
    choice_row->addWidget(label);
    choice_row->addWidget(choice_, 1);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addLayout(choice_row);
    column->addWidget(view_, 1);
    setFocusProxy(view_);
}

void MakerTable::set_problem(std::shared_ptr<const Problem> problem) {
    if (problem != problem_) {
        problem_ = std::move(problem);
        refresh();
    }
}

void MakerTable::set_made_by(MadeBy by) {
    choice_->setCurrentIndex(choice_->findData(static_cast<int>(by)));
    if (std::exchange(by_, by) != by) {
        refresh();
    }
}

void MakerTable::set_colored(bool colored) {
    if (std::exchange(is_colored_, colored) != colored) {
        show_swatches();
    }
}

void MakerTable::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void MakerTable::clear_choice() {
    view_->clearSelection();
    view_->setCurrentIndex({});
}

void MakerTable::refresh() {
    model_->set_makers(problem_, makers_of(*problem_, by_));
    const Makers& makers = model_->makers();
    header_->set_detail(problem_->history ? tr("%1 · peak at event %2")
                                                .arg(grouped_text(static_cast<std::int64_t>(makers.makers.size())),
                                                     grouped_text(makers.peak_step.value()))
                                          : QString());
}

void MakerTable::show_swatches() {
    const int side = is_colored_ ? swatch_side(view_->fontMetrics()) : 0;
    view_->setIconSize({side, side});
    model_->set_swatches(theme_of(palette()), side, devicePixelRatioF());
}

void MakerTable::choose(int row) {
    emit chosen(QString::fromStdString(maker_filter(*problem_, model_->makers(), static_cast<std::size_t>(row))));
}

}  // namespace arenascope

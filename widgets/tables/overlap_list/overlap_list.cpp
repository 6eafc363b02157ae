#include "widgets/tables/overlap_list/overlap_list.h"

#include "qt/words/wording.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

OverlapList::OverlapList(QWidget* parent)
    : QWidget(parent),
      model_(new OverlapModel(this)),
      header_(new SectionHeader(tr("Overlap Check"), this)),
      state_(new QLabel(this)),
      check_row_(new QWidget(this)),
      check_(new QPushButton(tr("&Check Overlaps"), check_row_)),
      view_(new EvenTable(this)) {
    state_->setAccessibleName(tr("Result of the overlap check"));
    apply_paragraph_look(*state_);
    view_->setModel(model_);
    columns_ = new ColumnFit(*view_, {OverlapModel::first, OverlapModel::second}, {});
    view_->setAccessibleName(tr("Findings of the overlap check"));
    view_->setTextElideMode(Qt::ElideMiddle);
    auto* names = new NameDelegate(view_);
    view_->setItemDelegateForColumn(OverlapModel::first, names);
    view_->setItemDelegateForColumn(OverlapModel::second, names);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex& index) { choose(index.row()); });
    auto* button_layout = new QHBoxLayout(check_row_);
    button_layout->setContentsMargins(12, 0, 12, 8);
    button_layout->addWidget(check_);
    button_layout->addStretch();
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(state_);
    column->addWidget(check_row_);
    column->addWidget(view_, 1);
    column->addStretch(0);
    connect(check_, &QPushButton::clicked, this, &OverlapList::check_requested);
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        show_state(shown_);
    });
    show_state(State::not_checked);
}

void OverlapList::set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report) {
    const bool clean = is_clean(*report);
    // If all rows are pairs, the column of findings carries no information and may be left out first.
    const bool only_pairs = report->misaligned.empty() && report->outside.empty() && report->unplaced.empty() &&
                            report->contradictions.empty();
    columns_->set_dropped(only_pairs
                              ? std::vector<int>{OverlapModel::finding, OverlapModel::bytes, OverlapModel::steps}
                              : std::vector<int>{OverlapModel::bytes, OverlapModel::steps, OverlapModel::second});
    model_->set_report(std::move(problem), std::move(report));
    position_ = -1;
    show_state(clean ? State::clean : State::findings);
}

void OverlapList::set_not_checked() {
    model_->set_report(std::make_shared<Problem>(), std::make_shared<const CheckReport>());
    position_ = -1;
    show_state(State::not_checked);
}

void OverlapList::show_position(int position) {
    if (position == position_) {
        return;
    }
    position_ = position;
    if (position >= 0) {
        view_->selectRow(position);
    } else {
        view_->clearSelection();
    }
    show_count();
}

void OverlapList::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void OverlapList::show_state(State state) {
    shown_ = state;
    view_->setVisible(model_->rowCount() > 0);
    check_row_->setVisible(state == State::not_checked);
    const CheckReport& report = model_->report();
    const QString inferred = report.inferred_count == 0 ? QString()
                                                        : counted(static_cast<std::int64_t>(report.inferred_count),
                                                                  tr("sound if 1 pair is meant to share"),
                                                                  tr("sound if %1 pairs are meant to share"));
    switch (state) {
        case State::not_checked:
            header_->set_detail(tr("not checked"));
            state_->setText(tr("Not checked since the last change."));
            apply_text_tone(*state_, theme_, TextTone::dim);
            return;
        case State::clean:
            header_->set_detail(tr("✓ 0"));
            state_->setText(
                tr("0 — no overlaps. Every buffer is placed, aligned and inside its region.") +
                (inferred.isEmpty() ? QString() : tr(" Nothing but their bytes says so: %1.").arg(inferred)));
            apply_text_tone(*state_, theme_, TextTone::good);
            return;
        case State::findings:
            break;
    }
    const auto count = [](std::size_t number) { return grouped_text(static_cast<std::int64_t>(number)); };
    QStringList parts;
    const auto add = [&](std::size_t number, const QString& text) {
        if (number > 0) {
            parts << text.arg(count(number));
        }
    };
    if (is_cut(report)) {
        parts << tr("%1 overlapping pairs, of which %2 are listed")
                     .arg(count(report.overlap_count), count(report.overlaps.size()));
    } else if (report.overlap_count > 0) {
        parts << counted(static_cast<std::int64_t>(report.overlap_count), tr("1 overlapping pair"),
                         tr("%1 overlapping pairs"));
    }
    add(report.contradictions.size(),
        report.contradictions.size() == 1 ? tr("%1 contradiction") : tr("%1 contradictions"));
    add(report.misaligned.size(), tr("%1 misaligned"));
    add(report.outside.size(),
        report.outside.size() == 1 ? tr("%1 outside its region") : tr("%1 outside their region"));
    add(report.unplaced.size(), tr("%1 not placed"));
    add(report.inferred_count, tr("%1 shared by inference"));
    show_count();
    state_->setText(parts.join(QStringLiteral(" · ")));
    apply_text_tone(*state_, theme_, TextTone::risk);
}

void OverlapList::show_count() {
    if (shown_ != State::findings) {
        return;
    }
    const CheckReport& report = model_->report();
    const auto overlaps = static_cast<std::int64_t>(report.overlap_count);
    const auto not_listed = overlaps - static_cast<std::int64_t>(report.overlaps.size());
    const auto inferred = static_cast<std::int64_t>(report.inferred.size());
    header_->set_detail(position_ >= 0 ? tr("overlap %1 of %2").arg(grouped_text(position_ + 1), grouped_text(overlaps))
                                       : grouped_text(model_->rowCount() - inferred + not_listed));
}

void OverlapList::choose(int row) {
    if (const Overlap* pair = model_->pair_at(row)) {
        emit activated(*pair);
    } else if (model_->buffer_at(row) != BufferIndex::none()) {
        emit buffer_activated(model_->buffer_at(row));
    }
}

}  // namespace arenascope

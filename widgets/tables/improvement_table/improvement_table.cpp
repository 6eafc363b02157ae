#include "widgets/tables/improvement_table/improvement_table.h"

#include <numeric>
#include <utility>

#include <QHBoxLayout>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/improvement_table/improvement_model.h"

namespace arenascope {
namespace {

constexpr int change_letters = 20;  ///< a change names two buffers

QString untried_words(const ImprovementReport& report) {
    return report.was_stopped
               ? ImprovementTable::tr("More were left untried.")
               : ImprovementTable::tr("More were left untried, because the limit of %1 visits was reached.")
                     .arg(grouped_text(static_cast<std::int64_t>(report.work_limit)));
}

}  // namespace

ImprovementTable::ImprovementTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      report_(std::make_shared<ImprovementReport>()),
      header_(new SectionHeader(tr("Improve"), this)),
      words_(new QLabel(this)),
      model_(new ImprovementModel(this)),
      view_(new QTableView(this)),
      apply_(new QPushButton(tr("&Make This Change"), this)) {
    words_->setTextFormat(Qt::RichText);
    words_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    words_->setAccessibleName(tr("What was tried to lower the peak"));
    apply_paragraph_look(*words_);
    view_->setModel(model_);
    view_->setItemDelegateForColumn(ImprovementModel::change, new NameDelegate(view_));
    new ColumnFit(*view_, {ImprovementModel::change}, {ImprovementModel::moved, ImprovementModel::peak},
                  change_letters);
    view_->setAccessibleName(tr("Changes that lower the peak"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex&) { emit apply_requested(); });
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(panel_margins);
    buttons->addWidget(apply_);
    buttons->addStretch(1);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(words_);
    column->addWidget(view_, 1);
    column->addLayout(buttons);
    column->addStretch(0);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        apply_->setEnabled(chosen() != nullptr);
        emit chosen_changed();
    });
    connect(view_, &QTableView::doubleClicked, this, &ImprovementTable::apply_requested);
    connect(apply_, &QPushButton::clicked, this, &ImprovementTable::apply_requested);
    connect(words_, &QLabel::linkActivated, this,
            [this] { state_ == State::searching ? emit stop_requested() : emit search_requested(); });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*words_, theme, TextTone::dim);
        // A text that stands keeps the colour that its link had.
        words_->clear();
        refresh();
    });
    refresh();
}

void ImprovementTable::set_nothing(const QString& words, bool can_search) {
    state_ = State::nothing;
    nothing_ = words;
    can_search_ = can_search;
    model_->clear();
    refresh();
    emit chosen_changed();
}

void ImprovementTable::set_progress(std::size_t done, std::size_t all) {
    if (state_ != State::searching) {
        model_->clear();
    }
    state_ = State::searching;
    done_ = done;
    all_ = all;
    refresh();
}

void ImprovementTable::set_report(std::shared_ptr<const Problem> problem,
                                  std::shared_ptr<const ImprovementReport> report) {
    state_ = State::found;
    problem_ = std::move(problem);
    report_ = std::move(report);
    model_->set_report(problem_, report_);
    refresh();
    if (!report_->improvements.empty()) {
        view_->setCurrentIndex(model_->index(0, 0));
    }
    emit chosen_changed();
}

void ImprovementTable::set_unit(Unit unit, UnitRule rule) {
    unit_ = unit;
    const int row = view_->currentIndex().row();
    model_->set_unit(unit, rule);
    refresh();
    view_->setCurrentIndex(model_->index(row, 0));
}

const Improvement* ImprovementTable::chosen() const {
    const int row = view_->currentIndex().row();
    return row >= 0 && row < model_->rowCount() ? model_->row(row) : nullptr;
}

void ImprovementTable::refresh() {
    const bool has_rows = model_->rowCount() > 0;
    view_->setVisible(has_rows);
    apply_->setVisible(has_rows);
    apply_->setEnabled(chosen() != nullptr);
    header_->set_detail(has_rows ? grouped_text(model_->rowCount()) : QString());
    QString text;
    switch (state_) {
        case State::nothing:
            text = nothing_.toHtmlEscaped();
            text += can_search_ ? tr(" <a href=\"search\">Improve this</a>") : QString();
            break;
        case State::searching:
            text = tr("Trying buffer %1 of %2 … <a href=\"stop\">Stop</a>")
                       .arg(grouped_text(static_cast<std::int64_t>(std::min(done_ + 1, all_))),
                            grouped_text(static_cast<std::int64_t>(all_)));
            break;
        case State::found:
            text = (has_rows ? report_words() : obstacle_words()).toHtmlEscaped();
            break;
    }
    words_->setText(text);
}

QString ImprovementTable::report_words() const {
    const auto tried = std::accumulate(report_->tried.begin(), report_->tried.end(), std::uint64_t{0});
    const QString around =
        counted(static_cast<std::int64_t>(report_->buffers.size()), tr("1 buffer"), tr("%1 buffers"));
    QString text = tr("%1 changes around %2 were tried. These lower the peak of %3.")
                       .arg(grouped_text(static_cast<std::int64_t>(tried)), around,
                            QString::fromStdString(amount_text(report_->region_peak.value(), unit_)));
    return report_->is_complete ? text : text + QLatin1Char(' ') + untried_words(*report_);
}

QString ImprovementTable::obstacle_words() const {
    const auto tried = std::accumulate(report_->tried.begin(), report_->tried.end(), std::uint64_t{0});
    switch (report_->obstacle) {
        case ImprovementObstacle::nothing_placed:
            return tr("Nothing is placed there yet.");
        case ImprovementObstacle::at_threshold:
            return tr("The peak is at the theoretical threshold: no layout is lower.");
        case ImprovementObstacle::fixed_at_peak:
            return tr("A buffer at the peak is pinned or shares memory on purpose, so it does not move.");
        case ImprovementObstacle::all_fixed:
            return tr("Every buffer to move is pinned or shares memory on purpose, so none moves.");
        case ImprovementObstacle::none:
        case ImprovementObstacle::none_lowers:
            break;
    }
    QString text = counted(static_cast<std::int64_t>(tried), tr("The only small change does not lower the peak."),
                           tr("None of %1 small changes lowers the peak."));
    if (report_->at_peak > 1) {
        text += QLatin1Char(' ') + counted(static_cast<std::int64_t>(report_->at_peak), QString(),
                                           tr("%1 buffers reach it, so that no single move can."));
    }
    return report_->is_complete ? text : text + QLatin1Char(' ') + untried_words(*report_);
}

}  // namespace arenascope

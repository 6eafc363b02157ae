#include "widgets/tables/improvement_table/improvement_table.h"

#include <numeric>
#include <utility>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"

namespace arenascope {
namespace {

constexpr int change_letters = 20;  ///< a change names two buffers

QString untried_words(const ImprovementReport& report) {
    return report.was_stopped
               ? ImprovementTable::tr("More were left untried.")
               : ImprovementTable::tr("More were left untried, because the limit of %1 visits was reached.")
                     .arg(grouped_text(report.work_limit));
}

}  // namespace

ImprovementTable::ImprovementTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      report_(std::make_shared<ImprovementReport>()),
      header_(new SectionHeader(tr("Improve"), this)),
      words_(new Paragraph(this, TextTone::dim, Qt::RichText)),
      model_(new RowModel<const Improvement*>(this)),
      view_(new QTableView(this)),
      apply_(new QPushButton(tr("&Make This Change"), this)) {
    words_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    words_->setAccessibleName(tr("What was tried to lower the peak"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Changes that lower the peak"));
    using Column = ImprovementColumn;
    view_->setItemDelegateForColumn(Column::change, new NameDelegate(view_));
    new ColumnFit(*view_, {Column::change}, {Column::moved, Column::peak}, change_letters);
    choose_with_enter(*view_, [this](const QModelIndex&) { emit apply_requested(); });
    fill_panel(*this, {header_, words_, view_, new_button_row({apply_}, panel_margins)});
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        apply_->setEnabled(chosen() != nullptr);
        emit chosen_changed();
    });
    connect(view_, &QTableView::doubleClicked, this, &ImprovementTable::apply_requested);
    connect(apply_, &QPushButton::clicked, this, &ImprovementTable::apply_requested);
    connect(words_, &QLabel::linkActivated, this, [this](const QString& link) {
        link == QLatin1String("stop")  ? emit stop_requested()
        : link == QLatin1String("all") ? emit all_requested()
                                       : emit
                                         search_requested();
    });
    refresh();
}

void ImprovementTable::add_columns() {
    const auto told_moves = [this](const Improvement* one) { return move_words(*one); };
    model_->set_columns({
        {.title = tr("change"),
         .is_figure = false,
         .text = [this](const Improvement* one) { return change_words(*one, false); },
         .tooltip = told_moves},
        {.title = tr("peak %1"), .amount = [](const Improvement* one) { return one->peak.value(); }},
        {.title = tr("lower %1"), .amount = [this](const Improvement* one) { return gain(*one); }},
        {.title = tr("moves"),
         .text = [](const Improvement* one) { return grouped_text(one->moves.size()); },
         .tooltip = told_moves},
        {.title = tr("moved %1"), .amount = [](const Improvement* one) { return one->moved.value(); }},
    });
}

void ImprovementTable::set_rows(std::shared_ptr<const ImprovementReport> report) {
    // The rows that are shown until then lie in the report before.
    const std::shared_ptr<const ImprovementReport> before = std::exchange(report_, std::move(report));
    model_->set_rows(pointers_to(report_->improvements));
}

std::int64_t ImprovementTable::gain(const Improvement& one) const {
    const std::int64_t of_plan = (report_->peak - one.peak).value();
    const bool is_told = of_plan > 0 || one.region != report_->region;
    return is_told ? of_plan : (report_->region_peak - one.region_peak).value();
}

QString ImprovementTable::change_words(const Improvement& one, bool in_full) const {
    const auto name = [&](BufferIndex buffer) { return in_full ? names_.full(buffer) : names_(buffer); };
    switch (one.kind) {
        case ImprovementKind::move:
            return tr("Move %1").arg(name(one.buffer));
        case ImprovementKind::swap:
            return tr("Swap %1 and %2").arg(name(one.buffer), name(one.partner));
        case ImprovementKind::together:
            return tr("Place all at the peak again");
        case ImprovementKind::reinsertion:
            break;
    }
    return one.partner == BufferIndex::none() ? tr("Place %1 last").arg(name(one.buffer))
                                              : tr("Place %1 before %2").arg(name(one.buffer), name(one.partner));
}

QString ImprovementTable::move_words(const Improvement& one) const {
    constexpr std::size_t most_told = 4;
    QStringList lines{change_words(one, true)};
    for (std::size_t i = 0; i < std::min(most_told, one.moves.size()); ++i) {
        const Move& move = one.moves[i];
        lines << tr("%1: from %2 to %3")
                     .arg(names_.full(move.buffer), exact_bytes(move.from->value()), exact_bytes(move.to->value()));
    }
    if (one.moves.size() > most_told) {
        lines << counted(one.moves.size() - most_told, tr("and 1 more"), tr("and %1 more"));
    }
    if (one.highest != BufferIndex::none()) {
        lines << tr("Then %1 is the highest; it ends at %2.")
                     .arg(names_.full(one.highest), exact_bytes(one.region_peak.value()));
    }
    return lines.join(QLatin1Char('\n'));
}

void ImprovementTable::set_nothing(const QString& words, bool can_search) {
    state_ = State::nothing;
    nothing_ = words;
    can_search_ = can_search;
    set_rows(std::make_shared<ImprovementReport>());
    refresh();
    emit chosen_changed();
}

void ImprovementTable::set_progress(std::size_t done, std::size_t all) {
    if (state_ != State::searching) {
        set_rows(std::make_shared<ImprovementReport>());
    }
    state_ = State::searching;
    done_ = done;
    all_ = all;
    refresh();
}

void ImprovementTable::set_report(std::shared_ptr<const Problem> problem,
                                  std::shared_ptr<const ImprovementReport> report, bool is_of_selection) {
    state_ = State::found;
    is_of_selection_ = is_of_selection;
    problem_ = std::move(problem);
    names_.set_problem(problem_);
    set_rows(std::move(report));
    refresh();
    if (!report_->improvements.empty()) {
        view_->setCurrentIndex(model_->index(0, 0));
    }
    emit chosen_changed();
}

void ImprovementTable::set_unit(Unit unit) {
    unit_ = unit;
    const int row = view_->currentIndex().row();
    model_->set_unit(unit);
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
                       .arg(grouped_text(std::min(done_ + 1, all_)), grouped_text(all_));
            break;
        case State::found:
            text = (has_rows ? report_words() : obstacle_words()).toHtmlEscaped();
            text += is_of_selection_
                        ? tr(" Only the selection was tried. <a href=\"all\">Try all that carry the peak</a>")
                        : QString();
            break;
    }
    words_->setText(text);
}

QString ImprovementTable::report_words() const {
    const auto tried = std::accumulate(report_->tried.begin(), report_->tried.end(), std::uint64_t{0});
    const QString around = counted(report_->buffers.size(), tr("1 buffer"), tr("%1 buffers"));
    QString text = tr("%1 changes around %2 were tried. These lower the peak of %3.")
                       .arg(grouped_text(tried), around, amount_words(report_->region_peak.value(), unit_));
    return report_->is_complete ? text : text + QLatin1Char(' ') + untried_words(*report_);
}

QString ImprovementTable::obstacle_words() const {
    const auto tried = std::accumulate(report_->tried.begin(), report_->tried.end(), std::uint64_t{0});
    switch (report_->obstacle) {
        case ImprovementObstacle::nothing_placed:
            return tr("Nothing is placed there yet.");
        case ImprovementObstacle::at_threshold:
            return problem_->graph
                       ? tr("The peak is at the theoretical threshold: no layout without operator sharing is lower.")
                       : tr("The peak is at the theoretical threshold: no layout is lower.");
        case ImprovementObstacle::fixed_at_peak:
            return tr("A buffer at the peak is pinned or shares memory on purpose, so it does not move.");
        case ImprovementObstacle::all_fixed:
            return tr("Every buffer to move is pinned or shares memory on purpose, so none moves.");
        case ImprovementObstacle::none:
        case ImprovementObstacle::none_lowers:
            break;
    }
    QString text = counted(tried, tr("The only small change does not lower the peak."),
                           tr("None of %1 small changes lowers the peak.")) +
                   QLatin1Char(' ') +
                   counted(report_->buffers.size(), tr("1 buffer was tried."), tr("%1 buffers were tried."));
    if (report_->at_peak > 1) {
        text += QLatin1Char(' ') +
                counted(report_->at_peak, QString(), tr("%1 buffers reach it, so that no single move can."));
    }
    return report_->is_complete ? text : text + QLatin1Char(' ') + untried_words(*report_);
}

}  // namespace arenascope

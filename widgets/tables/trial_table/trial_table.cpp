#include "widgets/tables/trial_table/trial_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

TrialTable::TrialTable(QWidget* parent)
    : QWidget(parent),
      model_(new TrialModel(this)),
      choices_(new ChoiceModel(this)),
      header_(new SectionHeader(tr("Trials"), this)),
      bound_(new QLabel(this)),
      notes_(new QLabel(this)),
      trial_view_(new QTableView(this)),
      adopt_(new QPushButton(tr("&Place as in This Trial"), this)),
      choice_view_(new QTableView(this)) {
    bound_->setAccessibleName(tr("The smallest heap"));
    notes_->setAccessibleName(tr("Notes on the placement"));
    for (QLabel* label : {bound_, notes_}) {
        label->setTextFormat(Qt::PlainText);
        apply_paragraph_look(*label);
    }
    trial_view_->setModel(model_);
    trial_view_->setObjectName(QStringLiteral("trials"));
    trial_view_->setAccessibleName(tr("Trials"));
    trial_view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    trial_view_->setSortingEnabled(true);
    choice_view_->setModel(choices_);
    choice_view_->setObjectName(QStringLiteral("choices"));
    choice_view_->setAccessibleName(tr("Choices of the selected trial"));
    choice_view_->setItemDelegateForColumn(ChoiceModel::name, new NameDelegate(choice_view_));
    choose_with_enter(*choice_view_, [this](const QModelIndex& index) { choose(index.row()); });
    for (QTableView* view : {trial_view_, choice_view_}) {
        view->setSelectionMode(QAbstractItemView::SingleSelection);
        view->setSelectionBehavior(QAbstractItemView::SelectRows);
        view->setTabKeyNavigation(false);
        view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    }
    using T = TrialModel;
    using C = ChoiceModel;
    trial_columns_ = new ColumnFit(*trial_view_, {T::area_end, T::growth, T::overlay, T::part}, {});
    choice_columns_ = new ColumnFit(*choice_view_, {C::name, C::placed}, {});
    // Without its choices, a trial would look the same as another one.
    trial_columns_->scroll_sideways();
    choice_columns_->scroll_sideways();
    auto* trials = new QWidget(this);
    auto* trial_column = new_panel_column(*trials);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 4, 12, 8);
    below->addWidget(adopt_);
    below->addStretch();
    trial_column->addWidget(trial_view_, 1);
    trial_column->addLayout(below);
    auto* both = new QSplitter(Qt::Horizontal, this);
    both->setChildrenCollapsible(false);
    both->addWidget(trials);
    both->addWidget(choice_view_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(bound_);
    column->addWidget(notes_);
    column->addWidget(both, 1);
    setFocusProxy(trial_view_);
    connect(trial_view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TrialTable::show_trial);
    connect(choice_view_, &QTableView::clicked, this, [this](const QModelIndex& at) { choose(at.row()); });
    connect(adopt_, &QPushButton::clicked, this, [this] {
        if (const int row = trial_view_->currentIndex().row(); row >= 0) {
            emit trial_requested(*model_->row(row));
        }
    });
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_panel_look(*this, theme);
        apply_table_look(*trial_view_, theme);
        apply_table_look(*choice_view_, theme);
        show_bound();
        apply_text_tone(*notes_, theme, TextTone::risk);
    });
    set_trials(nullptr, nullptr, nullptr, {});
}

void TrialTable::set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                            std::shared_ptr<const HeapTrials> trials, const std::vector<std::string>& notes) {
    trials_ = std::move(trials);
    show_notes(notes);
    choices_->set_trials(std::move(problem), std::move(layout), trials_);
    trial_view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    model_->set_trials(trials_);
    trial_columns_->set_hidden(model_->plain_columns());
    choice_columns_->set_hidden(trials_ && trials_->may_spill ? std::vector<int>()
                                                              : std::vector<int>{ChoiceModel::part});
    if (const int row = model_->chosen_row(); row >= 0) {
        trial_view_->selectRow(row);
        trial_view_->scrollTo(model_->index(row, 0));
    }
    show_trial();
    show_bound();
}

void TrialTable::set_selected(BufferIndex buffer) {
    const int row = choices_->row_of(buffer);
    if (row >= 0) {
        choice_view_->selectRow(row);
    } else {
        choice_view_->clearSelection();
    }
}

void TrialTable::set_unit(Unit unit, UnitRule rule) {
    unit_ = unit;
    model_->set_unit(unit, rule);
    show_bound();
}

void TrialTable::show_bound() {
    bound_->setVisible(trials_ != nullptr);
    if (!trials_) {
        header_->set_detail({});
        return;
    }
    const auto all = static_cast<std::int64_t>(trials_->list.size() + trials_->left_out);
    QString detail = counted(all, tr("1 trial"), tr("%1 trials"));
    if (trials_->left_out > 0) {
        detail =
            tr("%1, of which %2 are listed").arg(detail, grouped_text(static_cast<std::int64_t>(trials_->list.size())));
    }
    header_->set_detail(detail);
    const QString least = visible_text(amount_text(trials_->bound.value(), unit_));
    const int row = model_->chosen_row();
    const bool is_least = row >= 0 && model_->row(row)->measure.heap == trials_->bound;
    bound_->setText((is_least ? tr("The heap of %1 is the smallest one with the tensors where they are.")
                     : trials_->bound_is_reachable ? tr("The smallest heap with the tensors where they are has %1.")
                                                   : tr("No heap is smaller than %1 with the tensors where they are."))
                        .arg(least));
    bound_->setToolTip(tr("Proved by a search over all placements of the scratch"));
    apply_text_tone(*bound_, theme_, is_least ? TextTone::good : TextTone::plain);
}

void TrialTable::show_notes(const std::vector<std::string>& notes) {
    QStringList lines;
    for (const std::string& note : notes) {
        QString line = visible_text(note);
        if (!line.isEmpty()) {
            line[0] = line[0].toUpper();
        }
        lines << line;
    }
    notes_->setText(lines.join(QLatin1Char('\n')));
    notes_->setVisible(trials_ && !lines.isEmpty());
}

void TrialTable::show_trial() {
    const int row = trial_view_->currentIndex().row();
    if (trials_ && row >= 0) {
        choices_->show(*model_->row(row));
    }
    adopt_->setEnabled(trials_ && row >= 0 && model_->row(row)->number != trials_->chosen);
}

void TrialTable::choose(int row) {
    emit chosen(choices_->row(row).buffer);
}

}  // namespace arenascope

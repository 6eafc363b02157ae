#include "widgets/tables/trial_table/trial_table.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

std::int64_t count_of(const HeapTrial& trial, ChoiceKind choice) {
    return std::count_if(trial.choices.begin(), trial.choices.end(),
                         [choice](const ScratchChoice& one) { return one.*choice; });
}

/// How often a choice was made.
TableColumn<const HeapTrial*> count_column(ChoiceKind choice) {
    return {.title = choice_title(choice),
            .meaning = choice_meaning(choice),
            .is_figure = false,
            .text =
                [choice](const HeapTrial* trial) {
                    return choice_counts(count_of(*trial, choice), static_cast<std::int64_t>(trial->choices.size()),
                                         choice);
                },
            .sort_key = [choice](const HeapTrial* trial) { return count_of(*trial, choice); }};
}

QString heap_words(const HeapTrial* trial) {
    const QString heap = exact_bytes(trial->measure.heap.value());
    return trial->measure.fits ? heap : TrialTable::tr("%1, above the capacity").arg(heap);
}

}  // namespace

TrialTable::TrialTable(QWidget* parent)
    : QWidget(parent),
      model_(new RowModel<const HeapTrial*>(this, UnitChange::repaints)),
      choices_(new RowModel<ChoiceRow>(this)),
      header_(new SectionHeader(tr("Trials"), this)),
      bound_(new Paragraph(this)),
      notes_(new Paragraph(this, TextTone::risk)),
      trial_view_(new QTableView(this)),
      adopt_(new QPushButton(tr("&Place as in This Trial"), this)),
      choice_view_(new QTableView(this)) {
    bound_->setAccessibleName(tr("The smallest heap"));
    notes_->setAccessibleName(tr("Notes on the placement"));
    add_trial_columns();
    add_choice_columns();
    set_up_rows(*trial_view_, *model_, tr("Trials"));
    trial_view_->setObjectName(QStringLiteral("trials"));
    trial_view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    trial_view_->setSortingEnabled(true);
    set_up_rows(*choice_view_, *choices_, tr("Choices of the selected trial"));
    choice_view_->setObjectName(QStringLiteral("choices"));
    choice_view_->setItemDelegateForColumn(ChoiceColumn::name, new NameDelegate(choice_view_));
    choose_rows(*choice_view_, [this](const QModelIndex& index) { emit chosen(choices_->row(index.row()).buffer); });
    using T = TrialColumn;
    using C = ChoiceColumn;
    trial_columns_ = new ColumnFit(*trial_view_, {T::area_end, T::growth, T::overlay, T::part}, {});
    choice_columns_ = new ColumnFit(*choice_view_, {C::name, C::placed}, {});
    // Without its choices, a trial would look the same as another one.
    trial_columns_->scroll_sideways();
    choice_columns_->scroll_sideways();
    auto* trials = new QWidget(this);
    auto* trial_column = new_panel_column(*trials);
    trial_column->addWidget(trial_view_, 1);
    trial_column->addLayout(new_button_row({adopt_}, {12, 4, 12, 8}));
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
    connect(adopt_, &QPushButton::clicked, this, [this] {
        if (const int row = trial_view_->currentIndex().row(); row >= 0) {
            emit trial_requested(*model_->row(row));
        }
    });
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    set_trials(nullptr, nullptr, nullptr, {});
}

void TrialTable::add_trial_columns() {
    model_->set_columns({
        {.title = tr("trial"),
         .meaning = tr("the number of the trial; ✓ marks the one that is the plan"),
         .text =
             [this](const HeapTrial* trial) {
                 const QString text = grouped_text(trial->number);
                 return is_chosen(*trial) ? QStringLiteral("✓ ") + text : text;
             },
         .tooltip =
             [this](const HeapTrial* trial) { return is_chosen(*trial) ? tr("This trial is the plan") : QString(); },
         .sort_key = [](const HeapTrial* trial) { return trial->number; }},
        {.title = tr("heap %1"),
         .meaning = tr("size of the heap, all its parts together"),
         .amount = [](const HeapTrial* trial) { return trial->measure.heap.value(); },
         .tooltip = heap_words},
        {.title = tr("growths"),
         .meaning = tr("scratch buffers for which the heap grew"),
         .text = [](const HeapTrial* trial) { return grouped_text(trial->measure.growths); },
         .sort_key = [](const HeapTrial* trial) { return trial->measure.growths; }},
        {.title = tr("fragmentation"),
         .meaning = tr("free bytes outside the largest free area, summed over all steps"),
         .text = [](const HeapTrial* trial) { return grouped_text(fragmentation_of(trial->measure)); },
         .sort_key = [](const HeapTrial* trial) { return static_cast<Int128>(trial->measure.scattered); }},
        {.title = tr("fast %1"),
         .meaning = tr("scratch in the fast parts"),
         .amount = [](const HeapTrial* trial) { return trial->measure.fast.value(); }},
        count_column(&ScratchChoice::top_of_area),
        count_column(&ScratchChoice::overlay),
        count_column(&ScratchChoice::grow_top),
        count_column(&ScratchChoice::asked_part),
    });
    model_->set_bold([this](const HeapTrial* trial) { return is_chosen(*trial); });
    model_->set_sorting([this](int column, Qt::SortOrder order) {
        if (column < 0) {
            return;
        }
        std::vector<const HeapTrial*> sorted = model_->rows();
        // Equal trials are in the order of the list.
        std::ranges::sort(sorted);
        model_->sort_rows(sorted, column, order);
        model_->set_order(std::move(sorted));
    });
}

void TrialTable::add_choice_columns() {
    const auto choice_column = [this](ChoiceKind kind) {
        return TableColumn<ChoiceRow>{.title = choice_title(kind),
                                      .meaning = choice_meaning(kind),
                                      .is_figure = false,
                                      .text = [this, kind](const ChoiceRow& row) { return choice_text(row, kind); }};
    };
    choices_->set_columns({
        {.title = tr("layer"),
         .text =
             [this](const ChoiceRow& row) {
                 return grouped_text(problem_->buffers[row.buffer].lifetime.begin.value());
             }},
        {.title = tr("scratch buffer"),
         .is_figure = false,
         .text = [this](const ChoiceRow& row) { return names_(row.buffer); },
         .tooltip = [this](const ChoiceRow& row) { return names_.full(row.buffer); }},
        choice_column(&ScratchChoice::top_of_area),
        choice_column(&ScratchChoice::overlay),
        choice_column(&ScratchChoice::grow_top),
        choice_column(&ScratchChoice::asked_part),
        {.title = tr("placed"),
         .is_figure = false,
         .text =
             [this](const ChoiceRow& row) {
                 const auto rule = shows_chosen_ ? scratch_rule_of(*layout_, row.buffer) : std::nullopt;
                 return rule ? scratch_rule_words(*rule) : QString();
             },
         .repeats_text = true},
    });
}

QString TrialTable::choice_text(const ChoiceRow& row, ChoiceKind kind) const {
    const ScratchRequest* request = scratch_request_of(*problem_, row.buffer);
    const bool overlays = request != nullptr && request->overlay && !request->variable;
    // A buffer that does not allow an overlay has no such choice.
    return kind == &ScratchChoice::overlay && !overlays ? QString() : choice_words(kind, row.choice.*kind);
}

int TrialTable::chosen_row() const {
    return model_->row_of(true, [this](const HeapTrial* trial) { return is_chosen(*trial); });
}

std::vector<int> TrialTable::plain_columns() const {
    std::vector<int> plain;
    if (!trials_ || !trials_->may_spill) {
        plain.push_back(TrialColumn::part);
    }
    const auto has_fast = [](const HeapTrial& trial) { return trial.measure.fast > Bytes(0); };
    if (!trials_ || std::none_of(trials_->list.begin(), trials_->list.end(), has_fast)) {
        plain.push_back(TrialColumn::fast);
    }
    return plain;
}

void TrialTable::set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                            std::shared_ptr<const HeapTrials> trials, const std::vector<std::string>& notes) {
    names_.set_problem(problem);
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    // The rows that are shown until then lie in the list before.
    const std::shared_ptr<const HeapTrials> before = std::exchange(trials_, std::move(trials));
    show_notes(notes);
    shows_chosen_ = false;
    std::vector<ChoiceRow> choices;
    for (const BufferIndex buffer : trials_ ? trials_->queue : std::vector<BufferIndex>()) {
        choices.push_back({buffer});
    }
    choices_->set_rows(std::move(choices));
    trial_view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    model_->set_rows(trials_ ? pointers_to(trials_->list) : std::vector<const HeapTrial*>());
    trial_columns_->set_hidden(plain_columns());
    choice_columns_->set_hidden(trials_ && trials_->may_spill ? std::vector<int>()
                                                              : std::vector<int>{ChoiceColumn::part});
    if (const int row = chosen_row(); row >= 0) {
        trial_view_->selectRow(row);
        trial_view_->scrollTo(model_->index(row, 0));
    }
    show_trial();
    show_bound();
}

void TrialTable::set_selected(BufferIndex buffer) {
    const int row = choices_->row_of(buffer, &ChoiceRow::buffer);
    if (row >= 0) {
        choice_view_->selectRow(row);
    } else {
        choice_view_->clearSelection();
    }
}

void TrialTable::set_unit(Unit unit) {
    unit_ = unit;
    model_->set_unit(unit);
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
        detail = tr("%1, of which %2 are listed").arg(detail, grouped_text(trials_->list.size()));
    }
    header_->set_detail(detail);
    const QString least = visible_text(amount_text(trials_->bound.value(), unit_));
    const int row = chosen_row();
    const bool is_least = row >= 0 && model_->row(row)->measure.heap == trials_->bound;
    bound_->setText((is_least ? tr("The heap of %1 is the smallest one with the tensors where they are.")
                     : trials_->bound_is_reachable ? tr("The smallest heap with the tensors where they are has %1.")
                                                   : tr("No heap is smaller than %1 with the tensors where they are."))
                        .arg(least));
    bound_->setToolTip(tr("Proved by a search over all placements of the scratch"));
    bound_->set_tone(is_least ? TextTone::good : TextTone::plain);
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
        shows_chosen_ = is_chosen(*model_->row(row));
        std::vector<ChoiceRow> shown = choices_->rows();
        for (std::size_t i = 0; i < shown.size(); ++i) {
            shown[i].choice = model_->row(row)->choices[i];
        }
        choices_->update_rows(std::move(shown));
    }
    adopt_->setEnabled(trials_ && row >= 0 && !is_chosen(*model_->row(row)));
}

}  // namespace arenascope

#include "widgets/tables/trial_table/trial_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/wording.h"
#include "widgets/tables/trial_table/choice_words.h"

namespace arenascope {
namespace {

std::int64_t count_of(const HeapTrial& trial, ChoiceKind choice) {
    return std::count_if(trial.choices.begin(), trial.choices.end(),
                         [choice](const ScratchChoice& one) { return one.*choice; });
}

/// How often a choice was made.
TableColumn<const HeapTrial*> choice_column(ChoiceKind choice) {
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
    return trial->measure.fits ? heap : TrialModel::tr("%1, above the capacity").arg(heap);
}

}  // namespace

TrialModel::TrialModel(QObject* parent) : RowModel(parent, UnitChange::repaints) {
    set_columns({
        {.title = tr("trial"),
         .meaning = tr("the number of the trial; ✓ marks the one that is the plan"),
         .text =
             [this](const HeapTrial* trial) {
                 const QString text = grouped_text(static_cast<std::int64_t>(trial->number));
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
         .text = [](const HeapTrial* trial) { return grouped_text(static_cast<std::int64_t>(trial->measure.growths)); },
         .sort_key = [](const HeapTrial* trial) { return trial->measure.growths; }},
        {.title = tr("fragmentation"),
         .meaning = tr("free bytes outside the largest free area, summed over all steps"),
         .text = [](const HeapTrial* trial) { return grouped_text(fragmentation_of(trial->measure)); },
         .sort_key = [](const HeapTrial* trial) { return static_cast<Int128>(trial->measure.scattered); }},
        {.title = tr("fast %1"),
         .meaning = tr("scratch in the fast parts"),
         .amount = [](const HeapTrial* trial) { return trial->measure.fast.value(); }},
        choice_column(&ScratchChoice::top_of_area),
        choice_column(&ScratchChoice::overlay),
        choice_column(&ScratchChoice::grow_top),
        choice_column(&ScratchChoice::asked_part),
    });
}

void TrialModel::set_trials(std::shared_ptr<const HeapTrials> trials) {
    // The rows that are shown until then lie in the list before.
    const std::shared_ptr<const HeapTrials> before = std::exchange(trials_, std::move(trials));
    set_rows(trials_ ? pointers_to(trials_->list) : std::vector<const HeapTrial*>());
}

int TrialModel::chosen_row() const {
    const auto chosen = std::ranges::find_if(rows(), [this](const HeapTrial* trial) { return is_chosen(*trial); });
    return chosen == rows().end() ? -1 : static_cast<int>(chosen - rows().begin());
}

std::vector<int> TrialModel::plain_columns() const {
    std::vector<int> plain;
    if (!trials_ || !trials_->may_spill) {
        plain.push_back(part);
    }
    const auto has_fast = [](const HeapTrial& trial) { return trial.measure.fast > Bytes(0); };
    if (!trials_ || std::none_of(trials_->list.begin(), trials_->list.end(), has_fast)) {
        plain.push_back(fast);
    }
    return plain;
}

void TrialModel::sort(int column, Qt::SortOrder order) {
    if (column < 0) {
        return;
    }
    std::vector<const HeapTrial*> sorted = rows();
    // Equal trials are in the order of the list.
    std::ranges::sort(sorted);
    sort_rows(sorted, column, order);
    set_order(std::move(sorted));
}

}  // namespace arenascope

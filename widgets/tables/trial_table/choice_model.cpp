#include "widgets/tables/trial_table/choice_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/wording.h"

namespace arenascope {

ChoiceModel::ChoiceModel(QObject* parent) : RowModel(parent) {
    set_columns({
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
         .text = [this](const ChoiceRow& row) { return rule_of(row.buffer); },
         .repeats_text = true},
    });
}

void ChoiceModel::set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                             std::shared_ptr<const HeapTrials> trials) {
    names_.set_problem(problem);
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    trials_ = std::move(trials);
    is_chosen_ = false;
    std::vector<ChoiceRow> rows;
    if (trials_) {
        for (const BufferIndex buffer : trials_->queue) {
            rows.push_back({buffer});
        }
    }
    set_rows(std::move(rows));
}

void ChoiceModel::show(const HeapTrial& trial) {
    is_chosen_ = trial.number == trials_->chosen;
    std::vector<ChoiceRow> shown = rows();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        shown[i].choice = trial.choices[i];
    }
    update_rows(std::move(shown));
}

int ChoiceModel::row_of(BufferIndex buffer) const {
    const auto found = std::ranges::find(rows(), buffer, &ChoiceRow::buffer);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

TableColumn<ChoiceRow> ChoiceModel::choice_column(ChoiceKind kind) const {
    return {.title = choice_title(kind),
            .meaning = choice_meaning(kind),
            .is_figure = false,
            .text = [this, kind](const ChoiceRow& row) { return choice_text(row, kind); }};
}

QString ChoiceModel::choice_text(const ChoiceRow& row, ChoiceKind kind) const {
    const ScratchRequest* request = scratch_request_of(*problem_, row.buffer);
    const bool overlays = request != nullptr && request->overlay && !request->variable;
    // A buffer that does not allow an overlay has no such choice.
    return kind == &ScratchChoice::overlay && !overlays ? QString() : choice_words(kind, row.choice.*kind);
}

QString ChoiceModel::rule_of(BufferIndex buffer) const {
    const auto rule = is_chosen_ ? scratch_rule_of(*layout_, buffer) : std::nullopt;
    return rule ? scratch_rule_words(*rule) : QString();
}

}  // namespace arenascope

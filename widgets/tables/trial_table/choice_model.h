#pragma once

#include <memory>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/heap_trial.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/trial_table/choice_words.h"

namespace arenascope {

/// A scratch buffer with its choice.
struct ChoiceRow {
    BufferIndex buffer;
    ScratchChoice choice = {};
};

/// The choices of one trial as rows: the scratch buffers in placing order.
class ChoiceModel final : public RowModel<ChoiceRow> {
    Q_OBJECT

public:
    /// `placed`: the rule that placed the buffer, known for the trial that is the plan.
    enum Column { layer, name, area_end, overlay, growth, part, placed };

    explicit ChoiceModel(QObject* parent = nullptr);

    /// Null: there are no trials.
    void set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                    std::shared_ptr<const HeapTrials> trials);
    /// Shows the choices of a trial of the list.
    void show(const HeapTrial& trial);
    /// −1: the buffer is not in the queue.
    [[nodiscard]] int row_of(BufferIndex buffer) const;

private:
    [[nodiscard]] TableColumn<ChoiceRow> choice_column(ChoiceKind kind) const;
    [[nodiscard]] QString choice_text(const ChoiceRow& row, ChoiceKind kind) const;
    [[nodiscard]] QString rule_of(BufferIndex buffer) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const HeapTrials> trials_;
    bool is_chosen_ = false;
    ShownNames names_;
};

}  // namespace arenascope

#pragma once

#include <memory>
#include <vector>

#include "core/planner/heap_trial.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The trials of a planner of scratch as rows: their measures, and how often each choice was made.
class TrialModel final : public RowModel<const HeapTrial*> {
    Q_OBJECT

public:
    enum Column { number, heap, growths, fragmentation, fast, area_end, overlay, growth, part, column_count };

    explicit TrialModel(QObject* parent = nullptr);

    /// Null: there are no trials.
    void set_trials(std::shared_ptr<const HeapTrials> trials);
    /// The row of the trial that became the layout; −1: there is none.
    [[nodiscard]] int chosen_row() const;
    /// Columns without information: all trials have the same value there.
    [[nodiscard]] std::vector<int> plain_columns() const;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] bool is_bold(const HeapTrial* const& trial) const override { return is_chosen(*trial); }
    [[nodiscard]] bool is_chosen(const HeapTrial& trial) const { return trial.number == trials_->chosen; }

    std::shared_ptr<const HeapTrials> trials_;
};

}  // namespace arenascope

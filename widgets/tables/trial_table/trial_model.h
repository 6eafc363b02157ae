#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/picture/plan/table_unit.h"
#include "core/planner/heap_trial.h"

namespace arenascope {

/// The trials of a planner of scratch as rows: their measures, and how often each choice was made.
class TrialModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { number, heap, growths, fragmentation, fast, area_end, overlay, growth, part, column_count };

    explicit TrialModel(QObject* parent = nullptr);

    /// Null: there are no trials.
    void set_trials(std::shared_ptr<const HeapTrials> trials);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const HeapTrial& trial_at(int row) const {
        return trials_->list[rows_[static_cast<std::size_t>(row)]];
    }
    /// The row of the trial that became the layout; −1: there is none.
    [[nodiscard]] int chosen_row() const;
    /// Columns without information: all trials have the same value there.
    [[nodiscard]] std::vector<int> plain_columns() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void count_decimals();
    [[nodiscard]] bool is_chosen(const HeapTrial& trial) const { return trial.number == trials_->chosen; }
    [[nodiscard]] bool is_less(const HeapTrial& a, const HeapTrial& b, int column) const;
    [[nodiscard]] QString text_of(const HeapTrial& trial, int column) const;
    [[nodiscard]] QString tooltip_of(const HeapTrial& trial, int column) const;

    std::shared_ptr<const HeapTrials> trials_;
    std::vector<std::size_t> rows_;  ///< by row: position in the list of trials
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope

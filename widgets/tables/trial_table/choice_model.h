#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/heap_trial.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// The choices of one trial as rows: the scratch buffers in placing order.
class ChoiceModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `placed`: the rule that placed the buffer, known for the trial that is the plan.
    enum Column { layer, name, area_end, overlay, growth, part, placed, column_count };

    explicit ChoiceModel(QObject* parent = nullptr);

    /// Null: there are no trials.
    void set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                    std::shared_ptr<const HeapTrials> trials);
    /// Shows the choices of a trial of the list.
    void show(const HeapTrial& trial);
    [[nodiscard]] BufferIndex buffer_at(int row) const { return trials_->queue[static_cast<std::size_t>(row)]; }
    /// −1: the buffer is not in the queue.
    [[nodiscard]] int row_of(BufferIndex buffer) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text_of(int row, int column) const;
    [[nodiscard]] QString rule_of(BufferIndex buffer) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const HeapTrials> trials_;
    std::vector<ScratchChoice> choices_;  ///< by position in the queue
    bool is_chosen_ = false;
    ShownNames names_;
};

}  // namespace arenascope

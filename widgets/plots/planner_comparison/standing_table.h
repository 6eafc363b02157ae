#pragma once

#include <optional>

#include <QTableView>
#include <QWidget>

#include "widgets/base/column_fit.h"
#include "widgets/plots/planner_comparison/standing_model.h"

namespace arenascope {

/// The table of a comparison. Users tick planners, sort by any figure, cancel single planners and adopt a result.
class StandingTable final : public QWidget {
    Q_OBJECT

public:
    explicit StandingTable(StandingModel& model, QWidget* parent = nullptr);

    /// Shows the column "sum of peaks" only for several memories, because for one memory it equals the peak.
    void set_several_memories(bool several);
    /// Selects the row of an entry without a signal.
    void select(std::optional<std::size_t> entry);
    [[nodiscard]] std::optional<std::size_t> selected() const;

signals:
    void selection_changed();
    /// "Cancel" in the row was clicked, or Delete was pressed on the row.
    void cancel_requested(std::size_t entry);
    /// The row was double-clicked, or Enter was pressed on it.
    void adopt_requested(std::size_t entry);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    StandingModel& model_;
    QTableView* view_;
    ColumnFit* columns_;
    bool restoring_ = false;
};

}  // namespace arenascope

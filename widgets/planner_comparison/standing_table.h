#pragma once

#include <optional>

#include <QTableView>
#include <QWidget>

#include "core/picture/palette.h"
#include "widgets/planner_comparison/standing_model.h"
#include "widgets/style/column_fit.h"

namespace arenascope {

/// The table of a comparison: planners can be ticked, sorted by any figure, cancelled one by one and adopted.
class StandingTable final : public QWidget {
    Q_OBJECT

public:
    explicit StandingTable(StandingModel& model, QWidget* parent = nullptr);

    void set_theme(Theme theme);
    /// Of one memory the sum of the peaks is the peak, and has no column.
    void set_several_memories(bool several);
    /// Selects the row of an entry; tells nobody.
    void select(std::optional<std::size_t> entry);
    [[nodiscard]] std::optional<std::size_t> selected() const;

signals:
    void selection_changed();
    /// The word in the row was clicked, or Delete pressed on it.
    void cancel_requested(std::size_t entry);
    /// A double click or Enter on the row.
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

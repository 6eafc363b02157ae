#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QTableView>
#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/expression_line.h"
#include "widgets/tables/watch_table/watch_model.h"

namespace arenascope {

/// Watched expressions with their values at the shown step and their curves over the run, and a line below them to type
/// the next one. Del removes the current one, F2 or a double click edits it.
class WatchTable final : public QWidget {
    Q_OBJECT

public:
    explicit WatchTable(QWidget* parent = nullptr);

    void set_watches(const std::vector<std::string>& watches);
    /// As in WatchModel.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step);
    [[nodiscard]] ExpressionLine& line() const { return *line_; }

signals:
    /// The user changed the list to this one.
    void edited(const std::vector<std::string>& watches);
    /// The user clicked a curve at this main step.
    void frame_chosen(FrameIndex frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The pointer over a curve is a hand.
    void point_at_curves();

    WatchModel* model_;
    QTableView* view_;
    ExpressionLine* line_;
};

}  // namespace arenascope

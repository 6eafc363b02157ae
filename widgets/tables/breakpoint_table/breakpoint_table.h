#pragma once

#include <memory>
#include <vector>

#include <QTableView>
#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/expression_line.h"
#include "widgets/tables/breakpoint_table/breakpoint_model.h"

namespace arenascope {

/// The breakpoints as a table, with a line below it to type the next condition. Space enables or disables the current
/// one, Del removes it, F2 or a double click edits a cell.
///
///   ☑  tier("23") == high        stop                    0   3 of 12
///   ☐  hole > 96 KiB             log {frame}: {peak}    10         —
///   [ peak < before(peak)    ]  12 hits in this run, first at 1.1.88
class BreakpointTable final : public QWidget {
    Q_OBJECT

public:
    explicit BreakpointTable(QWidget* parent = nullptr);

    void set_breakpoints(const std::vector<Breakpoint>& breakpoints);
    /// As in BreakpointModel. `is_searching`: the findings are still to come.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, bool is_searching);
    void set_here(FrameIndex here);
    [[nodiscard]] ExpressionLine& line() const { return *line_; }

signals:
    /// The user changed the list to this one.
    void edited(const std::vector<Breakpoint>& breakpoints);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void toggle(int row);
    void remove(int row);

    BreakpointModel* model_;
    QTableView* view_;
    ExpressionLine* line_;
};

}  // namespace arenascope

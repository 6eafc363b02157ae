#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QTableView>
#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/expression_line.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The columns of the breakpoints.
struct BreakpointColumn {
    enum Column { enabled, condition, then, ignored, hits };
};

/// What a breakpoint does, as one edits it: "stop", or "log" and the template of its line.
[[nodiscard]] QString action_text(const Breakpoint& breakpoint);
/// The same the other way: a text that is not "stop" is the template of a line, with or without "log" before it.
void set_action_text(Breakpoint& breakpoint, const QString& text);

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
    /// Null: there is no run, or it is being searched. `here`: the shown step, which "3 of 12" counts to.
    /// `is_searching`: the findings are still to come.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, bool is_searching);
    void set_here(FrameIndex here);
    [[nodiscard]] ExpressionLine& line() const { return *line_; }

signals:
    /// The user changed the list to this one.
    void edited(const std::vector<Breakpoint>& breakpoints);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add_columns();
    [[nodiscard]] QVariant role_of(const Breakpoint& breakpoint, int column, int role) const;
    /// Null: not known yet.
    [[nodiscard]] const BreakpointFindings* found(const Breakpoint& breakpoint) const;
    [[nodiscard]] bool is_wrong(const Breakpoint& breakpoint) const;
    [[nodiscard]] QString hits_text(const Breakpoint& breakpoint) const;
    [[nodiscard]] QString held_words(const Breakpoint& breakpoint) const;
    /// Why it cannot hit; empty: nothing is known against it.
    [[nodiscard]] QString trouble_words(const Breakpoint& breakpoint) const;
    /// Asks for the list in which one is another. False: nothing would be another.
    bool replace(const Breakpoint& breakpoint, Breakpoint other);
    void toggle(int row);
    void remove(int row);

    std::shared_ptr<const RunFindings> findings_;
    std::vector<std::uint64_t> hits_here_;  ///< by breakpoint: the number of its hit at the shown step; 0: none
    bool is_searching_ = false;
    RowModel<Breakpoint>* model_;
    QTableView* view_;
    ExpressionLine* line_;
};

}  // namespace arenascope

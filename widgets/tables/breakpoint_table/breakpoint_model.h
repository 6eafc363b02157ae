#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/debugging/run_findings.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// Breakpoints as rows that can be edited. The model changes nothing by itself: it asks for the changed list.
class BreakpointModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { enabled, condition, then, ignored, hits, column_count };

    explicit BreakpointModel(QObject* parent = nullptr);

    void set_breakpoints(std::vector<Breakpoint> breakpoints);
    /// Null: there is no run, or it is being searched. `here`: the shown step, which "3 of 12" counts to.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here);
    void set_here(FrameIndex here);
    void set_searching(bool is_searching);
    void set_theme(Theme theme);
    [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// The user wants the list to be this one.
    void edited(const std::vector<Breakpoint>& breakpoints);

private:
    /// Null: not known yet.
    [[nodiscard]] const BreakpointFindings* found(int row) const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString hits_text(int row) const;
    [[nodiscard]] QString tooltip(int row, int column) const;

    std::vector<Breakpoint> breakpoints_;
    std::shared_ptr<const RunFindings> findings_;
    std::vector<std::uint64_t> hits_here_;  ///< by breakpoint: the number of its hit at the shown step; 0: none
    bool is_searching_ = false;
    Theme theme_ = Theme::light;
};

/// What a breakpoint does, as one edits it: "stop", or "log" and the template of its line.
[[nodiscard]] QString action_text(const Breakpoint& breakpoint);
/// The same the other way: a text that is not "stop" is the template of a line, with or without "log" before it.
void set_action_text(Breakpoint& breakpoint, const QString& text);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/analysis/debugging/run_findings.h"
#include "core/picture/plan/palette.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// Breakpoints as rows that can be edited. The model changes nothing by itself: it asks for the changed list.
class BreakpointModel final : public RowModel<Breakpoint> {
    Q_OBJECT

public:
    enum Column { enabled, condition, then, ignored, hits };

    explicit BreakpointModel(QObject* parent = nullptr);

    void set_breakpoints(std::vector<Breakpoint> breakpoints);
    /// Null: there is no run, or it is being searched. `here`: the shown step, which "3 of 12" counts to.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here);
    void set_here(FrameIndex here);
    void set_searching(bool is_searching);
    void set_theme(Theme theme);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// The user wants the list to be this one.
    void edited(const std::vector<Breakpoint>& breakpoints);

private:
    [[nodiscard]] QVariant role_of(const Breakpoint& breakpoint, int column, int role) const override;
    /// Null: not known yet.
    [[nodiscard]] const BreakpointFindings* found(const Breakpoint& breakpoint) const;
    [[nodiscard]] bool is_wrong(const Breakpoint& breakpoint) const;
    [[nodiscard]] QString hits_text(const Breakpoint& breakpoint) const;
    [[nodiscard]] QString held_words(const Breakpoint& breakpoint) const;
    /// Why it cannot hit; empty: nothing is known against it.
    [[nodiscard]] QString trouble_words(const Breakpoint& breakpoint) const;

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

#pragma once

#include <QObject>

#include "app/session/debugging.h"
#include "app/session/following.h"
#include "app/session/judgement.h"
#include "app/session/open_file.h"
#include "app/session/open_plan.h"
#include "app/session/plan_comparison.h"
#include "app/session/selection.h"
#include "app/session/steps.h"
#include "app/session/tuning.h"

namespace arenascope {

/// The model of a window: everything that its views show, in one place, so that they agree. It knows no widget.
///
///   file ─────▶ plan ◀───── tuning        file: reads and writes; tuning: runs a planner
///               ▲ │ ╲                     plan: the open plan, its undo, what is shown of it
///        steps ─┘ ▼  ▼
///        judgement  selection             judgement: check and explanation of the shown plan
///
/// `debugging` has the breakpoints and watches, and what they find in the trace of the plan. `following` makes a
/// recording the plan while a planner writes it.
class Session final : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    [[nodiscard]] Selection& selection() { return selection_; }
    [[nodiscard]] const Selection& selection() const { return selection_; }
    [[nodiscard]] Judgement& judgement() { return judgement_; }
    [[nodiscard]] OpenPlan& plan() { return plan_; }
    [[nodiscard]] Steps& steps() { return steps_; }
    [[nodiscard]] const Steps& steps() const { return steps_; }
    [[nodiscard]] OpenFile& file() { return file_; }
    [[nodiscard]] Tuning& tuning() { return tuning_; }
    [[nodiscard]] const Tuning& tuning() const { return tuning_; }
    [[nodiscard]] Debugging& debugging() { return debugging_; }
    [[nodiscard]] Following& following() { return following_; }
    [[nodiscard]] PlanComparison& comparison() { return comparison_; }

    /// What is done around each run of a planner for this session, see RunGuard. Empty: nothing.
    void set_run_guard(RunGuard guard);
    [[nodiscard]] const RunGuard& run_guard() const { return run_guard_; }

    [[nodiscard]] bool has_plan() const { return plan_.is_open(); }
    [[nodiscard]] const QString& path() const { return plan_.path(); }
    [[nodiscard]] const PlanState& state() const { return plan_.state(); }
    /// Null while nothing is open.
    [[nodiscard]] const std::shared_ptr<const Problem>& problem() const { return plan_.state().problem; }
    /// Never null; no_plan() while nothing is open.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& shown() const { return plan_.shown(); }
    /// Everything that was edited by hand in the plan, without a preview.
    [[nodiscard]] const std::vector<HandEdit>& hand_edits() const { return *plan_.without_preview().hand_edits; }
    [[nodiscard]] const Layout& layout() const { return *plan_.shown()->layout; }
    [[nodiscard]] QUndoStack* undo_stack() { return plan_.undo_stack(); }

private:
    /// Gives the runs the breakpoints that stop and can be read for the open problem.
    void pass_on_breakpoints();

    Selection selection_{this};
    Judgement judgement_{this};
    OpenPlan plan_{selection_, judgement_, this};
    Steps steps_{plan_};
    OpenFile file_{plan_, this};
    Tuning tuning_{plan_, this};
    Debugging debugging_{plan_, this};
    Following following_{plan_, debugging_, this};
    PlanComparison comparison_{plan_, this};
    RunGuard run_guard_;
};

}  // namespace arenascope

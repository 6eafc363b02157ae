#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include "app/session/open_plan.h"
#include "app/session/plan_run.h"
#include "app/session/planning_stages.h"
#include "app/session/run_verdict.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Runs a planner on the open problem. Shows previews meanwhile, and makes the result the open plan.
class Tuning final : public QObject {
    Q_OBJECT

public:
    /// The plan must outlive this.
    explicit Tuning(OpenPlan& plan, QObject* parent = nullptr);

    /// Starts a run. Its result becomes the open plan, which can be undone. Exception: if the run was stopped, a
    /// complete and correct plan of the same problem is replaced only by a lower peak. Otherwise emits kept().
    /// A recorded allocator stays open, see EditQueue::planned_beside(): its run is not recorded and no breakpoint
    /// pauses it, because its steps could not be shown.
    void start(const PlanOrder& order);
    /// The same for a run that nobody asked for, such as the first one of an opened file: no breakpoint pauses it.
    /// Large problems are planned in stages, see planning_stages(). The plan of the search replaces the first placement
    /// only if it is lower and the plan was not edited meanwhile. Neither is an undo step.
    void start_unasked(const PlanOrder& order);
    /// Starts a run from the shown layout: with `start=file`, if the planner has this option. Otherwise it plans anew.
    /// Unless the result is lower than a complete and correct plan of the same problem, that is kept; see kept().
    void start_from_shown(PlanOrder order);
    /// Whether the run of the open trace can be repeated step by step: nothing cut it short, it began with no layout,
    /// and its problem is the open one.
    [[nodiscard]] bool is_repeatable() const;
    /// Repeats that run, and pauses at the end of one of its steps. The frame must not be a pass.
    void run_to(FrameIndex frame);
    /// Where runs that start later pause. The layout of the step is then shown as a preview. A run under way stops only
    /// at those of its breakpoints that are still in the list.
    void set_breakpoints(std::vector<Breakpoint> breakpoints);
    [[nodiscard]] PlanRun* run() { return &run_; }
    [[nodiscard]] const PlanRun* run() const { return &run_; }
    /// How the run that was started last was started: planner, seed, and the options that were set.
    [[nodiscard]] const Provenance& provenance() const { return provenance_; }
    /// Whether a search for a lower peak follows on the run under way.
    [[nodiscard]] bool is_to_search() const { return stages_ && stages_->search && !first_peak_; }
    /// Whether a run is under way that somebody has started, so that its result is worth a question. The first run of
    /// an opened file is not.
    [[nodiscard]] bool is_asked_run_under_way() const { return is_asked_ && is_wanted_ && run_.is_running(); }
    /// The planner of the first placement while the run under way is the search; otherwise empty.
    [[nodiscard]] QString placed_by() const;
    /// The lowest peak so far: that of the run, or of the first placement during the search.
    [[nodiscard]] Offset best_of(Offset best_of_run) const;

signals:
    void failed(const Error& error);
    /// The user stopped the run before there was any layout.
    void ended_without_layout();
    /// The plan is kept with its peak, because a stopped run, or one from the shown layout, found no lower one. `found`
    /// is the peak that was dropped.
    void kept(Offset peak, Offset found);
    /// An edit has ended the search for a lower peak that nobody asked for.
    void search_ended_by_edit();
    /// The run has ended, and its plan has replaced a complete one: with a lower peak, or somebody asked for the run.
    /// `changed`: a buffer lies elsewhere than before.
    void answered(Offset before, Offset now, bool changed);

private:
    /// Stops the run under way and drops its result, because it belongs to the former plan.
    void abandon();
    void forget_layouts();
    /// Shows the best layout so far, unless it is shown already or the user looks at something else.
    void follow();
    void show(const std::shared_ptr<const BestSoFar>& layout);
    void receive(const std::shared_ptr<Expected<Plan>>& plan);
    void settle(Plan& plan, const RunVerdict& verdict);
    void begin(const PlanOrder& order, const std::vector<Breakpoint>& breakpoints);
    void run(const PlanOrder& order, const std::vector<Breakpoint>& breakpoints);
    /// No further stage begins.
    void end_stages();
    void end_search_if_edited();
    void adopt(Plan plan, const RunVerdict& verdict);

    OpenPlan& plan_;
    PlanRun run_;
    Provenance provenance_;
    std::vector<Breakpoint> breakpoints_;
    std::shared_ptr<const BestSoFar> best_;   ///< of the run; null: none yet
    std::shared_ptr<const BestSoFar> shown_;  ///< the preview that was shown last
    BackgroundTask choosing_{this};           ///< of the stages
    BackgroundTask judging_{this};            ///< of a large result
    std::optional<PlanningStages> stages_;    ///< of an unasked run; empty: it has only one
    std::optional<Offset> first_peak_;        ///< of the first placement, while the search for a lower one follows
    bool is_wanted_ = false;
    bool is_asked_ = false;  ///< somebody has started the run, see start_unasked()
    bool is_from_shown_ = false;
    bool is_followed_ = false;  ///< previews are shown, until the user looks at something else
    bool is_showing_ = false;   ///< this object is showing a preview right now
};

}  // namespace arenascope

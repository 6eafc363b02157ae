#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "app/session/judgement.h"
#include "app/session/plan_run.h"
#include "app/session/plan_state.h"
#include "app/session/replay.h"
#include "app/session/selection.h"
#include "app/session/shown_plan.h"
#include "core/format/document.h"

namespace arenascope {

/// The plan that is open, what was done to it, and what is shown of it: the plan itself, a step of its trace, or the
/// best layout so far of a run under way.
class OpenPlan final : public QObject {
    Q_OBJECT

public:
    /// Both are told of what is shown, and must outlive this.
    OpenPlan(Selection& selection, Judgement& judgement, QObject* parent = nullptr);

    [[nodiscard]] bool is_open() const { return state_.problem != nullptr; }
    /// Of the file that it was read from.
    [[nodiscard]] const QString& path() const { return path_; }
    [[nodiscard]] const PlanState& state() const { return state_; }
    /// Never null; no_plan() while nothing is open.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& shown() const { return judgement_.plan(); }
    /// The plan as it stands, also while the best layout of a run is shown in its place.
    [[nodiscard]] const ShownPlan& own() const { return own_ ? *own_ : *shown(); }
    /// Whether what is shown is the best layout so far of a run under way: it is the run's, not yet the plan's. From
    /// the first step or edit on the views show the plan again.
    [[nodiscard]] bool is_previewing() const { return own_ != nullptr; }
    /// Null: there is no trace.
    [[nodiscard]] const Replay* replay() const { return replay_.get(); }
    [[nodiscard]] QUndoStack* undo_stack() { return &undo_stack_; }

    /// Shows what was read from a file. `again`: it is the file that is open, which is undoable. Where memory runs out
    /// (std::bad_alloc), here or in a listener, nothing has changed; so for all that show something else.
    void show_file(Document document, const QString& path, const std::vector<KeyValue>& switches, bool again);
    /// Shows a plan of the open problem that was made elsewhere, undoably as `text`. What works on the plan as it was
    /// is told to stop. A plan in which some buffers found no room is shown as far as it goes (see PlanState::misfits).
    void adopt(Plan plan, const QString& text);
    /// Shows the same layout over buffers that are told in other words: with names and operators of a model. Undoable;
    /// the trace, which belongs to the buffers as they were, stays behind.
    void describe(Problem problem, const QString& text);
    /// Puts a buffer somewhere by hand, be it placed already or not; undoable. In a region that is not its own the
    /// check says so.
    void move_buffer(BufferIndex buffer, Placement placement);
    /// Shows a step of the trace. Undoable where it drops edits.
    void show_frame(FrameIndex frame);
    /// Shows the best layout so far of a run under way, if it is one of the open problem.
    void show_preview(const std::shared_ptr<const BestSoFar>& best);
    void show_plan_again();
    void close();

signals:
    /// A file was opened, or read again.
    void opened();
    void closed();
    /// Another plan takes the place of this one: what works on it should stop.
    void superseded();
    /// Another problem or another trace is shown.
    void plan_changed();
    void layout_changed();

private:
    /// All that a file or a change replaces at once. As a value, so that it can be kept until the views show its
    /// successor.
    struct Shown {
        QString path;
        PlanState state;
        std::shared_ptr<Replay> replay;
        std::shared_ptr<const ShownPlan> plan = no_plan();
        Picked picked;
    };

    /// What a state leads to, with the path, the cursor and by name the selection of what is shown. Changes nothing.
    [[nodiscard]] Shown shown_by(const PlanState& state) const;
    /// Exchanges what is shown, and emits nothing.
    void exchange(Shown& other) noexcept;
    void drop_preview() noexcept;
    /// Shows something else. `of_file`: it was just read, and opened() is emitted too. If that throws, what was shown
    /// before is shown again.
    void show(Shown next, bool of_file = false);
    /// Emits that something else is shown, and judges what has no verdict yet.
    void announce(bool other_plan, bool other_problem);
    void push(const PlanState& after, const QString& text, bool of_file = false);
    [[nodiscard]] bool is_unplanned_file() const;

    Selection& selection_;
    Judgement& judgement_;
    QString path_;
    PlanState state_;
    std::shared_ptr<Replay> replay_;        ///< null: no trace
    std::shared_ptr<const ShownPlan> own_;  ///< while the best layout of a run is shown in its place; else null
    QUndoStack undo_stack_;
    std::shared_ptr<PlanState> pushed_;  ///< what the change that was pushed last leads to
};

}  // namespace arenascope

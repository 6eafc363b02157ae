#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "app/session/plan_run.h"
#include "app/session/plan_state.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/explain/peak_chain.h"
#include "core/format/document.h"
#include "core/trace/trace_player.h"
#include "widgets/background/background_task.h"

namespace arenascope {

/// What the window is about: the open plan, the step that is looked at, the selection and the time cursor. The one
/// place that all views are fed from, so that they agree. It knows no widget.
class Session final : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    [[nodiscard]] bool has_plan() const { return state_.problem != nullptr; }
    [[nodiscard]] const QString& path() const { return path_; }
    [[nodiscard]] const PlanState& state() const { return state_; }
    [[nodiscard]] const std::shared_ptr<const Problem>& problem() const { return state_.problem; }
    /// Whether what is shown is the best layout so far of a run under way: it is the run's, not yet the plan's, and is
    /// neither checked nor explained. From the first step or edit on the views show the plan again.
    [[nodiscard]] bool is_previewing() const { return preview_ != nullptr; }
    [[nodiscard]] const Layout& layout() const { return preview_ ? preview_->layout : layout_; }
    [[nodiscard]] const std::vector<Risk>& risks() const { return preview_ ? preview_->risks : risks_; }
    /// What the step that is shown put elsewhere than the one shown before; empty after anything but a step.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    /// Null while a check or a run is under way or nothing is open.
    [[nodiscard]] const CheckReport* report() const { return checked_ ? &checked_->report : nullptr; }
    /// Where the pairs of the report overlap; empty while there is none.
    [[nodiscard]] std::span<const OverlapArea> overlap_areas() const {
        return checked_ ? checked_->overlap_areas : std::span<const OverlapArea>();
    }
    /// Why the peak is where it is; none while that is being worked out, a run is under way, or nothing is open.
    [[nodiscard]] const std::optional<PeakExplanation>& explanation() const { return explanation_; }
    /// Whether the last check, or the last explanation, of what is shown ran out of memory.
    [[nodiscard]] bool check_failed() const { return check_failed_; }
    [[nodiscard]] bool explanation_failed() const { return explanation_failed_; }
    /// Whose peak is explained from now on; none: that of the region with the highest one.
    void explain_region(std::optional<RegionIndex> region);
    [[nodiscard]] const std::vector<BufferIndex>& selection() const { return selection_; }
    [[nodiscard]] std::optional<Step> cursor() const { return cursor_; }
    [[nodiscard]] QUndoStack* undo_stack() { return &undo_stack_; }
    [[nodiscard]] PlanRun* run() { return &run_; }
    /// The chief steps of the trace, and which of them is shown or encloses what is shown (−1: none).
    [[nodiscard]] const std::vector<FrameIndex>& chief_steps() const;
    [[nodiscard]] int chief_position() const;
    /// Whether a step of a run is shown that has not placed all yet that the run places. Linear.
    [[nodiscard]] bool is_under_way() const;
    /// The step that is shown, where it put a single buffer into its place; null for any other.
    [[nodiscard]] const Frame* placement_shown() const;

    /// Reads a file beside the window; ends with opened() or open_failed(), in which case nothing has changed: also
    /// where memory runs out in a listener of opened() or of what comes before it.
    void open(const QString& path);
    /// Reads the open file again as it was read before, keeping the selection by name; undoable.
    void reload();
    /// The same with other switches of the import (see import_option_specs). A wrong one ends with open_failed().
    void import_again(const std::vector<KeyValue>& switches);
    void cancel_opening();
    [[nodiscard]] bool is_opening() const { return reading_.is_running(); }
    void close();

    /// Plans the open problem; the result becomes what is shown, undoably. A run that was stopped replaces a whole plan
    /// of the same problem, one without overlaps, only by a lower peak; else plan_kept() says so. A plan in which some
    /// buffers found no room is shown as far as it goes (see PlanState::misfits).
    void plan(const PlanOrder& order);
    /// Shows a plan of the open problem that was made elsewhere, undoably as `text`; a run under way is stopped.
    void adopt(Plan plan, const QString& text);
    void show_frame(FrameIndex frame);
    void show_chief_step(int position);
    /// Puts a buffer somewhere by hand, be it placed already or not; undoable. In a region that is not its own the
    /// check says so.
    void move_buffer(BufferIndex buffer, Placement placement);
    /// Shows the same layout over buffers that are told in other words: with names and operators of a model. Undoable;
    /// the trace, which belongs to the buffers as they were, stays behind.
    void describe(Problem problem, const QString& text);
    void check_now();

    void select(const std::vector<BufferIndex>& selection);
    void set_cursor(std::optional<Step> step);

    /// Writes the layout that is shown; the suffix picks the format.
    [[nodiscard]] Expected<void> save_layout(const QString& path);
    [[nodiscard]] Expected<void> save_trace(const QString& path) const;

    /// Shows a state, for undo and redo. If memory runs out (std::bad_alloc), here or in a listener, what was shown
    /// before is shown again, and the exception goes on to the caller.
    void show_state(const PlanState& state);

signals:
    void opening(const QString& path);
    /// While a file is read, from 0 to 1; at most as often as a percentage changes.
    void opening_progressed(double share);
    void opened();
    void open_failed(const Error& error, bool reloading);
    void closed();
    void plan_failed(const Error& error);
    /// The layout that is shown can not be checked, or its peak not explained.
    void judging_failed(const Error& error);
    /// A stopped run came to the peak `found`, which is no lower than that of the plan that was there.
    void plan_kept(Offset kept, Offset found);
    /// Another problem or trace is shown.
    void plan_changed();
    /// Another layout of the same problem is shown, with its risks.
    void layout_changed();
    void report_changed();
    void explanation_changed();
    void selection_changed();
    void cursor_changed();

private:
    /// What the overlap check found.
    struct Checked {
        CheckReport report;
        std::vector<OverlapArea> overlap_areas;
    };

    /// A trace with what is known of it as a whole.
    struct Replay {
        TracePlayer player;
        std::vector<FrameIndex> chief;
        std::vector<bool> cut_short;  ///< by frame of the trace
    };

    /// All that a file or a change replaces at once. As a value, so that it can be kept until the views show its
    /// successor.
    struct Shown {
        QString path;
        PlanState state;
        std::shared_ptr<Replay> replay;  ///< null: no trace
        Layout layout;
        std::vector<Risk> risks;
        std::vector<Move> moves;
        std::optional<Checked> checked;
        std::optional<PeakExplanation> explanation;
        bool check_failed = false;
        bool explanation_failed = false;
        std::vector<BufferIndex> selection;
        std::optional<Step> cursor;
    };

    /// What a state leads to, with the path, the cursor and by name the selection of what is shown. Changes nothing.
    [[nodiscard]] Shown shown_by(const PlanState& state) const;
    /// Exchanges what is shown, and emits nothing.
    void exchange(Shown& other) noexcept;
    /// Shows something else. `of_file`: it was just read, and opened() is emitted too. If that throws, what was shown
    /// before is shown again.
    void show(Shown next, bool of_file = false);
    /// Emits that something else is shown, and judges what has no verdict yet.
    void announce(bool other_plan, bool other_problem);

    void read(const QString& path, const std::vector<KeyValue>& switches, bool reloading);
    void adopt(Document document, const QString& path, const std::vector<KeyValue>& switches, bool reloading);
    void show_preview(std::shared_ptr<const BestSoFar> best);
    void show_plan_again();
    /// Stops the run under way, whose result belongs to what was open before.
    void abandon_run();
    void push(const PlanState& after, const QString& text, bool of_file = false);
    void adopt_finished(Plan plan);
    [[nodiscard]] bool shows_unplanned_file() const;
    /// The peak of the plan as it stands, where it is whole and sound and the stopped run, over the same problem, did
    /// not get below it.
    [[nodiscard]] std::optional<Offset> better_peak_than(const Plan& stopped) const;
    /// Sets layout and risks of `shown` from its state and replay.
    void lay_out(Shown& shown) const;
    void explain();
    /// Judges the layout: at once where the problem is small, else beside the window, with no verdict until it is
    /// there.
    template <class Verdict, class Find>
    void judge(BackgroundTask& task, std::optional<Verdict>& verdict, bool& failed, Find find,
               void (Session::*changed)());
    /// What `now` has of the selection.
    [[nodiscard]] std::vector<BufferIndex> selection_by_name(const Problem& now) const;

    QString path_;
    PlanState state_;
    std::shared_ptr<Replay> replay_;  ///< null: no trace
    Layout layout_;
    std::vector<Risk> risks_;
    std::vector<Move> moves_;
    std::optional<Checked> checked_;
    std::optional<PeakExplanation> explanation_;
    bool check_failed_ = false;
    bool explanation_failed_ = false;
    std::optional<RegionIndex> explained_region_;
    std::vector<BufferIndex> selection_;
    std::optional<Step> cursor_;
    QUndoStack undo_stack_;
    std::shared_ptr<PlanState> pushed_;  ///< what the change that was pushed last leads to
    BackgroundTask reading_{this};
    std::uint64_t opening_ = 0;  ///< which reading is under way: progress of an earlier one is out of date
    BackgroundTask checking_{this};
    BackgroundTask explaining_{this};
    PlanRun run_;
    bool run_wanted_ = false;
    bool run_followed_ = false;                 ///< until the person looks at something else
    std::shared_ptr<const BestSoFar> preview_;  ///< null: none
};

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "app/session/edit_queue.h"
#include "app/session/judgement.h"
#include "app/session/plan_edit.h"
#include "app/session/plan_preparation.h"
#include "app/session/plan_run.h"
#include "app/session/plan_state.h"
#include "app/session/prepared_plan.h"
#include "app/session/replay.h"
#include "app/session/selection.h"
#include "app/session/shown_plan.h"
#include "app/session/state_change.h"
#include "core/format/document.h"
#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// What the undo history calls a change by hand.
struct EditTitle {
    QString text;           ///< empty: "Move" and the name of the buffer
    bool is_nudge = false;  ///< consecutive nudges of the same buffers become one change

    EditTitle(BufferIndex) {}
    EditTitle(QString words) : text(std::move(words)) {}
    [[nodiscard]] static EditTitle nudge() {
        EditTitle title{QString()};
        title.is_nudge = true;
        return title;
    }
    [[nodiscard]] std::function<QString(const MadeEdit&)> text_of() const;
};

/// What is known of a planner's result that becomes the open plan.
struct Adoption {
    bool is_same_problem = false;  ///< the problem equals the open one, so that it need not be compared
    bool replaces_first = false;   ///< the open plan is the first one of a file that had none, and stays no undo step
};

/// The open plan with its undo history. It shows the plan itself, a step of its trace, or a preview: the best layout so
/// far of a run under way.
///
/// A change of a small plan is shown at once. A large one is prepared on another thread, and shown when that is done:
///
///   change ─▶ undo history                             at once
///          └▶ preparation() on another thread ─▶ state(), shown(), signals
class OpenPlan final : public QObject {
    Q_OBJECT

public:
    /// Updates `selection` and `judgement` for what is shown. Both must outlive this.
    OpenPlan(Selection& selection, Judgement& judgement, QObject* parent = nullptr);

    [[nodiscard]] bool is_open() const { return state_.problem != nullptr; }
    /// The file that the plan was read from, or the one that it was saved to last.
    [[nodiscard]] const QString& path() const { return path_; }
    [[nodiscard]] const PlanState& state() const { return state_; }
    /// The edits that are being made, and what waits for them.
    [[nodiscard]] EditQueue& changes() { return changes_; }
    /// The states that are not shown yet, because the plan is large.
    [[nodiscard]] PlanPreparation& preparation() { return preparation_; }
    /// Never null; no_plan() while nothing is open.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& shown() const { return judgement_.plan(); }
    /// The plan without the preview that may be shown in its place.
    [[nodiscard]] const ShownPlan& without_preview() const { return behind_preview_ ? *behind_preview_ : *shown(); }
    /// True while a preview is shown. The first step or edit ends the preview.
    [[nodiscard]] bool is_previewing() const { return behind_preview_ != nullptr; }
    /// Null: no trace.
    [[nodiscard]] const Replay* replay() const { return replay_.get(); }
    [[nodiscard]] QUndoStack* undo_stack() { return &undo_stack_; }

    /// Shows the content of a file. `again`: it is the open file or its source, and the change can be undone. If memory
    /// runs out (std::bad_alloc), here or in a listener, nothing changes. This holds for all functions that show
    /// something else.
    void show_file(Document document, const QString& path, const std::vector<KeyValue>& switches, bool again);
    /// Shows the content of a file that was not open, prepared without a former plan, with nothing to undo. Emits
    /// superseded() and opened(). `is_saved` false: it has unsaved changes, which a crash left.
    void show_file(PreparedPlan file, const QString& path, bool is_saved = true);
    /// Makes a planner's result for the open problem the plan. `text` names it in the undo history. Emits superseded().
    /// The first plan of a file that had none is not an undo step of its own.
    /// The addresses of a recorded allocator are facts: it stays, and EditQueue::planned_beside() has the result.
    /// The plan may be incomplete if buffers do not fit (see PlanState::misfits).
    void adopt(Plan plan, const QString& text, Adoption adoption = {});
    /// Makes a change, see plan_change.h. Can be undone. That of a large plan is made on another thread, and is in the
    /// undo history then, in the order of the user: changes that come meanwhile wait, and find their buffers by name.
    void change(PlanChange change);
    /// Moves or places buffers by hand, in one change. Can be undone. Another region than the buffer's own is allowed,
    /// and the check reports it.
    void move_buffers(std::vector<Edit> edits, const EditTitle& title);
    /// Replaces the notes and the bookmarks. Can be undone. Nothing else changes: the plan does not count as edited.
    void annotate(std::vector<PinnedNote> notes, std::vector<Bookmark> bookmarks, const QString& text);
    /// Shows a step of the trace. This drops all edits, which can be undone.
    void show_frame(FrameIndex frame);
    /// Shows the best layout so far of a run under way. Ignored if the number of buffers differs, another state is
    /// coming, or the plan is a recorded allocator. Null: the preview ends. `is_paused`: it is the step at which the
    /// run is paused.
    void show_preview(const std::shared_ptr<const BestSoFar>& best, bool is_paused = false);
    /// The plan was saved to a file, which is its file from now on. Emits renamed() if it is another one.
    void take_file(const QString& path);
    void close();

signals:
    /// A file was opened or reloaded.
    void opened();
    /// The same plan has another path().
    void renamed();
    void closed();
    /// Another plan replaces this one. Work on this plan should stop.
    void superseded();
    /// The shown problem or trace changed.
    void plan_changed();
    void layout_changed();
    /// The notes or the bookmarks changed, or what they are pinned to.
    void annotations_changed();

private:
    /// Everything that a file or a change replaces at once. It is a value, so that a failed change can be reverted.
    struct Shown {
        QString path;
        PlanState state;
        std::shared_ptr<Replay> replay;
        std::shared_ptr<const ShownPlan> plan = no_plan();
        SelectionState selection;

        [[nodiscard]] static Shown of(PreparedPlan prepared, QString path, SelectionState selection);
        /// The time cursor, and the same buffers by name in what was prepared.
        [[nodiscard]] static SelectionState selection_in(PreparedPlan& prepared, const OpenPlan& open);
        /// Swaps it with what `open` shows, and emits nothing.
        void exchange(OpenPlan& open) noexcept;
        /// Shows the plan behind a preview of `open` again, and emits nothing.
        static void drop_preview(OpenPlan& open) noexcept;
    };
    /// Shows something else. `of_file`: it was just read, so emits opened() too. If a listener throws, restores what
    /// was shown before.
    void show(Shown next, bool of_file = false);
    void push(const PlanState& after, const QString& text, bool of_file = false, MergeKey key = {},
              const std::vector<BufferIndex>& select = {});

    Selection& selection_;
    Judgement& judgement_;
    QString path_;
    PlanState state_;
    std::shared_ptr<Replay> replay_;                   ///< null: no trace
    std::shared_ptr<const ShownPlan> behind_preview_;  ///< the plan behind a preview; null: no preview
    QUndoStack undo_stack_;
    std::shared_ptr<PlanState> pushed_;  ///< the state after the last pushed change
    PlanPreparation preparation_;
    EditQueue changes_;
};

}  // namespace arenascope

#pragma once

#include <deque>
#include <functional>
#include <memory>

#include <QObject>
#include <QUndoStack>

#include "app/session/plan_edit.h"
#include "app/session/plan_preparation.h"
#include "core/planner/planning.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Makes edits one after the other on another thread. The window waits for a moment for those of a small plan, see
/// BackgroundTask::run(). What comes meanwhile waits for its turn, so that the order of the user holds.
///
///   edit a   edit b   undo
///   └─ makes a ─▶ takes a ─ makes b ─▶ takes b ─ undoes
class EditQueue final : public QObject {
    Q_OBJECT

public:
    struct Order {
        MakeEdit make;
        std::function<void(Expected<std::optional<MadeEdit>>)> take;  ///< on the thread of this object
        /// Whether everything before must be shown first. Otherwise it builds on states that only add moves, too.
        bool needs_shown = true;
        bool is_quick = false;  ///< it takes as long as one buffer does: the window awaits it in a large plan, too
    };

    /// `base`: what an edit starts from now. `has_base`: whether what is coming only adds moves to what is shown.
    EditQueue(std::function<EditBase()> base, std::function<bool()> has_base, PlanPreparation& preparation,
              QUndoStack& history, QObject* parent = nullptr);

    void begin(Order order);
    /// Runs something at once, or after the edits before it. `needs_shown`: once these are shown.
    void then(std::function<void()> act, bool needs_shown = false);
    /// Undoes and redoes the last change, also one that is still being made.
    void undo() {
        then([this] { history_.undo(); });
    }
    void redo() {
        then([this] { history_.redo(); });
    }
    /// Nothing is made any more, and nothing waits.
    void drop();
    /// The same, and nothing is prepared any more: what is shown stays.
    void cancel() {
        drop();
        preparation_.cancel();
    }
    /// Whether edits are being made, which are not in the undo history yet.
    [[nodiscard]] bool is_busy() const { return making_.is_running() || !waiting_.empty(); }
    /// Whether something else is shown soon.
    [[nodiscard]] bool is_changing() const { return is_busy() || preparation_.is_running(); }

signals:
    /// is_busy() may have changed.
    void changed();
    /// Memory ran out, or the edit cannot be made and whoever wanted it hears of it only here. The next one is made.
    void failed(const Error& error);
    /// A planner has planned the allocations of a recorded allocator, which stays open. `plan` is complete in itself,
    /// with its problem.
    void planned_beside(const std::shared_ptr<const Plan>& plan);

private:
    struct Waiting {
        Order order;                ///< without `make`: there is `act`
        std::function<void()> act;  ///< empty: there is an order
    };

    void go_on();
    [[nodiscard]] bool can_begin(const Order& order) const;
    void make(Order order);

    std::function<EditBase()> base_;
    std::function<bool()> has_base_;
    PlanPreparation& preparation_;
    QUndoStack& history_;
    BackgroundTask making_{this};
    std::deque<Waiting> waiting_;
    bool is_going_on_ = false;
};

}  // namespace arenascope

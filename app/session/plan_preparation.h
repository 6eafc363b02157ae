#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QUndoStack>

#include "app/session/prepared_plan.h"
#include "core/base/error/error.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// A state that is to be shown.
struct ComingState {
    PlanState state;
    bool of_file = false;                  ///< it was just read
    std::vector<BufferIndex> select = {};  ///< once it is shown; empty: the selection stays
};

/// Prepares the states that an open plan is to show on another thread. A small one is there within a moment most of the
/// time, see BackgroundTask::run(), so that it is shown at once. Of states that come meanwhile, the newest is prepared
/// next.
///
///   begin(a)  begin(b)  begin(c)
///      │                            a and c are shown, b never is
///      └─ prepares a ─▶ shows a, prepares c ─▶ shows c
class PlanPreparation final : public QObject {
    Q_OBJECT

public:
    using Show = std::function<void(PreparedPlan, const ComingState&)>;

    /// `former`: what is shown now; `show`: shows what is prepared. Both are called on the thread of this object. If a
    /// state cannot be prepared or shown, `changes` goes back to where it was when the last one was shown.
    PlanPreparation(std::function<FormerPlan()> former, Show show, QUndoStack& changes, QObject* parent = nullptr);

    void begin(ComingState coming);
    /// Shows the coming state at once, for a change that builds on it. Takes as long as preparing it.
    void finish();
    /// Nothing is coming any more.
    void drop();
    /// Nothing is coming any more, and the undo history goes back to what is shown.
    void cancel() {
        if (coming_) {
            revert();
        }
    }

    [[nodiscard]] bool is_running() const { return coming_.has_value(); }
    /// The state that is shown as soon as it is prepared; `shown` if nothing is coming.
    [[nodiscard]] const PlanState& coming_or(const PlanState& shown) const { return coming_ ? coming_->state : shown; }

signals:
    /// Another state is coming, or none any more.
    void changed();
    /// Memory ran out.
    void failed(const Error& error);

private:
    /// False: it is under way. True: it is shown.
    bool prepare();
    void deliver(PreparedPlan prepared, std::uint64_t number);
    void revert();

    std::function<FormerPlan()> former_;
    Show show_;
    QUndoStack& changes_;
    BackgroundTask preparing_{this};
    std::optional<ComingState> coming_;
    std::uint64_t number_ = 0;  ///< of the newest state
    int shown_index_ = 0;       ///< of the undo history, when the last state was shown
    bool is_reverting_ = false;
};

}  // namespace arenascope

#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QString>
#include <QUndoCommand>

#include "app/session/plan_state.h"

namespace arenascope {

/// The undo command for a change that is already shown. It keeps whole states, so that undo is correct even if other
/// steps were shown in between.
class StateChange final : public QUndoCommand {
public:
    StateChange(PlanState before, std::shared_ptr<const PlanState> after, const QString& text,
                std::function<void(const PlanState&)> show)
        : QUndoCommand(text), before_(std::move(before)), after_(std::move(after)), show_(std::move(show)) {}

    void undo() override { show_(before_); }
    void redo() override {
        // The undo stack calls redo() on push, but the new state is already shown then.
        if (!std::exchange(is_new_, false)) {
            show_(*after_);
        }
    }

private:
    PlanState before_;
    std::shared_ptr<const PlanState> after_;
    std::function<void(const PlanState&)> show_;
    bool is_new_ = true;
};

}  // namespace arenascope

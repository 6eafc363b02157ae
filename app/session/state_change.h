#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QString>
#include <QUndoCommand>

#include "app/session/plan_state.h"

namespace arenascope {

/// Consecutive changes with the same key become one undo step; an empty key: never.
using MergeKey = std::vector<BufferIndex>;

/// The undo command for a change that is already shown. It keeps whole states, so that undo is correct even if other
/// steps were shown in between.
class StateChange final : public QUndoCommand {
public:
    StateChange(PlanState before, std::shared_ptr<const PlanState> after, const QString& text,
                std::function<void(const PlanState&)> show, MergeKey key = {})
        : QUndoCommand(text),
          before_(std::move(before)),
          after_(std::move(after)),
          show_(std::move(show)),
          key_(std::move(key)) {}

    [[nodiscard]] int id() const override { return key_.empty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* later) override {
        const auto& change = static_cast<const StateChange&>(*later);  // the id tells
        if (change.key_ != key_) {
            return false;
        }
        after_ = change.after_;
        return true;
    }
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
    MergeKey key_;
    bool is_new_ = true;
};

}  // namespace arenascope

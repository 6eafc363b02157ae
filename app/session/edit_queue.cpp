#include "app/session/edit_queue.h"

#include <utility>

#include <QScopedValueRollback>

#include "core/base/error/out_of_memory.h"

namespace arenascope {

EditQueue::EditQueue(std::function<EditBase()> base, std::function<bool()> has_base, PlanPreparation& preparation,
                     QUndoStack& history, QObject* parent)
    : QObject(parent),
      base_(std::move(base)),
      has_base_(std::move(has_base)),
      preparation_(preparation),
      history_(history) {
    connect(&preparation_, &PlanPreparation::changed, this, &EditQueue::go_on);
    connect(&making_, &BackgroundTask::ran_out_of_memory, this, [this] {
        emit failed(out_of_memory(tr("to change the plan").toStdString(), tr("close other programs").toStdString()));
        go_on();
        emit changed();
    });
}

void EditQueue::begin(Order order) {
    waiting_.push_back({std::move(order), {}});
    go_on();
    emit changed();
}

void EditQueue::then(std::function<void()> act, bool needs_shown) {
    waiting_.push_back({Order{{}, {}, needs_shown, false}, std::move(act)});
    go_on();
    emit changed();
}

void EditQueue::drop() {
    making_.abandon();
    waiting_.clear();
    emit changed();
}

bool EditQueue::can_begin(const Order& order) const {
    return !preparation_.is_running() || (!order.needs_shown && (!order.make || has_base_()));
}

void EditQueue::go_on() {
    if (is_going_on_) {
        return;
    }
    const QScopedValueRollback mark(is_going_on_, true);
    while (!making_.is_running() && !waiting_.empty() && can_begin(waiting_.front().order)) {
        Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        if (next.act) {
            next.act();
        } else {
            make(std::move(next.order));
        }
    }
}

void EditQueue::make(Order order) {
    EditBase base = base_();
    const std::size_t elements = order.is_quick ? 0 : base.state.problem->buffers.size();
    using Made = std::shared_ptr<Expected<std::optional<MadeEdit>>>;
    making_.run(
        elements,
        [make = std::move(order.make), base = std::move(base)] {
            return std::make_shared<Expected<std::optional<MadeEdit>>>(make(base));
        },
        [this, take = std::move(order.take)](const Made& made) {
            {
                // What waits must not begin before the edit is in the undo history.
                const QScopedValueRollback mark(is_going_on_, true);
                take(std::move(*made));
            }
            go_on();
            emit changed();
        },
        1);
}

}  // namespace arenascope

#include "app/window/frame/dock_fill.h"

#include <utility>

#include <QDockWidget>

#include "app/session/session.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope {

DockFill::DockFill(QDockWidget& dock, const Session& session, std::function<void()> fill, std::function<void()> empty,
                   QObject* parent)
    : QObject(parent), session_(session), fill_(std::move(fill)), empty_(std::move(empty)) {
    // A dock behind the tab of another one counts as visible, so only this signal tells whether it is in sight.
    connect(&dock, &QDockWidget::visibilityChanged, this, [this](bool in_sight) {
        is_in_sight_ = in_sight;
        if (is_in_sight_ && std::exchange(is_waiting_, false)) {
            fill_();
        }
    });
}

void DockFill::update() {
    if (is_in_sight_ || !is_large(*session_.shown()->problem)) {
        is_waiting_ = false;
        fill_();
    } else if (!std::exchange(is_waiting_, true)) {
        empty_();
    }
}

}  // namespace arenascope

#include "app/window/frame/screen_fit.h"

#include <algorithm>

#include <QScreen>
#include <QStyle>
#include <QWidget>
#include <QWindow>

namespace arenascope {

QRect fitted(const QRect& inside, const QMargins& frame, const QRect& available) {
    const QRect room = available.marginsRemoved(frame);
    const QSize size = inside.size().boundedTo(room.size());
    return {QPoint(std::clamp(inside.left(), room.left(), room.right() + 1 - size.width()),
                   std::clamp(inside.top(), room.top(), room.bottom() + 1 - size.height())),
            size};
}

void fit_into_screen(QWidget& window) {
    if (window.isMaximized() || window.isFullScreen()) {
        return;
    }
    const QWindow* shown = window.isVisible() ? window.windowHandle() : nullptr;
    const QMargins guess(4, window.style()->pixelMetric(QStyle::PM_TitleBarHeight), 4, 4);
    const QMargins frame = shown != nullptr ? shown->frameMargins() : guess;
    const QRect fit = fitted(window.geometry(), frame, window.screen()->availableGeometry());
    if (shown != nullptr || window.testAttribute(Qt::WA_Moved)) {
        if (fit != window.geometry()) {
            window.setGeometry(fit);
        }
    } else {
        window.resize(fit.size());  // the desktop chooses the position
    }
}

}  // namespace arenascope

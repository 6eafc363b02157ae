#pragma once

#include <QMainWindow>

#include "app/session/session.h"
#include "app/window/frame/appearance.h"
#include "app/window/frame/notices.h"
#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_docks.h"
#include "widgets/picture/layout_view/layout_view.h"

namespace arenascope {

/// What every part of a window may use. All of it outlives the parts.
struct WindowFrame {
    QMainWindow& window_;  ///< the parent of dialogs
    Session& session_;
    const WindowActions& actions_;
    const WindowDocks& docks_;
    LayoutView& view_;  ///< the picture of the open plan
    Appearance& appearance_;
    Notices& notices_;
};

/// A part of a window: connects widgets to the session in both directions. No part knows the widgets of another.
class WindowPart : public QObject, protected WindowFrame {
protected:
    explicit WindowPart(const WindowFrame& frame) : WindowFrame(frame) {}
};

}  // namespace arenascope

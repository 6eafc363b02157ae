#pragma once

#include <QMargins>
#include <QRect>

class QWidget;

namespace arenascope {

/// Where a window's inside may lie so that it and the frame around it are within `available`: where it is, shrunk and
/// pushed in as far as it must be.
[[nodiscard]] QRect fitted(const QRect& inside, const QMargins& frame, const QRect& available);

/// Fits a window that is neither maximized nor full-screen into its screen. Before it is shown, its frame is guessed.
void fit_into_screen(QWidget& window);

}  // namespace arenascope

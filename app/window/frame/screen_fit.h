#pragma once

#include <QMargins>
#include <QRect>

class QWidget;

namespace arenascope {

/// The rectangle `inside`, shrunk and moved as little as needed so that it and the window frame are within `available`.
[[nodiscard]] QRect fitted(const QRect& inside, const QMargins& frame, const QRect& available);

/// Fits a window into its screen, unless it is maximized or full-screen. Before it is shown, the frame size is a guess.
void fit_into_screen(QWidget& window);

}  // namespace arenascope

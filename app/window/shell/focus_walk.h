#pragma once

#include <vector>

class QMainWindow;
class QWidget;

namespace arenascope {

/// The widgets at which Tab stops, in the order of the screen: tool bars, docks on the left, the middle of the window,
/// docks below it, docks on the right. Each has the focus policy for Tab, is enabled, and is on the screen or can be
/// scrolled there. A dock behind the tab of another one has no stops. Linear in the widgets of the window.
[[nodiscard]] std::vector<QWidget*> focus_stops(const QMainWindow& window);

/// Moves the keyboard focus to the next or the previous stop, and from the last one to the first. False: there is none.
bool walk_focus(QMainWindow& window, bool forward);

}  // namespace arenascope

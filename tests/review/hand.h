#pragma once

#include <QPoint>
#include <QString>

class QAbstractItemView;
class QModelIndex;
class QWidget;

/// The hand of a person at the keyboard and the mouse of an X display. All input goes through the X server, so a test
/// meets what a person meets: focus, shortcuts, popups in the way. Points are pixels of the screen.
///
///   test ─▶ xdotool ─▶ X server ─▶ events of Qt ─▶ window
///
/// Each function returns when the server has the input. The window may still be busy with it, so tests wait for what
/// they expect. Meanwhile the event loop runs.
namespace arenascope::test::hand {

/// Gives a window the keyboard. A window manager does this for each new window, and the display has none.
void focus(const QWidget& window);

/// Presses a key, as in "ctrl+t", "F9" or "comma".
void press(const QString& key);
void type(const QString& text);
/// Types a text and the key that accepts it into the next dialog that comes. A dialog runs a loop of its own, so this
/// waits for it beside the input that opens it, and returns at once. `window` lives until then.
void answer_next_dialog(QWidget& window, const QString& text, const QString& key);

void point(QPoint at);
void click(QPoint at);
/// Clicks the middle of a widget.
void click(const QWidget& widget);
/// Turns the wheel until the row is in sight, and clicks its cell.
void click(QAbstractItemView& rows, const QModelIndex& cell);
/// Drags with the left button, slowly enough that the window sees the way.
void drag(QPoint from, QPoint to);

}  // namespace arenascope::test::hand

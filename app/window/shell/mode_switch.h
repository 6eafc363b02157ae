#pragma once

#include <QWidget>

class QMenuBar;

namespace arenascope {

struct WindowActions;

/// The modes of the window side by side, the current one filled. It stands at the right end of the menu bar, but is a
/// part of the window: of a menu bar, screen readers see the menus alone.
class ModeSwitch final : public QWidget {
    Q_OBJECT

public:
    /// The window of the menu bar owns it.
    ModeSwitch(const WindowActions& actions, QMenuBar& bar);

    /// Sets the colours of the style sheet. Call it again when the application's palette changes.
    void apply_palette();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Covers the room that the menu bar keeps free.
    void follow_room();

    QWidget* room_;  ///< the corner of the menu bar
};

}  // namespace arenascope

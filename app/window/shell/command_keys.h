#pragma once

#include <QMainWindow>
#include <QObject>

namespace arenascope {

/// Lets the window's commands keep their keys while a field has the focus. On X11 a field takes Ctrl+E, Ctrl+K and
/// others for editing, and the commands would be dead there.
///
/// This holds for Ctrl with a letter. A field keeps the keys of undo, redo, cut, copy, paste and "select all". Both
/// keys of the window's redo are the field's too: of text in a field, of the plan elsewhere.
///
/// Shift+F10 asks for the context menu, as the menu key does.
class CommandKeys final : public QObject {
    Q_OBJECT

public:
    /// The keys are those of the window's enabled actions (QWidget::actions()). Serves the window and its docks, also
    /// floating ones, and is deleted with it.
    explicit CommandKeys(QMainWindow& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QMainWindow& window_;
};

}  // namespace arenascope

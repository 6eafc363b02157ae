#pragma once

#include <QMainWindow>
#include <QObject>

namespace arenascope {

/// Lets the window's commands keep their keys while a field has the focus. On X11 a field takes Ctrl+E, Ctrl+K and
/// others for editing, and the commands would be dead there.
///
/// This holds for Ctrl with a letter. A field keeps the keys of undo, redo, cut, copy, paste and "select all".
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

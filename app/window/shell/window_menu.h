#pragma once

#include <QMainWindow>
#include <QMenu>
#include <QObject>

namespace arenascope {

/// The menu "Window": the open windows by title, with a check mark on this one. Choosing one brings it to the front.
class WindowMenu final : public QObject {
    Q_OBJECT

public:
    /// Fills the menu whenever it opens. Is deleted with the menu.
    WindowMenu(QMenu& menu, const QMainWindow& own);

private:
    void list_windows();

    QMenu& menu_;
    const QMainWindow& own_;
};

}  // namespace arenascope

#pragma once

#include <string>

#include <QObject>

#include "app/session/session.h"
#include "core/base/error/error.h"
#include "qt/tasks/background_task.h"

class QWidget;

namespace arenascope {

struct WindowActions;
class Appearance;
class Notices;

/// Writes a report of the shown plan. A large plan takes a while, so another thread makes it; the plan that was shown
/// at the command is the one that is reported. Closing the plan abandons it.
class ReportCommands final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs.
    ReportCommands(QWidget& window, Session& session, const WindowActions& actions, const Appearance& appearance,
                   Notices& notices, QObject* parent = nullptr);

private:
    void choose_path();
    void write(const QString& path);
    void finish(const QString& path, const Expected<void>& written);

    QWidget& window_;
    Session& session_;
    const Appearance& appearance_;
    Notices& notices_;
    BackgroundTask writing_{this};
};

}  // namespace arenascope

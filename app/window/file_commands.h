#pragma once

#include <QObject>

#include "app/session/model_attachment.h"
#include "app/session/session.h"
#include "app/window/file_watch.h"

class QMenu;
class QWidget;

namespace arenascope {

struct WindowActions;
class Notices;
class StartPage;

/// What the window does with files: opens, reads again when they change on the disk, attaches models, saves and closes;
/// and remembers those opened before.
class FileCommands final : public QObject {
    Q_OBJECT

public:
    /// Dialogs belong to `window`. `recent` is the menu of files opened before.
    FileCommands(QWidget& window, Session& session, const WindowActions& actions, StartPage& start_page, QMenu& recent,
                 Notices& notices, QObject* parent = nullptr);

    void open(const QString& path);
    void open_sample();
    /// True where nothing would be lost, or the person has said what to do with it.
    [[nodiscard]] bool may_leave_plan();

private:
    void connect_actions(const WindowActions& actions);
    void connect_attachment(const WindowActions& actions);
    void follow_file();
    void take_change_on_disk();
    void choose_file();
    void save_layout();
    void save_trace();
    void close();
    void show_recent_files();

    QWidget& window_;
    Session& session_;
    StartPage& start_page_;
    QMenu& recent_;
    Notices& notices_;
    FileWatch watch_;
    ModelAttachment attachment_;
};

}  // namespace arenascope

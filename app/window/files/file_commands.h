#pragma once

#include <optional>

#include <QThreadPool>

#include "app/session/model_attachment.h"
#include "app/window/files/file_watch.h"
#include "app/window/frame/window_part.h"

class QMenu;

namespace arenascope {

class StartPage;

/// The file commands of the window: open, reload, attach a model, save, close, and the recent files. Reloads a file
/// that changes on disk, and opens one that could not be read once it changes. The plan of a file that is gone from the
/// disk counts as unsaved, because the window holds the last copy of it.
class FileCommands final : public WindowPart {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs, `recent` the menu of recent files.
    FileCommands(const WindowFrame& frame, StartPage& start_page, QMenu& recent);

    /// Opens a file, or lists what in a folder can be opened.
    void open(const QString& path);
    void open_sample(const QString& name);
    /// Follows a recording while a planner writes it, see Following.
    void follow(const QString& path);
    /// Asks what to do with what would be lost: unsaved changes, the last copy of a file, a run under way. True: there
    /// is nothing, or it is saved or discarded.
    [[nodiscard]] bool confirm_leaving_plan();

private:
    void connect_actions();
    void follow_file();
    /// Ends is_loss_agreed_ when there is more to lose.
    void follow_agreement();
    void watch_file();
    void take_change_on_disk();
    /// The plan counts as unsaved from now on, and the bar offers to save it.
    void keep_last_copy();
    /// Undoes keep_last_copy(), because the file is on the disk again. True: it is as it was.
    bool drop_last_copy();
    /// Whether what was read may replace the open plan.
    [[nodiscard]] bool may_replace(bool reloading);
    [[nodiscard]] bool is_file_gone() const;
    /// Reads the file again. Asks first if that drops changes or a run.
    void reload();
    /// Says what a reload dropped, and how to get it back.
    void say_read_again();
    [[nodiscard]] bool confirm_reload();
    /// Asks whether the run under way may be stopped, without its result.
    [[nodiscard]] bool confirm_dropping_run();
    [[nodiscard]] QString file_name() const;
    void choose_file();
    void choose_recording();
    /// Says whether following may replace the open plan, and watches the file again once it has ended.
    void connect_following();
    void open_folder(const QString& path);
    /// Saves to the plan's file, or asks for one if that is no plan of this program.
    void save();
    void save_as();
    /// Says what was written, and what the format does not store. `asked`: the user chose the file just now.
    void write_plan(const QString& path, bool asked);
    void save_trace();
    void close();
    void show_recent_files();

    StartPage& start_page_;
    QMenu& recent_;
    FileWatch watch_;
    ModelAttachment attachment_;
    QThreadPool listing_;               ///< lists one recent file after another, and is waited for
    bool is_change_read_ = false;       ///< the file is being read again because it has changed
    bool has_dropped_changes_ = false;  ///< the reload under way has
    bool is_loss_agreed_ = false;       ///< the user agreed that the read under way drops what the plan has now
    std::optional<int> gone_at_;        ///< the file is gone; the undo index that was saved then; −1: none was
};

}  // namespace arenascope

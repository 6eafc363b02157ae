#include "app/window/files/file_commands.h"

#include <utility>

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include "app/window/dialogs/folder_dialog.h"
#include "app/window/dialogs/format_filters.h"
#include "app/window/dialogs/target_question.h"
#include "app/window/files/desktop_files.h"
#include "app/window/files/file_beside.h"
#include "app/window/files/sample_file.h"
#include "app/window/frame/window_settings.h"
#include "app/window/network/attachment_report.h"
#include "core/format/recording/recording_tail.h"
#include "core/format/writing.h"
#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"
#include "widgets/panels/start_page/start_page.h"

namespace arenascope {
namespace {

/// A question with an answer that loses something. The other one is the default.
bool ask_to_lose(QWidget& window, const QString& title, const QString& text, const QString& consequence,
                 const QString& lose) {
    QMessageBox box(QMessageBox::Question, title, text, QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(consequence);
    const QPushButton* button = box.addButton(lose, QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == button;
}

}  // namespace

FileCommands::FileCommands(const WindowFrame& frame, StartPage& start_page, QMenu& recent)
    : WindowPart(frame), start_page_(start_page), recent_(recent), attachment_(session_) {
    listing_.setMaxThreadCount(1);
    connect_actions();
    follow_file();
    connect_following();
    connect(&start_page_, &StartPage::open_requested, this, &FileCommands::choose_file);
    connect(&start_page_, &StartPage::sample_requested, this, &FileCommands::open_sample);
    connect(&start_page_, &StartPage::file_chosen, this, &FileCommands::open);
    show_recent_files();
}

void FileCommands::connect_actions() {
    connect(actions_.open, &QAction::triggered, this, &FileCommands::choose_file);
    connect(actions_.follow, &QAction::triggered, this, &FileCommands::choose_recording);
    connect(actions_.reload, &QAction::triggered, this, &FileCommands::reload);
    connect(actions_.save, &QAction::triggered, this, &FileCommands::save);
    connect(actions_.save_layout, &QAction::triggered, this, &FileCommands::save_as);
    connect(actions_.save_trace, &QAction::triggered, this, &FileCommands::save_trace);
    connect(actions_.close, &QAction::triggered, this, &FileCommands::close);
    connect(actions_.quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    connect(actions_.attach_model, &QAction::triggered, this,
            [this] { choose_model(&window_, session_, attachment_); });
    connect(&attachment_, &ModelAttachment::attached, this,
            [this](const AttachmentSummary& summary) { show_attachment(&window_, summary); });
    connect(&attachment_, &ModelAttachment::failed, this, [this](const Error& error) { notices_.report(error); });
}

void FileCommands::follow_file() {
    // From before it is read, so that no change is missed.
    connect(&session_.file(), &OpenFile::opening, this, [this](const QString& path) {
        if (path == watch_.path()) {
            watch_.acknowledge();
        } else if (!session_.has_plan()) {
            watch_.watch(path);
        }
    });
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        watch_file();
        // On another thread, because to write the settings safely takes longer than to draw a frame.
        listing_.start([this, path = QFileInfo(session_.path()).absoluteFilePath()] {
            window_settings::add_recent_file(path);
            (void)add_desktop_file(desktop_file_list(), path, QDateTime::currentDateTimeUtc());
            QMetaObject::invokeMethod(this, &FileCommands::show_recent_files, Qt::QueuedConnection);
        });
    });
    follow_agreement();
    session_.file().set_gate([this](bool reloading) { return may_replace(reloading); });
    connect(&session_.file(), &OpenFile::dropping_changes, this, [this] { has_dropped_changes_ = true; });
    connect(&session_.file(), &OpenFile::read_again, this, &FileCommands::say_read_again);
    connect(&session_.file(), &OpenFile::saved, this, [this] { gone_at_.reset(); });
    connect(&session_.plan(), &OpenPlan::opened, this, [this] { gone_at_.reset(); });
    connect(&session_.plan(), &OpenPlan::renamed, this, [this] {
        watch_file();
        window_settings::add_recent_file(QFileInfo(session_.path()).absoluteFilePath());
        show_recent_files();
    });
    connect(&session_.plan(), &OpenPlan::closed, this, [this] { watch_.watch({}); });
    connect(&session_.file(), &OpenFile::failed, this, [this](const Error& error, bool reloading) {
        has_dropped_changes_ = false;
        // With nothing open, the file that could not be read is watched, and opens when it changes.
        if (session_.has_plan()) {
            watch_file();
        }
        if (reloading && is_file_gone()) {
            keep_last_copy();
            return;
        }
        notices_.report(error, tr("Retry"), [this, reloading, path = QString::fromStdString(error.source)] {
            reloading ? reload() : open(path);
        });
    });
    connect(&watch_, &FileWatch::changed, this, &FileCommands::take_change_on_disk);
}

void FileCommands::connect_following() {
    Following& following = session_.following();
    following.set_gate([this] { return may_replace(false); });
    const auto take_as_it_is = [this](const QString& path) {
        if (path == session_.path()) {
            watch_.acknowledge();
            session_.file().set_identity(identity_of(path));
        }
    };
    connect(&following, &Following::ended, this, take_as_it_is);
    connect(&following, &Following::failed, this,
            [take_as_it_is](const Error& /*error*/, const QString& path) { take_as_it_is(path); });
}

void FileCommands::follow_agreement() {
    const auto end = [this] { is_loss_agreed_ = false; };
    connect(&session_.file(), &OpenFile::opening, this, end);
    // Neither a preview of the run nor a step of the trace is a change.
    connect(session_.undo_stack(), &QUndoStack::indexChanged, this, end);
    connect(session_.undo_stack(), &QUndoStack::cleanChanged, this,
            [this](bool is_clean) { is_loss_agreed_ = is_loss_agreed_ && is_clean; });
    connect(session_.tuning().run(), &PlanRun::started, this,
            [this] { is_loss_agreed_ = is_loss_agreed_ && !session_.tuning().is_asked_run_under_way(); });
}

void FileCommands::watch_file() {
    if (watch_.path() != session_.path()) {
        watch_.watch(session_.path());
    }
}

void FileCommands::take_change_on_disk() {
    if (!session_.has_plan()) {
        session_.file().open(watch_.path());
        return;
    }
    if (is_still_recorded(session_.path().toStdString())) {
        return;  // it is followed, or the user has stopped that; it is read again once its planner has ended
    }
    if (session_.following().is_active() && session_.following().path() == session_.path()) {
        return;
    }
    if (is_file_gone()) {
        keep_last_copy();
        return;
    }
    if (drop_last_copy()) {
        return;
    }
    wait_for_changes(session_);
    if (session_.undo_stack()->isClean()) {
        is_change_read_ = true;
        session_.file().reload();
        return;
    }
    notices_.warn(tr("%1 has changed on disk, and the open plan has unsaved changes.").arg(file_name()), tr("Reload"),
                  [this] { reload(); });
}

bool FileCommands::may_replace(bool reloading) {
    wait_for_changes(session_);
    const bool is_agreed = std::exchange(is_loss_agreed_, false);
    const bool may = is_agreed || (reloading ? confirm_reload() : confirm_leaving_plan());
    if (!may) {
        is_change_read_ = false;
        notices_.hide();
    }
    return may;
}

bool FileCommands::is_file_gone() const {
    return session_.has_plan() && !QFileInfo::exists(session_.path());
}

QString FileCommands::file_name() const {
    return visible_text(QFileInfo(session_.path()).fileName());
}

void FileCommands::keep_last_copy() {
    if (!gone_at_) {
        gone_at_ = session_.undo_stack()->isClean() ? session_.undo_stack()->index() : -1;
    }
    session_.undo_stack()->resetClean();
    notices_.warn(tr("%1 is not on the disk any more. This window holds the last copy.").arg(file_name()),
                  tr("Save As…"), [this] { save_as(); });
}

bool FileCommands::drop_last_copy() {
    const auto saved_at = std::exchange(gone_at_, std::nullopt);
    if (!saved_at) {
        return false;
    }
    if (session_.undo_stack()->index() == *saved_at) {
        session_.undo_stack()->setClean();
    }
    if (session_.file().change_on_disk() != FileChange::none) {
        return false;
    }
    notices_.inform(tr("%1 is on the disk again, as it was.").arg(file_name()));
    return true;
}

void FileCommands::reload() {
    if (!session_.has_plan()) {
        return;
    }
    if (is_file_gone()) {
        keep_last_copy();
    } else if (is_still_recorded(session_.path().toStdString())) {
        follow(session_.path());
    } else if (confirm_reload()) {
        session_.file().reload();
        is_loss_agreed_ = true;
    }
}

bool FileCommands::confirm_reload() {
    wait_for_changes(session_);
    if (session_.undo_stack()->isClean()) {
        return confirm_dropping_run();
    }
    return ask_to_lose(
        window_, tr("Reload the file?"),
        tr("%1 has unsaved changes. They are dropped when the file is read again.").arg(file_name()),
        tr("Undo brings them back. Until the file is saved, the next start of the program offers them, too."),
        tr("&Reload"));
}

bool FileCommands::confirm_dropping_run() {
    return !session_.tuning().is_asked_run_under_way() ||
           ask_to_lose(window_, tr("Stop the run?"),
                       tr("A run of %1 is under way.").arg(visible_text(session_.tuning().provenance().planner)),
                       tr("Its best layout so far is lost. Tune stops it and keeps that layout."), tr("&Drop the Run"));
}

void FileCommands::say_read_again() {
    const bool had_changed = std::exchange(is_change_read_, false);
    if (std::exchange(has_dropped_changes_, false)) {
        notices_.warn(tr("%1 was read again over unsaved changes. Undo brings them back. Until the file is saved, the "
                         "next start of the program offers them, too.")
                          .arg(file_name()),
                      tr("Undo"), [this] {
                          notices_.hide();
                          session_.plan().changes().undo();
                      });
    } else if (had_changed) {
        notices_.inform(tr("%1 had changed on disk and was read again.").arg(file_name()));
    }
}

void FileCommands::open(const QString& path) {
    if (QFileInfo(path).isDir()) {
        open_folder(path);
        return;
    }
    if (is_still_recorded(path.toStdString())) {
        follow(path);
        return;
    }
    if (confirm_leaving_plan()) {
        if (!session_.following().is_shown()) {
            session_.following().stop();  // or its first step would replace this file
        }
        session_.file().open(path);
        is_loss_agreed_ = true;
    }
}

void FileCommands::follow(const QString& path) {
    if (confirm_leaving_plan()) {
        session_.file().cancel();
        session_.following().start(path);
        is_loss_agreed_ = true;
    }
}

void FileCommands::open_folder(const QString& path) {
    auto* dialog = new FolderDialog(path, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FolderDialog::chosen, this, &FileCommands::open);
    dialog->open();
}

void FileCommands::open_sample(const QString& name) {
    if (const QString path = sample_file(name); !path.isEmpty()) {
        open(path);
    } else {
        notices_.report({{},
                         0,
                         tr("the sample could not be written to the folder of caches").toStdString(),
                         tr("open a file of your own").toStdString()});
    }
}

void FileCommands::choose_file() {
    const QString folder = session_.path().isEmpty() ? QString() : QFileInfo(session_.path()).absolutePath();
    const QString path = choose_path_to_open(&window_, tr("Open Plan"), folder, format_filters());
    if (!path.isEmpty()) {
        open(path);
    }
}

void FileCommands::choose_recording() {
    const QString folder = session_.path().isEmpty() ? QString() : QFileInfo(session_.path()).absolutePath();
    const QString path =
        choose_path_to_open(&window_, tr("Follow Recording"), folder, tr("Recordings (*.rec);;All files (*)"));
    if (!path.isEmpty()) {
        follow(path);
    }
}

void FileCommands::close() {
    if (confirm_leaving_plan()) {
        session_.plan().close();
    }
}

bool FileCommands::confirm_leaving_plan() {
    wait_for_changes(session_);
    const bool is_gone = is_file_gone();
    if (!session_.has_plan() || (session_.undo_stack()->isClean() && !is_gone)) {
        return confirm_dropping_run();
    }
    QMessageBox box(QMessageBox::Question, tr("Save the plan?"),
                    is_gone ? tr("%1 is not on the disk any more. This window holds the last copy.").arg(file_name())
                            : tr("%1 has unsaved changes.").arg(file_name()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
    box.setTextFormat(Qt::PlainText);
    box.setDefaultButton(QMessageBox::Save);
    if (is_gone) {
        box.button(QMessageBox::Save)->setText(tr("&Save As…"));
        box.button(QMessageBox::Discard)->setText(tr("&Close"));
    }
    if (session_.tuning().is_asked_run_under_way()) {
        box.setInformativeText(tr("A run of %1 is under way. Its best layout so far is lost.")
                                   .arg(visible_text(session_.tuning().provenance().planner)));
    }
    const int answer = box.exec();
    if (answer == QMessageBox::Save) {
        is_gone ? save_as() : save();
        return session_.undo_stack()->isClean() && !is_file_gone();
    }
    return answer == QMessageBox::Discard;
}

void FileCommands::save() {
    wait_for_changes(session_);
    // The sample belongs to the program.
    if (session_.file().can_replace_file() && !is_sample(session_.path())) {
        write_plan(session_.path(), false);
    } else {
        save_as();
    }
}

void FileCommands::save_as() {
    wait_for_changes(session_);
    const QFileInfo file(session_.path());
    const QString proposed = session_.file().can_replace_file()
                                 ? session_.path()
                                 : file.dir().filePath(file.completeBaseName() + QStringLiteral(".arenascope.json"));
    const QString path = choose_path_to_save(&window_, tr("Save Plan As"), proposed, plan_file_types());
    if (!path.isEmpty()) {
        write_plan(path, true);
    }
}

void FileCommands::write_plan(const QString& path, bool asked) {
    const bool has_changed = path == session_.path() && session_.file().change_on_disk() == FileChange::changed;
    if (const TargetAnswer answer = ask_about_target(&window_, path, has_changed); answer != TargetAnswer::replace) {
        return answer == TargetAnswer::save_elsewhere ? save_as() : void();
    }
    wait_for_changes(session_);  // a run may have ended while the questions were asked
    const QString lost = session_.file().lost_in_file(path);
    if (const auto written = session_.file().save_layout(path, ReadOnlyFile::replaced); !written) {
        notices_.report(written.error());
        return;
    }
    watch_.acknowledge();
    if (lost.isEmpty()) {
        notices_.inform(saved_text(path));
        return;
    }
    const auto format = plan_format_of(path.toStdString());
    const QString cure = format && *format == FileFormat::plan_json ? tr("Keep the file that was read, too.")
                                                                    : tr("A .json file stores all of it.");
    const QString text = saved_text(path) + tr(". This format cannot store %1. %2").arg(lost, cure);
    if (asked) {
        notices_.warn(text, tr("Save As…"), [this] { save_as(); });
    } else {
        notices_.inform(text);  // it was said when the file was chosen
    }
}

void FileCommands::save_trace() {
    write_beside(*this, tr("Save Trace"), QStringLiteral(".arenatrace"),
                 {tr("Arenascope trace, binary (*.arenatrace)"), tr("Arenascope trace, JSON (*.json)")},
                 [this](const QString& path) {
                     const auto written = session_.file().save_trace(path, ReadOnlyFile::replaced);
                     if (written && path == session_.path()) {
                         watch_.acknowledge();
                     }
                     return written;
                 });
}

void FileCommands::show_recent_files() {
    const QStringList files = window_settings::recent_files();
    start_page_.set_recent_files(files);
    recent_.clear();
    for (const QString& path : files) {
        connect(recent_.addAction(in_a_menu(visible_text(path))), &QAction::triggered, this,
                [this, path] { open(path); });
    }
    recent_.setEnabled(!files.isEmpty());
}

}  // namespace arenascope

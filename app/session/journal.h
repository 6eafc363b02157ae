#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "app/session/journal_writer.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

namespace arenascope {

struct RecoveredWork;

/// Keeps the unsaved work of a session in a journal, so that a crash loses little of it:
///
///   edit, step, view, breakpoint, …  ─▶ within half a second a copy of the work ─▶ JournalWriter
///   saved, undone, discarded, closed ─▶ the journal is removed
///   a planner is to run              ─▶ it waits for what was changed before, and has a RunMark meanwhile
///   dropped by a reload              ─▶ the journal is set aside until the file is saved, or the reload is undone
///
/// The journal exists only while the undo history has unsaved changes. If this object ends with unsaved work, the
/// journal stays, for the next start.
class Journal final : public QObject {
    Q_OBJECT

public:
    /// Keeps journals in a folder, which is made when it is needed. `view` gives the state of the views. The session
    /// must outlive this.
    Journal(Session& session, const QString& folder, std::function<ViewState()> view, QObject* parent = nullptr);
    ~Journal() override;
    Q_DISABLE_COPY_MOVE(Journal)

    /// Views have changed: see `view`.
    void touch();
    /// Shows recovered work as the open plan, with unsaved changes and nothing to undo, and goes on with its journal.
    void show(RecoveredWork recovered);
    /// Waits until everything that has happened so far is on the disk.
    void finish();

signals:
    /// The unsaved work cannot be written. Emitted once, until written() comes.
    void failed(const Error& error);
    /// It can be written again.
    void written();

private:
    void follow_file();
    void follow_saving();
    void keep();
    [[nodiscard]] std::function<std::shared_ptr<const void>()> guarded_run(const std::string& planner,
                                                                           const QString& path);
    /// A reload drops the unsaved work.
    void set_aside();
    /// The reload could not be shown, so that the work is still there.
    void take_back_undropped();
    /// Undo and redo cross reloads.
    void follow_reloads(int index);
    void hear(const Expected<void>& kept);
    [[nodiscard]] bool has_unsaved_work() const;
    [[nodiscard]] UnsavedWork work() const;

    Session& session_;
    std::string folder_;
    std::function<ViewState()> view_;
    QTimer soon_;
    PlanOrigin origin_;
    std::size_t recovered_edits_ = 0;  ///< those before the undo history began
    /// A reload that dropped unsaved work.
    struct Drop {
        int index;                             ///< of the undo history just after it
        const QUndoCommand* reload = nullptr;  ///< in the undo history; null: it is not there yet
        bool is_aside = true;                  ///< false: it is undone
    };
    std::vector<Drop> drops_;
    bool is_showing_ = false;  ///< recovered work is being shown
    bool has_failed_ = false;
    std::shared_ptr<JournalWriter> writer_;  ///< runs that begin wait for it, too
};

}  // namespace arenascope

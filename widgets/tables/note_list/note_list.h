#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QWidget>

#include "core/model/memory/pinned_note.h"
#include "core/trace/bookmark.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of the notes.
struct NoteColumn {
    enum Column { number, anchor, text };
};

/// The columns of the bookmarks. `shown_step`: of the run.
struct BookmarkColumn {
    enum Column { name, steps, shown_step };
};

/// The notes and the bookmarks of a plan, in two tabs: "Notes 3", "Bookmarks 2". A click or Enter goes there. F2 edits
/// a note or a name, Del deletes; both are in the menu of a row, too.
class NoteList final : public QWidget {
    Q_OBJECT

public:
    explicit NoteList(QWidget* parent = nullptr);

    /// `problem`: the one that the notes are about; null: there are no notes.
    void set_notes(const std::shared_ptr<const Problem>& problem, const std::vector<PinnedNote>& notes);
    /// `frames`: for each bookmark the path of its step of the run, such as "7.2"; empty: it has none.
    void set_bookmarks(const std::vector<Bookmark>& bookmarks, const QStringList& frames);
    /// Marks the row of a note and brings its tab to the front; empty: no row. Emits nothing.
    void set_chosen(std::optional<std::size_t> note);

signals:
    void note_chosen(std::size_t note);
    void note_edit_requested(std::size_t note);
    void note_delete_requested(std::size_t note);
    void bookmark_chosen(std::size_t bookmark);
    void bookmark_renamed(std::size_t bookmark, const QString& name);
    void bookmark_delete_requested(std::size_t bookmark);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add_note_columns();
    void add_bookmark_columns();
    [[nodiscard]] QString anchor_words(const NoteAnchor& anchor, bool in_full) const;
    /// Reports another name, which the caller sets. Refuses an empty one.
    bool rename(const Bookmark& bookmark, const QVariant& value);
    /// A tab with a table, and a hint in its place where it has no rows.
    QTableView* add_tab(QAbstractItemModel& model, const QString& name, const QString& hint);
    /// The menu of a table's rows.
    void add_menu(QTableView& view, const QString& edit, const QString& remove);
    void request_edit(QTableView& view);
    void request_delete(QTableView& view);
    void show_counts();

    SectionHeader* header_;
    QTabWidget* tabs_;
    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
    QStringList frames_;  ///< by bookmark
    RowModel<PinnedNote>* notes_model_;
    RowModel<Bookmark>* bookmarks_model_;
    QTableView* notes_;
    QTableView* bookmarks_;
};

}  // namespace arenascope

#include "app/window/debug/bookmark_views.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>

#include "core/analysis/debugging/step_search.h"
#include "core/picture/plan/bookmark_view.h"
#include "core/picture/plan/note_marks.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/tables/core_table/core_table.h"
#include "widgets/tables/note_list/note_list.h"

namespace arenascope {
namespace {

/// More bookmarks are only in the dock: a menu taller than the screen is slow to use.
constexpr std::size_t most_in_menu = 40;
constexpr int longest_entry = 320;  ///< pixels

/// A name as it is kept: in one line, and not too long. Empty: it says nothing.
std::string kept_name(const QString& name) {
    std::string kept = name.simplified().remove(QChar(0)).toStdString();
    return kept.size() > most_bookmark_name_bytes ? first_part(kept, most_bookmark_name_bytes - 8) : kept;
}

}  // namespace

BookmarkViews::BookmarkViews(const WindowFrame& frame, QMenu& menu) : WindowPart(frame), menu_(menu) {
    connect(&session_.plan(), &OpenPlan::annotations_changed, this, &BookmarkViews::show_bookmarks);
    connect(&session_.plan(), &OpenPlan::closed, this, &BookmarkViews::show_bookmarks);
    connect(actions_.add_bookmark, &QAction::triggered, this, &BookmarkViews::ask_for_name);
    connect(docks_.notes, &NoteList::bookmark_chosen, this, &BookmarkViews::go_to);
    connect(docks_.notes, &NoteList::bookmark_renamed, this, &BookmarkViews::rename);
    connect(docks_.notes, &NoteList::bookmark_delete_requested, this, &BookmarkViews::remove);
    show_bookmarks();
}

void BookmarkViews::show_bookmarks() {
    const auto& trace = session_.state().trace;
    const bool has_frames = trace && std::ranges::any_of(bookmarks(), [](const Bookmark& bookmark) {
                                return bookmark.frame != FrameIndex::none();
                            });
    const auto paths = has_frames ? frame_paths(*trace) : IndexedVector<FrameIndex, std::string>();
    QStringList frames;
    for (const Bookmark& bookmark : bookmarks()) {
        frames << (bookmark.frame.value() < paths.size() ? visible_text(paths[bookmark.frame]) : QString());
    }
    docks_.notes->set_bookmarks(bookmarks(), frames);
    fill_menu();
}

void BookmarkViews::fill_menu() {
    const QList<QAction*> entries = menu_.actions();
    for (QAction* entry : entries.mid(1)) {
        delete entry;
    }
    if (bookmarks().empty()) {
        return;
    }
    menu_.addSeparator();
    for (std::size_t i = 0; i < std::min(bookmarks().size(), most_in_menu); ++i) {
        const QString name =
            menu_.fontMetrics().elidedText(visible_text(bookmarks()[i].name), Qt::ElideMiddle, longest_entry);
        connect(menu_.addAction(in_a_menu(name)), &QAction::triggered, this, [this, i] { go_to(i); });
    }
    if (bookmarks().size() > most_in_menu) {
        connect(menu_.addAction(tr("All &Bookmarks…")), &QAction::triggered, this,
                [this] { docks_.notes.bring_to_front(); });
    }
}

Bookmark BookmarkViews::shown_bookmark() const {
    Bookmark bookmark = bookmark_of(view_.camera().view(), view_.picture().shapes().stack);
    const ContainerChoice& containers = view_.picture().content().containers;
    bookmark.folded = containers.folded;
    bookmark.hidden = containers.hidden;
    bookmark.frame = session_.state().trace ? session_.state().frame : FrameIndex::none();
    return bookmark;
}

QString BookmarkViews::proposed_name(const Bookmark& bookmark) const {
    const QString steps =
        tr("steps %1 to %2")
            .arg(grouped_text(bookmark.steps.begin.value()), grouped_text(bookmark.steps.end.value() - 1));
    const QString place = session_.steps().place();
    return place.isEmpty() ? steps : tr("%1, %2").arg(place, steps);
}

void BookmarkViews::ask_for_name() {
    if (!session_.has_plan() || view_.picture().shapes().stack.empty()) {
        return;
    }
    if (bookmarks().size() >= most_bookmarks) {
        notices_.inform(tr("A plan holds at most %1 bookmarks. Delete one first.")
                            .arg(grouped_text(static_cast<std::int64_t>(most_bookmarks))));
        return;
    }
    const Bookmark bookmark = shown_bookmark();
    auto* dialog = new QInputDialog(&window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add Bookmark"));
    dialog->setLabelText(tr("Name of the part of the plan that you see"));
    dialog->setTextValue(proposed_name(bookmark));
    // Another plan or run may be shown by the time of the answer.
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, bookmark, problem = session_.problem(), trace = session_.state().trace](const QString& name) {
                std::string kept = kept_name(name);
                if (session_.problem() != problem || session_.state().trace != trace || kept.empty()) {
                    return;
                }
                std::vector<Bookmark> all = bookmarks();
                all.push_back(bookmark);
                all.back().name = std::move(kept);
                set_bookmarks(std::move(all), tr("Add Bookmark"));
            });
    dialog->open();
}

void BookmarkViews::go_to(std::size_t position) {
    if (position >= bookmarks().size()) {
        return;
    }
    const Bookmark bookmark = bookmarks()[position];
    if (bookmark.frame != FrameIndex::none() && bookmark.frame != session_.state().frame) {
        session_.plan().show_frame(bookmark.frame);
    }
    if (session_.problem()->regions.size() > 1) {
        docks_.cores->set_shown(bookmark.folded, bookmark.hidden);
    }
    view_.set_view(view_of(bookmark, view_.picture().shapes().stack, view_.camera().whole()));
}

void BookmarkViews::rename(std::size_t bookmark, const QString& name) {
    std::string kept = kept_name(name);
    if (bookmark < bookmarks().size() && !kept.empty()) {
        std::vector<Bookmark> all = bookmarks();
        all[bookmark].name = std::move(kept);
        set_bookmarks(std::move(all), tr("Rename Bookmark"));
    }
}

void BookmarkViews::remove(std::size_t bookmark) {
    if (bookmark < bookmarks().size()) {
        std::vector<Bookmark> all = bookmarks();
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(bookmark));
        set_bookmarks(std::move(all), tr("Delete Bookmark"));
    }
}

void BookmarkViews::set_bookmarks(std::vector<Bookmark> bookmarks, const QString& text) {
    session_.plan().annotate(session_.state().pinned_notes, std::move(bookmarks), text);
}

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <vector>

#include "app/window/frame/window_part.h"
#include "core/trace/bookmark.h"

class QMenu;

namespace arenascope {

/// The bookmarks of the open plan: their rows in the dock, the menu *Bookmarks*, and the commands that add, rename and
/// delete them. A bookmark keeps what the picture shows of the plan, which memories are folded or hidden, and the step
/// of the run.
class BookmarkViews final : public WindowPart {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs. `menu` begins with the action that adds a bookmark.
    BookmarkViews(const WindowFrame& frame, QMenu& menu);

private:
    void show_bookmarks();
    void fill_menu();
    /// Asks for the name of a bookmark of what is shown.
    void ask_for_name();
    [[nodiscard]] Bookmark shown_bookmark() const;
    /// "steps 3 to 9", after the step of the run if one is shown.
    [[nodiscard]] QString proposed_name(const Bookmark& bookmark) const;
    void go_to(std::size_t bookmark);
    void rename(std::size_t bookmark, const QString& name);
    void remove(std::size_t bookmark);
    void set_bookmarks(std::vector<Bookmark> bookmarks, const QString& text);
    [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return session_.state().bookmarks; }

    QMenu& menu_;
};

}  // namespace arenascope

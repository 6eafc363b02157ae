#pragma once

#include "app/window/frame/window_part.h"
#include "core/model/memory/byte_place.h"
#include "core/model/memory/pinned_note.h"

class QMenu;
class QPoint;

namespace arenascope {

struct PointerTarget;

/// The menu of the picture: on a buffer the commands about it, elsewhere those about the picture. Its entries are the
/// window's own actions.
class PictureMenu final : public WindowPart {
    Q_OBJECT

public:
    explicit PictureMenu(const WindowFrame& frame);

    /// Fills menus that do not open with all commands: for the selected buffer, and for the picture. Without a
    /// selection, the commands that only the menu of a buffer has are disabled.
    void list(QMenu& of_buffer, QMenu& of_picture);

signals:
    /// "Who Lay Here": the history of the place under the pointer.
    void place_asked(const BytePlace& place);
    /// "Next Change Here" and "Previous Change Here".
    void change_asked(const BytePlace& place, bool forward);
    /// "Add Note…": what it can be pinned to at the pointer, the nearest first.
    void note_asked(const std::vector<NoteAnchor>& anchors);
    /// The menu of a note's flag is about to open.
    void note_pointed(std::size_t note);

private:
    void add_place(QMenu& menu, QPoint at);
    void add_note(QMenu& menu, QPoint at, BufferIndex buffer);
    /// Adds the commands that change the view. Left out: those that would have no effect.
    void add_views(QMenu& menu) const;
    /// Asks for the capacity of the memory at a point of the screen; `error`: what was wrong with the last answer.
    void ask_capacity(RegionIndex region, const QString& error);
    /// Opens the menu at a point of the screen. A buffer that is not selected is selected first.
    void open(QPoint at, const PointerTarget& target);
    void fill_for_buffer(QMenu& menu, QPoint at, BufferIndex buffer);
    /// `is_pointed`: somebody points at a memory. Otherwise only a single memory has a capacity to set.
    void fill_for_picture(QMenu& menu, QPoint at, bool is_pointed);
};

}  // namespace arenascope

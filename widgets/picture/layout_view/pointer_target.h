#pragma once

#include <optional>
#include <span>

#include <QPoint>
#include <QString>

#include "core/model/memory/byte_place.h"
#include "core/picture/plan/note_marks.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/viewports.h"

namespace arenascope {

/// What is under the pointer: the flag of a note, else the buffer and the named step.
struct PointerTarget {
    BufferIndex buffer = BufferIndex::none();  ///< none(): no buffer
    std::optional<Step> step;                  ///< empty: the step has no name
    std::optional<std::size_t> note = {};      ///< position in the list of notes; empty: no flag
    friend bool operator==(const PointerTarget&, const PointerTarget&) = default;
};

/// The pointer over a view, as the view remembers it.
struct Pointing {
    PointerTarget target;
    std::optional<QPoint> at;  ///< in widget pixels; empty: it is elsewhere
    QString tooltip;           ///< of the target, shown last; empty: none was shown
};

/// The target at a widget pixel. The column of a step counts as the step, at any height.
/// `flags`: of the notes, as they were drawn.
[[nodiscard]] PointerTarget pointer_target_at(const LayoutPicture& picture, const Viewports& ports, QPoint position,
                                              std::span<const NoteMark> flags = {});

/// The buffer at a pixel of the containers or of the tray.
[[nodiscard]] std::optional<BufferIndex> buffer_at(const LayoutPicture& picture, const Viewports& ports,
                                                   QPoint position);

/// The middle of a buffer's visible part; empty if the buffer is out of view.
[[nodiscard]] std::optional<QPoint> position_of(const LayoutPicture& picture, const Viewports& ports,
                                                BufferIndex buffer);

/// The step at a pixel of the containers.
[[nodiscard]] std::optional<Step> container_step_at(const LayoutPicture& picture, const Viewports& ports,
                                                    QPoint position);

/// The step that a click selects for the time cursor: its column, at any height of the widget.
[[nodiscard]] std::optional<Step> column_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// The core at a pixel of the containers. Empty if there is only one container.
[[nodiscard]] std::optional<RegionIndex> core_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// The byte and the step at a pixel of an open container.
[[nodiscard]] std::optional<BytePlace> byte_place_at(const LayoutPicture& picture, const Viewports& ports,
                                                     QPoint position);

/// A request to fold or unfold a container.
struct FoldRequest {
    RegionIndex core;
    bool folded = false;
    bool are_thin_bands = false;  ///< all thin bands of a recorded allocator, together
    friend bool operator==(const FoldRequest&, const FoldRequest&) = default;
};

/// The request of a double click. On a folded container: unfold it. On the name beside an open one: fold it.
[[nodiscard]] std::optional<FoldRequest> fold_request_at(const LayoutPicture& picture, const Viewports& ports,
                                                         QPoint position);

/// The cursor over a buffer: a hand to select it, or arrows if a drag moves it, because it is selected. none(): no
/// buffer.
[[nodiscard]] Qt::CursorShape cursor_over(const LayoutContent& content, BufferIndex buffer);

/// A clause about how to move a buffer: "drag moves it" if it is selected, otherwise "click, then drag to move it". Of
/// a recorded allocator: why it cannot be moved.
[[nodiscard]] QString drag_words(const LayoutContent& content, BufferIndex buffer);

/// Says how to move a buffer, for a drag that had no effect because the whole plan is in view.
[[nodiscard]] QString move_hint(const LayoutPicture& picture, BufferIndex buffer);

/// The tooltip text for a target, one line for each fact; empty if there is no target.
[[nodiscard]] QString tooltip_text(const LayoutPicture& picture, const PointerTarget& target);

}  // namespace arenascope

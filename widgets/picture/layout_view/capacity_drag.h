#pragma once

#include <optional>

#include <QPoint>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/viewports.h"

namespace arenascope {

/// The region whose capacity line is within a few pixels of a point of the widget; empty: none is.
[[nodiscard]] std::optional<RegionIndex> capacity_line_at(const LayoutPicture& picture, const Viewport& port,
                                                          QPoint position);

/// The cursor at a point where nothing is pressed: see cursor_over(), or arrows on the line of a capacity.
[[nodiscard]] Qt::CursorShape cursor_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// The cursor of a drag that begins at a point: of the selected buffer, of the line of a capacity, or of the view.
[[nodiscard]] Qt::CursorShape drag_cursor_at(const LayoutPicture& picture, const Viewports& ports, QPoint from);

/// The drag of a capacity line along the offset axis.
class CapacityDrag {
public:
    /// The region must have a capacity.
    CapacityDrag(const LayoutPicture& picture, RegionIndex region);

    /// Moves the line to the pointer, at the nearest multiple of the region's alignment, and at least one. True if the
    /// capacity changed.
    bool move(const LayoutPicture& picture, const Viewport& port, QPoint to);

    [[nodiscard]] RegionIndex region() const { return region_; }
    [[nodiscard]] Bytes capacity() const { return capacity_; }
    /// The capacity that a drop sets; empty if it equals the one at the start.
    [[nodiscard]] std::optional<Bytes> drop_target() const {
        return capacity_ != start_ ? std::optional(capacity_) : std::nullopt;
    }

private:
    RegionIndex region_;
    Bytes start_;
    Bytes capacity_;
};

/// Draws the line at its current height, with the capacity and how many buffers end above it.
void draw_capacity_ghost(Drawing& drawing, const CapacityDrag& drag, const LayoutPicture& picture, const Viewport& port,
                         const MeasureText& measure);

}  // namespace arenascope

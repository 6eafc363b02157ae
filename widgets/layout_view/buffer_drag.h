#pragma once

#include <optional>
#include <vector>

#include <QPoint>

#include "core/picture/snapping.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The drag of a buffer: along the offset axis, into another container, or out of the tray.
class BufferDrag {
public:
    /// Starts the drag at `grip`, a pixel of the widget. `port` is the viewport of the containers.
    BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip);

    /// Moves the buffer to the container under the pointer, or along its last container if there is none. Snaps to
    /// neighbours. True if the placement changed, which costs O(n). The first move in each region costs O(n log n).
    bool move(const LayoutPicture& picture, const Viewport& port, QPoint to);

    [[nodiscard]] BufferIndex buffer() const { return buffer_; }
    /// The placement under the pointer. Empty: the buffer has not left the tray.
    [[nodiscard]] const std::optional<Placement>& placement() const { return placement_; }
    /// The placement that a drop makes; empty if it equals the one at the start.
    [[nodiscard]] std::optional<Placement> drop_target() const {
        return placement_ != start_ ? placement_ : std::nullopt;
    }
    /// The layout that a drop makes.
    [[nodiscard]] const Layout& layout() const { return layout_; }
    /// The overlaps of the dragged buffer at its current placement.
    [[nodiscard]] const std::vector<Overlap>& overlaps() const { return overlaps_; }
    /// The rectangles of all other buffers.
    [[nodiscard]] const std::vector<MemoryRectangle>& other_rectangles() const { return other_rectangles_; }
    /// Where the other buffers overlap each other.
    [[nodiscard]] const std::vector<OverlapArea>& other_overlap_areas() const { return other_overlap_areas_; }

private:
    [[nodiscard]] std::optional<Placement> placement_under(const LayoutPicture& picture, const Viewport& port,
                                                           QPoint position);

    BufferIndex buffer_;
    std::optional<Placement> start_;  ///< empty: the drag started in the tray
    std::optional<Placement> placement_;
    long double grip_ = 0;                             ///< bytes from the buffer's bottom to the pointer
    std::vector<std::optional<SnapTargets>> targets_;  ///< by region; computed when the pointer first enters it
    Layout layout_;
    std::vector<Overlap> overlaps_;
    std::vector<MemoryRectangle> other_rectangles_;
    std::vector<OverlapArea> other_overlap_areas_;
};

}  // namespace arenascope

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QPoint>

#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// The drag of a buffer: along the offset axis, into another container, or out of the tray.
class BufferDrag {
public:
    /// Starts the drag at `grip`, a pixel of the widget. `port` is the viewport of the containers.
    BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip);

    /// Moves the buffer to the container under the pointer, or along its last container if there is none. Snaps to
    /// neighbours. True if the placement changed. Without declared sharing, this costs a query of the index for the
    /// bytes around it, otherwise O(n).
    bool move(const LayoutPicture& picture, const Viewport& port, QPoint to);

    [[nodiscard]] BufferIndex buffer() const { return buffer_; }
    /// The placement under the pointer. Empty: the buffer has not left the tray.
    [[nodiscard]] const OptionalPlacement& placement() const { return placement_; }
    /// The placement that a drop makes; empty if it equals the one at the start.
    [[nodiscard]] OptionalPlacement drop_target() const { return placement_ != start_ ? placement_ : std::nullopt; }
    /// The overlaps of the dragged buffer at its current placement.
    [[nodiscard]] const std::vector<Overlap>& overlaps() const { return overlaps_; }
    /// The same as rectangles of the stack.
    [[nodiscard]] const std::vector<MemoryRectangle>& overlap_rectangles() const { return overlap_rectangles_; }
    /// Where the other buffers overlap each other. In a large plan, also where the buffer overlapped them before.
    [[nodiscard]] std::span<const OverlapArea> other_overlap_areas() const;

private:
    [[nodiscard]] OptionalPlacement placement_under(const LayoutPicture& picture, const Viewport& port,
                                                    QPoint position);
    /// The buffers alive at the same time that are near enough for a snap or an overlap. Ascending.
    [[nodiscard]] std::vector<BufferIndex> neighbours_near(const LayoutPicture& picture, RegionIndex region,
                                                           Offset wanted, Bytes reach) const;
    void find_overlaps(const LayoutPicture& picture);

    BufferIndex buffer_;
    OptionalPlacement start_;  ///< empty: the drag started in the tray
    OptionalPlacement placement_;
    long double grip_ = 0;  ///< bytes from the buffer's bottom to the pointer
    std::shared_ptr<const std::vector<OverlapArea>> other_overlap_areas_;  ///< null: none
    std::vector<BufferIndex> others_;  ///< which it may overlap or snap to now; ascending
    std::optional<Layout> layout_;     ///< with the buffer at its placement; empty: no sharing is declared
    std::vector<Overlap> overlaps_;
    std::vector<MemoryRectangle> overlap_rectangles_;
};

}  // namespace arenascope

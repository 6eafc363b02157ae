#pragma once

#include <optional>
#include <vector>

#include <QPoint>

#include "core/picture/snapping.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// A buffer under way to another place: along the offset axis, into another container, or out of the tray.
class BufferDrag {
public:
    /// Takes a buffer up at a position; `port` is that of the containers.
    BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip);

    /// Moves it with the pointer: into the container under it, else along the one that it was in last; it snaps.
    /// Whether it lies elsewhere now. O(n) where it does, and once O(n log n) for each region.
    bool move(const LayoutPicture& picture, const Viewport& port, QPoint to);

    [[nodiscard]] BufferIndex buffer() const { return buffer_; }
    /// Nothing: it is over the tray still.
    [[nodiscard]] const std::optional<Placement>& now() const { return now_; }
    /// Where it would be dropped; nothing where that is no other place than it came from.
    [[nodiscard]] std::optional<Placement> dropped() const { return now_ != start_ ? now_ : std::nullopt; }
    /// The layout as it would be.
    [[nodiscard]] const Layout& layout() const { return layout_; }
    /// Of the buffer where it is now.
    [[nodiscard]] const std::vector<Overlap>& overlaps() const { return overlaps_; }
    /// What lies still meanwhile.
    [[nodiscard]] const std::vector<MemoryRectangle>& others() const { return others_; }
    /// Where that overlaps.
    [[nodiscard]] const std::vector<OverlapArea>& others_areas() const { return others_areas_; }

private:
    [[nodiscard]] std::optional<Placement> placement_under(const LayoutPicture& picture, const Viewport& port,
                                                           QPoint position);

    BufferIndex buffer_;
    std::optional<Placement> start_;  ///< none: it comes from the tray
    std::optional<Placement> now_;
    long double grip_ = 0;                             ///< bytes from the buffer's bottom to the pointer
    std::vector<std::optional<SnapTargets>> targets_;  ///< by region, made when the pointer first comes there
    Layout layout_;
    std::vector<Overlap> overlaps_;
    std::vector<MemoryRectangle> others_;
    std::vector<OverlapArea> others_areas_;
};

}  // namespace arenascope

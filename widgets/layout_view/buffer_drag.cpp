#include "widgets/layout_view/buffer_drag.h"

#include <algorithm>
#include <cmath>

namespace arenascope {
namespace {

constexpr double snap_pixels = 8;

}  // namespace

BufferDrag::BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip)
    : buffer_(buffer), layout_(*picture.content().layout), other_rectangles_(picture.shapes().rectangles) {
    const LayoutContent& content = picture.content();
    start_ = placement_ = layout_.placements[buffer];
    if (start_) {
        grip_ = byte_at(port, grip.y() + 0.5) - static_cast<long double>(start_->offset.value()) -
                static_cast<long double>(picture.shapes().shifts[start_->region.value()]);
    } else {
        grip_ = static_cast<long double>(content.problem->buffers[buffer].size.value()) / 2;
    }
    targets_.resize(content.problem->regions.size());
    std::erase_if(other_rectangles_, [buffer](const MemoryRectangle& rectangle) { return rectangle.buffer == buffer; });
    if (content.overlap_areas && !content.overlap_areas->empty()) {
        other_overlap_areas_ = overlap_areas(*content.problem, *content.layout, buffer);
    }
}

std::optional<Placement> BufferDrag::placement_under(const LayoutPicture& picture, const Viewport& port,
                                                     QPoint position) {
    const LayoutShapes& shapes = picture.shapes();
    const long double byte = byte_at(port, position.y() + 0.5);
    const bool inside = contains(port.box, {port.box.left, position.y() + 0.5});
    const Container* under = inside ? container_at(shapes.stack, byte) : nullptr;
    const bool is_open = under != nullptr && !under->is_folded;
    if (!is_open && !placement_) {
        return std::nullopt;
    }
    const RegionIndex region = is_open ? under->region : placement_->region;
    auto& targets = targets_[region.value()];
    if (!targets) {
        targets = snap_targets(*picture.content().problem, *picture.content().layout, buffer_, region);
    }
    const double bytes_per_pixel = 1 / std::max(std::abs(byte_scale(port).pixels_per_unit()), 1e-300);
    const Offset wanted(whole_part(byte - grip_ - static_cast<long double>(shapes.shifts[region.value()]) + 0.5L));
    return Placement{snapped(*targets, wanted, Bytes(whole_part(snap_pixels * bytes_per_pixel))), region};
}

bool BufferDrag::move(const LayoutPicture& picture, const Viewport& port, QPoint to) {
    const std::optional<Placement> under = placement_under(picture, port, to);
    if (under == placement_) {
        return false;
    }
    placement_ = under;
    layout_.placements[buffer_] = under;
    overlaps_ = check_around(*picture.content().problem, layout_, buffer_).overlaps;
    return true;
}

}  // namespace arenascope

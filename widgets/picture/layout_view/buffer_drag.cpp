#include "widgets/picture/layout_view/buffer_drag.h"

#include <algorithm>
#include <cmath>

#include "core/picture/plan/snapping.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope {
namespace {

constexpr double snap_pixels = 8;

}  // namespace

BufferDrag::BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip)
    : buffer_(buffer) {
    const LayoutContent& content = picture.content();
    start_ = placement_ = content.layout->placements[buffer];
    if (start_) {
        grip_ = byte_at(port, grip.y() + 0.5) - static_cast<long double>(start_->offset.value()) -
                static_cast<long double>(picture.shapes().shifts[start_->region.value()]);
    } else {
        grip_ = static_cast<long double>(content.problem->buffers[buffer].size.value()) / 2;
    }
    if (!content.layout->sharing.empty()) {
        layout_ = *content.layout;
    }
    other_overlap_areas_ = content.overlap_areas;
    if (!is_large(*content.problem) && content.overlap_areas && !content.overlap_areas->empty()) {
        other_overlap_areas_ =
            std::make_shared<const std::vector<OverlapArea>>(overlap_areas(*content.problem, *content.layout, buffer));
    }
}

std::span<const OverlapArea> BufferDrag::other_overlap_areas() const {
    return other_overlap_areas_ ? std::span<const OverlapArea>(*other_overlap_areas_) : std::span<const OverlapArea>();
}

OptionalPlacement BufferDrag::placement_under(const LayoutPicture& picture, const Viewport& port, QPoint position) {
    const LayoutShapes& shapes = picture.shapes();
    const long double byte = byte_at(port, position.y() + 0.5);
    const bool inside = contains(port.box, {port.box.left, position.y() + 0.5});
    const Container* under = inside ? container_at(shapes.stack, byte) : nullptr;
    const bool is_open = under != nullptr && !under->is_folded;
    if (!is_open && !placement_) {
        return std::nullopt;
    }
    const RegionIndex region = is_open ? under->region : placement_->region;
    const double bytes_per_pixel = 1 / std::max(std::abs(byte_scale(port).pixels_per_unit()), 1e-300);
    const Bytes reach(whole_part(snap_pixels * bytes_per_pixel));
    const Offset wanted(whole_part(byte - grip_ - static_cast<long double>(shapes.shifts[region.value()]) + 0.5L));
    others_ = neighbours_near(picture, region, wanted, reach);
    const SnapTargets targets =
        snap_targets(*picture.content().problem, *picture.content().layout, buffer_, region, others_);
    return Placement{snapped(targets, wanted, reach), region};
}

std::vector<BufferIndex> BufferDrag::neighbours_near(const LayoutPicture& picture, RegionIndex region, Offset wanted,
                                                     Bytes reach) const {
    const Problem& problem = *picture.content().problem;
    const Buffer& buffer = problem.buffers[buffer_];
    const Bytes alignment = snap_targets(problem, *picture.content().layout, buffer_, region, {}).alignment;
    // As long doubles, because the sums may not fit in 64 bits.
    const auto margin = static_cast<long double>(reach.value()) + static_cast<long double>(alignment.value());
    const long double from = static_cast<long double>(std::max(wanted, Offset(0)).value()) +
                             static_cast<long double>(picture.shapes().shifts[region.value()]);
    std::vector<BufferIndex> near;
    picture.shapes().index->for_each_in(
        buffer.lifetime.begin.value(), buffer.lifetime.end.value(), whole_part(from - margin - 1),
        whole_part(from + static_cast<long double>(buffer.size.value()) + margin + 1),
        [&near](const MemoryRectangle& rectangle) { near.push_back(rectangle.buffer); });
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end());
    return near;
}

void BufferDrag::find_overlaps(const LayoutPicture& picture) {
    const LayoutContent& content = picture.content();
    overlaps_.clear();
    if (layout_) {
        layout_->placements[buffer_] = placement_;
        overlaps_ = check_around(*content.problem, *layout_, buffer_).overlaps;
    } else if (placement_) {
        overlaps_ = overlaps_at(*content.problem, *content.layout, buffer_, *placement_, others_);
    }
    std::vector<OverlapArea> areas;
    for (const Overlap& overlap : overlaps_) {
        const Placement& first = overlap.a == buffer_ ? *placement_ : *content.layout->placements[overlap.a];
        areas.push_back({first.region, overlap.steps, overlap.bytes});
    }
    overlap_rectangles_ = arenascope::overlap_rectangles(areas, picture.shapes().shifts);
}

bool BufferDrag::move(const LayoutPicture& picture, const Viewport& port, QPoint to) {
    const OptionalPlacement under = placement_under(picture, port, to);
    if (under == placement_) {
        return false;
    }
    placement_ = under;
    find_overlaps(picture);
    return true;
}

}  // namespace arenascope

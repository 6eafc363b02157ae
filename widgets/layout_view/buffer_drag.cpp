#include "widgets/layout_view/buffer_drag.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/background/plan_work.h"

namespace arenascope {
namespace {

constexpr double snap_pixels = 8;

/// All buffers that share time with one: from the index in a large plan, otherwise also those that are not shown.
std::vector<BufferIndex> possible_neighbours(const LayoutPicture& picture, BufferIndex buffer) {
    const Problem& problem = *picture.content().problem;
    std::vector<BufferIndex> others;
    if (!is_large(problem)) {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            others.emplace_back(i);
        }
        return others;
    }
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const Lifetime lifetime = problem.buffers[buffer].lifetime;
    picture.shapes().index->for_each_in(
        lifetime.begin.value(), lifetime.end.value(), lowest, highest,
        [&others](const MemoryRectangle& rectangle) { others.push_back(rectangle.buffer); });
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    return others;
}

}  // namespace

BufferDrag::BufferDrag(const LayoutPicture& picture, BufferIndex buffer, const Viewport& port, QPoint grip)
    : buffer_(buffer), others_(possible_neighbours(picture, buffer)) {
    const LayoutContent& content = picture.content();
    start_ = placement_ = content.layout->placements[buffer];
    if (start_) {
        grip_ = byte_at(port, grip.y() + 0.5) - static_cast<long double>(start_->offset.value()) -
                static_cast<long double>(picture.shapes().shifts[start_->region.value()]);
    } else {
        grip_ = static_cast<long double>(content.problem->buffers[buffer].size.value()) / 2;
    }
    targets_.resize(content.problem->regions.size());
    if (!content.layout->sharing.empty()) {
        layout_ = *content.layout;
    }
    other_overlap_areas_ = content.overlap_areas;
    const bool is_small = !is_large(*content.problem);
    if (is_small && content.overlap_areas && !content.overlap_areas->empty()) {
        other_overlap_areas_ =
            std::make_shared<const std::vector<OverlapArea>>(overlap_areas(*content.problem, *content.layout, buffer));
    }
}

std::span<const OverlapArea> BufferDrag::other_overlap_areas() const {
    return other_overlap_areas_ ? std::span<const OverlapArea>(*other_overlap_areas_) : std::span<const OverlapArea>();
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
        targets = snap_targets(*picture.content().problem, *picture.content().layout, buffer_, region, others_);
    }
    const double bytes_per_pixel = 1 / std::max(std::abs(byte_scale(port).pixels_per_unit()), 1e-300);
    const Offset wanted(whole_part(byte - grip_ - static_cast<long double>(shapes.shifts[region.value()]) + 0.5L));
    return Placement{snapped(*targets, wanted, Bytes(whole_part(snap_pixels * bytes_per_pixel))), region};
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
    const std::optional<Placement> under = placement_under(picture, port, to);
    if (under == placement_) {
        return false;
    }
    placement_ = under;
    find_overlaps(picture);
    return true;
}

}  // namespace arenascope

#include "widgets/picture/layout_view/view_target.h"

#include <algorithm>
#include <optional>
#include <span>

namespace arenascope {
namespace {

constexpr double target_margin = 0.15;  ///< on each side, as a share of the target
constexpr long double core_margin = 0.02L;

/// The stretch itself if it contains `part`; otherwise as long a one around the middle of `part`. For a part that is
/// longer: the nearest stretch that is all inside it.
Stretch moved_to_show(Stretch stretch, Stretch part) {
    if (stretch.from <= part.from && part.to <= stretch.to) {
        return stretch;
    }
    if (length(part) > length(stretch)) {
        const long double from = std::clamp(stretch.from, part.from, part.to - length(stretch));
        return {from, from + length(stretch)};
    }
    const long double middle = (part.from + part.to) / 2;
    return {middle - length(stretch) / 2, middle + length(stretch) / 2};
}

/// Around all selected buffers; empty: none has a rectangle.
std::optional<MemoryRectangle> selected_area(const LayoutPicture& picture) {
    constexpr std::size_t most_at_once = 4096;  // the rectangles of a million would be new memory, which takes longer
    std::optional<MemoryRectangle> all;
    std::span<const BufferIndex> left = picture.content().selection;
    while (!left.empty()) {
        const std::size_t count = std::min(left.size(), most_at_once);
        for (const MemoryRectangle& each : rectangles_of(picture, left.first(count))) {
            const MemoryRectangle& before = all ? *all : each;
            all = {std::min(before.begin, each.begin), std::max(before.end, each.end), std::min(before.from, each.from),
                   std::max(before.to, each.to), before.buffer};
        }
        left = left.subspan(count);
    }
    return all;
}

}  // namespace

std::optional<View> selection_view(const LayoutPicture& picture) {
    const std::optional<MemoryRectangle> area = selected_area(picture);
    return area ? std::optional(view_of({Step(area->begin), Step(area->end)}, {Offset(area->from), Offset(area->to)},
                                        target_margin))
                : std::nullopt;
}

std::optional<View> selection_view_of_both(const LayoutPicture& picture) {
    const std::optional<View> own = selection_view(picture);
    const std::optional<View>& other = picture.content().selected_beside;
    return own && other ? std::optional(joined(*own, *other)) : own ? own : other;
}

View view_with_selection(const LayoutPicture& picture, const View& view) {
    const std::optional<MemoryRectangle> area = selected_area(picture);
    if (!area) {
        return view;
    }
    const auto exact = [](std::int64_t number) { return static_cast<long double>(number); };
    return {moved_to_show(view.steps, {exact(area->begin), exact(area->end)}),
            moved_to_show(view.bytes, {exact(area->from), exact(area->to)})};
}

std::optional<View> area_view(const LayoutPicture& picture, Lifetime steps, AddressRange bytes, RegionIndex region) {
    const std::vector<std::int64_t>& shifts = picture.shapes().shifts;
    if (region.value() >= shifts.size() || shifts[region.value()] == not_shown) {
        return std::nullopt;
    }
    const Bytes shift(shifts[region.value()]);
    return view_of(steps, {bytes.from + shift, bytes.to + shift}, target_margin);
}

std::optional<View> core_view(const LayoutPicture& picture, RegionIndex core) {
    const Container* container = container_of(picture.shapes().stack, core);
    if (container == nullptr) {
        return std::nullopt;
    }
    const auto shift = static_cast<long double>(container->shift);
    const auto tall = static_cast<long double>(container->highest - container->lowest);
    View view = picture.shapes().whole;
    view.bytes = {shift + static_cast<long double>(container->lowest) - tall * core_margin,
                  shift + static_cast<long double>(container->highest)};
    return view;
}

View view_with_step(const View& view, Step step) {
    const auto begin = static_cast<long double>(step.value());
    return {moved_to_show(view.steps, {begin, begin + 1}), view.bytes};
}

View view_with_offset(const LayoutPicture& picture, const View& view, RegionIndex region, Offset offset) {
    const std::vector<std::int64_t>& shifts = picture.shapes().shifts;
    if (region.value() >= shifts.size() || shifts[region.value()] == not_shown) {
        return view;
    }
    const auto place = static_cast<long double>(offset.value()) + static_cast<long double>(shifts[region.value()]);
    return {view.steps, moved_to_show(view.bytes, {place, place})};
}

}  // namespace arenascope

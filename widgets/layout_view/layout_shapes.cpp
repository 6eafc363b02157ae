#include "widgets/layout_view/layout_shapes.h"

#include "core/picture/group_marks.h"
#include "core/picture/moved_marks.h"

namespace arenascope {

LayoutShapes layout_shapes(const LayoutContent& content) {
    LayoutShapes shapes;
    if (!content.problem) {
        return shapes;
    }
    const Problem& problem = *content.problem;
    shapes.stack = containers(problem, *content.layout, content.containers);
    shapes.shifts = shifts(problem, shapes.stack);
    shapes.whole = whole_view(problem, shapes.stack);
    if (content.least_extent) {
        shapes.whole = joined(shapes.whole, *content.least_extent);
    }
    shapes.rectangles = memory_rectangles(problem, *content.layout, shapes.shifts);
    if (content.moves) {
        shapes.moved = moved_rectangles(*content.moves, *content.layout, shapes.rectangles);
    }
    if (content.group) {
        shapes.group = group_rectangles(*content.group, *content.layout, shapes.rectangles);
    }
    shapes.frames = sharing_frames(*content.layout, shapes.rectangles);
    shapes.tray = shown_tray(content);
    shapes.reserved = reserved_area(problem);
    shapes.fragmentation = live_fragmentation(shapes, content);
    color(shapes, content);
    return shapes;
}

void color(LayoutShapes& shapes, const LayoutContent& content) {
    if (content.problem) {
        shapes.coloring = coloring(*content.problem, *content.risks, shown_color_by(*content.problem, content.color_by),
                                   content.theme);
        count_placed(shapes.coloring, *content.layout);
        shapes.tray_coloring = tray_coloring(*content.problem, content.theme);
    }
}

Tray shown_tray(const LayoutContent& content) {
    if (!content.problem) {
        return {};
    }
    IndexedVector<RegionIndex, bool> is_shown(content.problem->regions.size(), true);
    for (std::size_t i = 0; i < is_shown.size(); ++i) {
        const RegionIndex core(i);
        is_shown[i] = content.picked_core
                          ? core == *content.picked_core
                          : !is_hidden(content.containers, core) && !is_folded(content.containers, core);
    }
    return tray_of(*content.problem, *content.layout, is_shown);
}

const Container* live_core(const LayoutShapes& shapes, const LayoutContent& content) {
    if (shapes.reserved) {
        return nullptr;
    }
    if (shapes.stack.size() == 1) {
        return &shapes.stack.front();
    }
    const std::optional<RegionIndex> core = content.picked_core ? content.picked_core : content.pointed_core;
    return core ? container_of(shapes.stack, *core) : nullptr;
}

std::optional<FragmentationProfile> live_fragmentation(const LayoutShapes& shapes, const LayoutContent& content) {
    const Container* core = live_core(shapes, content);
    const bool is_of_interest = core != nullptr && content.problem->regions.size() > 1;
    return is_of_interest ? std::optional(external_fragmentation(*content.problem, *content.layout, core->region))
                          : std::nullopt;
}

}  // namespace arenascope

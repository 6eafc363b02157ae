#include "widgets/picture/layout_view/layout_shapes.h"

#include <algorithm>
#include <memory>

#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/peak_carriers.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {
namespace {

/// The members of all sharing groups, ascending.
std::vector<BufferIndex> sharing_members(const Layout& layout) {
    std::vector<BufferIndex> members;
    for (const SharingGroup& group : layout.sharing) {
        members.insert(members.end(), group.members.begin(), group.members.end());
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
}

}  // namespace

LayoutShapes layout_shapes(const LayoutContent& content) {
    LayoutShapes shapes;
    if (!content.problem) {
        return shapes;
    }
    const Problem& problem = *content.problem;
    shapes.stack = containers(problem, *content.layout, content.containers, content.profiles);
    shapes.shifts = shifts(problem, shapes.stack);
    shapes.own = whole_view(problem, shapes.stack);
    shapes.whole = content.beside ? joined(shapes.own, content.beside->extent) : shapes.own;
    if (content.moves) {
        shapes.moved =
            std::make_shared<const HitIndex>(moved_rectangles(*content.moves, problem, *content.layout, shapes.shifts));
    }
    shapes.frames = sharing_frames(
        *content.layout, rectangles_of(problem, *content.layout, shapes.shifts, sharing_members(*content.layout)));
    shapes.index = released_apart(std::make_unique<const HitIndex>(content.problem, content.layout, shapes.shifts),
                                  content.layout->placements.size());
    shapes.carriers = peak_carriers(problem, *content.layout, shapes.stack, shapes.shifts);
    shapes.reserved = reserved_area(problem);
    return shapes;
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

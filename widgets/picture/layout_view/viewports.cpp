#include "widgets/picture/layout_view/viewports.h"

#include <algorithm>

#include "core/picture/plan/live_legend.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

Bytes highest_live(const LayoutPicture& picture) {
    const LayoutShapes& shapes = picture.shapes();
    if (shapes.reserved) {
        return highest_amount(*shapes.reserved);
    }
    const Container* core = live_core(shapes, picture.content());
    const auto& fragmentation = picture.parts().fragmentation;
    Bytes highest(1);
    for (const Container& container : shapes.stack) {
        highest = core == nullptr || core == &container ? std::max(highest, container.threshold) : highest;
    }
    if (const Container* limited = limited_memory(core, shapes.stack)) {
        highest = std::max(highest, *limited->capacity);
    }
    return fragmentation ? std::max(highest, fragmentation->largest) : highest;
}

}  // namespace

Viewports viewports(const LayoutPicture& picture, const View& view, const PlotBoxes& boxes) {
    const auto lanes = static_cast<long double>(std::max<std::int64_t>(picture.parts().tray->tray.lanes, 1));
    const Problem* problem = picture.content().problem.get();
    const double legend = problem != nullptr && (problem->regions.size() > 1 || picture.shapes().reserved)
                              ? live_legend_height(height(boxes.live), strip_style)
                              : 0;
    const long double live = live_axis_end(highest_live(picture), height(boxes.live), legend);
    return {{{view.steps, {0, lanes}}, boxes.tray},
            {view, boxes.containers},
            {{view.steps, {0, live}}, boxes.live},
            {{view.steps, {0, 1}}, boxes.names}};
}

}  // namespace arenascope

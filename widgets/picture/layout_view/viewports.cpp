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

bool has_live_legend(const LayoutPicture& picture) {
    const Problem* problem = picture.content().problem.get();
    return problem != nullptr && (problem->regions.size() > 1 || picture.shapes().reserved);
}

}  // namespace

std::optional<PictureBeside> needs_beside(const LayoutPicture& picture) {
    if (!picture.content().problem || !picture.parts().are_there) {
        return std::nullopt;
    }
    return PictureBeside{.problem = picture.content().problem,
                         .shapes = picture.parts().shapes,
                         .extent = picture.shapes().own,
                         .highest_live = highest_live(picture),
                         .has_live_legend = has_live_legend(picture),
                         .lanes = picture.parts().tray->tray.lanes,
                         .has_placed = picture.shapes().index->size() > 0};
}

Viewports viewports(const LayoutPicture& picture, const View& view, const PlotBoxes& boxes) {
    const PictureBeside other = picture.content().beside.value_or(PictureBeside{});
    const auto lanes =
        static_cast<long double>(std::max<std::int64_t>({picture.parts().tray->tray.lanes, other.lanes, 1}));
    const double legend =
        has_live_legend(picture) || other.has_live_legend ? live_legend_height(height(boxes.live), strip_style) : 0;
    const long double live =
        live_axis_end(std::max(highest_live(picture), other.highest_live), height(boxes.live), legend);
    return {{{view.steps, {0, lanes}}, boxes.tray},
            {view, boxes.containers},
            {{view.steps, {0, live}}, boxes.live},
            {{view.steps, {0, 1}}, boxes.names}};
}

}  // namespace arenascope

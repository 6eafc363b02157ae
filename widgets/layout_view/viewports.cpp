#include "widgets/layout_view/viewports.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr long double live_air = 1.12L;

Bytes highest_live(const LayoutPicture& picture) {
    const LayoutShapes& shapes = picture.shapes();
    const Container* core = live_core(shapes, picture.content());
    Bytes highest(1);
    for (const Container& container : shapes.stack) {
        highest = core == nullptr || core == &container ? std::max(highest, container.threshold) : highest;
    }
    return shapes.fragmentation ? std::max(highest, shapes.fragmentation->largest) : highest;
}

}  // namespace

Viewports viewports(const LayoutPicture& picture, const View& view, const PlotBoxes& boxes) {
    const auto lanes = static_cast<long double>(std::max<std::int64_t>(picture.shapes().tray.lanes, 1));
    const auto live = static_cast<long double>(highest_live(picture).value()) * live_air;
    return {{{view.steps, {0, lanes}}, boxes.tray},
            {view, boxes.containers},
            {{view.steps, {0, live}}, boxes.live},
            {{view.steps, {0, 1}}, boxes.names}};
}

}  // namespace arenascope

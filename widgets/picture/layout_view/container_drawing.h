#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/note_marks.h"
#include "core/picture/plan/scene.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/buffer_drag.h"
#include "widgets/picture/layout_view/capacity_drag.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/picture_ground.h"

namespace arenascope {

/// What the next drawing of the containers can use of the last one.
struct ContainerCache {
    GroundCache ground;
    SceneFigures figures;         ///< counts of the last drawing
    std::vector<NoteMark> flags;  ///< of the notes in the last drawing
};

/// What changes from one drawing of the containers to the next.
struct ContainerFrame {
    Viewport port;
    std::int32_t scale = 1;                         ///< screen pixels for each pixel of the drawing
    const BufferDrag* drag = nullptr;               ///< null: no drag
    const CapacityDrag* capacity_drag = nullptr;    ///< null: no capacity is dragged
    std::span<const MemoryRectangle> gliding = {};  ///< rectangles during an animation; empty: none runs
};

/// Draws the containers with their lines, marks and labels, and a dragged buffer on top. O(pixels + rectangles drawn
/// one by one), and the cost of a ground that is computed at once, see ground_for().
[[nodiscard]] Drawing container_drawing(const LayoutPicture& picture, const ContainerFrame& frame,
                                        ContainerCache& cache, const MeasureText& measure);

}  // namespace arenascope

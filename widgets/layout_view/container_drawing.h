#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/picture/drawing.h"
#include "core/picture/note_marks.h"
#include "core/picture/reference_line.h"
#include "core/picture/scene.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/buffer_drag.h"
#include "widgets/layout_view/capacity_drag.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The costly part of the last drawing of the containers. It is a cache: reset `scene` to draw it again. A drawing in
/// another viewport renews it.
struct ContainerCache {
    std::optional<SceneGround> scene;
    std::vector<ReferenceLine> lines;  ///< their labels avoid the rectangles
    std::vector<Box> culprits;         ///< which labels of shared objects avoid; only with shared objects
    Viewport port;
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

/// Draws the containers with their lines, marks and labels, and a dragged buffer on top. O(pixels + rectangles). With a
/// valid cache: O(pixels + rectangles drawn one by one).
[[nodiscard]] Drawing container_drawing(const LayoutPicture& picture, const ContainerFrame& frame,
                                        ContainerCache& cache, const MeasureText& measure);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/picture/drawing.h"
#include "core/picture/scene.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/buffer_drag.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The costly part of the last drawing of the containers, kept until it is forgotten or another viewport is drawn.
struct ContainerGround {
    std::optional<SceneGround> scene;
    Viewport port;
    SceneFigures figures;  ///< of the last drawing
};

/// What a drawing of the containers needs beside the picture.
struct ContainerFrame {
    Viewport port;
    std::int32_t scale = 1;                         ///< pixels of the screen for one of the drawing
    const BufferDrag* drag = nullptr;               ///< null: no buffer is dragged
    std::span<const MemoryRectangle> gliding = {};  ///< where the buffers are on their way; empty: where they lie
};

/// Draws the containers with their lines, marks and labels, and a dragged buffer over them. O(pixels + rectangles);
/// O(pixels + singles) on a ground that is kept.
[[nodiscard]] Drawing container_drawing(const LayoutPicture& picture, const ContainerFrame& frame,
                                        ContainerGround& ground, const MeasureText& measure);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/coloring.h"
#include "core/picture/drawing.h"
#include "core/picture/memory_rectangle.h"
#include "core/picture/object_band.h"
#include "core/picture/overlap_marks.h"
#include "core/picture/raster.h"
#include "core/picture/sharing_frame.h"
#include "core/picture/unit.h"

namespace arenascope {

/// What a drawing is for. On pixels every one is decided by precedence; shapes stay sharp at any magnification. What
/// would take too many shapes is drawn on a grid of pixels there, too (see most_shape_cost).
enum class Medium : std::uint8_t { pixels, shapes };

/// The inside of the containers: what is to be drawn of it, and how.
struct Scene {
    const Problem* problem = nullptr;
    std::span<const MemoryRectangle> rectangles;  ///< all, or at least those in view
    const Coloring* coloring = nullptr;
    std::span<const std::uint8_t> dimmed;    ///< by buffer, not 0: put aside; empty: none is
    OverlapMarks overlaps;                   ///< shared bytes and steps of undeclared overlaps
    std::span<const FrameLine> frames;       ///< around buffers that share on purpose
    std::span<const MemoryRectangle> bare;   ///< where such a buffer has its memory to itself, see SharingFrames
    std::span<const ObjectBand> bands;       ///< shared objects
    std::span<const MemoryRectangle> moved;  ///< what lies elsewhere than a step before
    std::span<const MemoryRectangle> selected;
    std::span<const Box> keep_clear;  ///< where no label may stand
    Viewport viewport;
    Unit unit = Unit::kibibytes;
    Theme theme = Theme::light;
    Medium medium = Medium::pixels;
    std::int32_t scale = 1;  ///< pixels of the medium for one of the drawing
    TextStyle label_style{11, false};
    const MeasureText* measure = nullptr;  ///< null: no labels
};

/// How a scene came out.
struct SceneFigures {
    std::size_t singly = 0;     ///< rectangles large enough for an edge of their own
    std::size_t too_small = 0;  ///< rectangles that only the raster shows
};

/// Rectangles of at least this many pixels both ways are drawn singly: with edge, pattern, letter and label.
inline constexpr std::int32_t least_single_pixels = 3;

/// A rectangle that is drawn singly.
struct SingleRectangle {
    MemoryRectangle rectangle;
    CellRange cells;
    std::uint8_t style = 0;  ///< its class
};

/// What of a scene stays the same while only marks change: overlaps, outlines, cursors, what is kept clear. It is the
/// dear part, so whoever draws often keeps it as long as rectangles, colouring, dimmed and viewport stay.
struct SceneGround {
    PixelGrid pixels;         ///< without overlaps; where singles are shapes only what is too small to be one
    bool has_shapes = false;  ///< singles are drawn as shapes: the medium has them, and they are few enough
    std::vector<SingleRectangle> singles;
    SceneFigures figures;
};

/// O(rectangles + pixels) with a small constant.
[[nodiscard]] SceneGround ground_of(const Scene& scene);

/// Adds the scene to a drawing, on the ground that belongs to it. O(pixels + singles).
void draw(Drawing& drawing, const Scene& scene, const SceneGround& ground);

/// Both at once. The eye is to find the culprit first, so a higher class covers a lower one wherever
/// both touch a pixel, edges included.
SceneFigures draw(Drawing& drawing, const Scene& scene);

}  // namespace arenascope

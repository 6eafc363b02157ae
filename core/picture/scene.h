#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/coloring.h"
#include "core/picture/drawing.h"
#include "core/picture/memory_rectangle.h"
#include "core/picture/raster.h"
#include "core/picture/sharing_frame.h"
#include "core/picture/unit.h"

namespace arenascope {

/// What a drawing is for. On pixels every one is decided by precedence; shapes stay sharp at any magnification.
enum class Medium : std::uint8_t { pixels, shapes };

/// The inside of the containers: what is to be drawn of it, and how.
struct Scene {
    const Problem* problem = nullptr;
    std::span<const MemoryRectangle> rectangles;  ///< all, or at least those in view
    const Coloring* coloring = nullptr;
    std::span<const std::uint8_t> dimmed;       ///< by buffer, not 0: put aside; empty: none is
    std::span<const MemoryRectangle> overlaps;  ///< shared bytes and steps of undeclared overlaps
    std::span<const FrameLine> frames;          ///< around buffers that share on purpose
    std::span<const MemoryRectangle> moved;     ///< what lies elsewhere than a step before
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

/// The smallest overlaps and outlines are still this large, or they would not be seen.
inline constexpr double least_outline_pixels = 4;

/// Adds the scene to a drawing. The eye is to find the culprit first, so a higher class covers a lower one wherever
/// both touch a pixel, edges included. O(rectangles + pixels) with a small constant; labels besides.
SceneFigures draw(Drawing& drawing, const Scene& scene);

}  // namespace arenascope

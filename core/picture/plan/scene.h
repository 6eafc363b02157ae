#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/short_names.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/name_leaders.h"
#include "core/picture/plan/object_band.h"
#include "core/picture/plan/overlap_marks.h"
#include "core/picture/plan/raster.h"
#include "core/picture/plan/sharing_frame.h"
#include "core/picture/plan/shown_rectangles.h"

namespace arenascope {

/// The target of a drawing. On pixels, precedence decides each pixel. Shapes are sharp at any magnification; what would
/// need too many shapes becomes a pixel grid (see most_shape_cost).
enum class Medium : std::uint8_t { pixels, shapes };

/// The content of the containers, and how to draw it.
struct Scene {
    const Problem* problem = nullptr;
    ShownRectangles rectangles;  ///< all, or at least those in view
    const Coloring* coloring = nullptr;
    std::span<const std::uint8_t> dimmed;    ///< by buffer, not 0: dimmed; empty: none is dimmed
    OverlapMarks overlaps;                   ///< overlaps that are not declared
    bool are_overlaps_numbered = false;      ///< the pairs are all, in the order of their list
    std::span<const FrameLine> frames;       ///< around buffers that share memory on purpose
    std::span<const MemoryRectangle> bare;   ///< the parts of sharing buffers that hold their labels, see SharingFrames
    std::span<const ObjectBand> bands;       ///< shared objects
    std::span<const MemoryRectangle> group;  ///< outlined, see group_rectangles()
    ShownRectangles moved;                   ///< outlined, see moved_rectangles()
    std::span<const MemoryRectangle> former;  ///< dashed, see former_rectangles()
    std::span<const MemoryRectangle> selected;
    std::span<const Box> keep_clear;  ///< areas that labels must avoid
    Viewport viewport;
    Unit unit = Unit::kibibytes;
    Theme theme = Theme::light;
    Medium medium = Medium::pixels;
    std::int32_t scale = 1;  ///< pixels of the medium for each pixel of the drawing
    TextStyle label_style{11, false};
    const MeasureText* measure = nullptr;             ///< null: no labels
    const ShortNames* names = nullptr;                ///< null: names in full
    std::span<const CarrierName> carrier_names = {};  ///< names beside their rectangles, see carrier_names()
};

/// Statistics of a drawn scene.
struct SceneFigures {
    std::size_t singly = 0;     ///< rectangles large enough for their own edge
    std::size_t too_small = 0;  ///< rectangles that are only in the raster
};

/// The style of a rectangle: the class that the colouring gives it, or that of dimmed ones.
[[nodiscard]] std::uint8_t style_of(const Scene& scene, const MemoryRectangle& rectangle);

/// In pixels; rectangles with at least this width and height are drawn singly, with edge, pattern, letter and label.
inline constexpr std::int32_t least_single_pixels = 3;

struct SingleRectangle {
    MemoryRectangle rectangle;
    CellRange cells;
    std::uint8_t style = 0;  ///< index of its class
};

/// The part of a scene that does not depend on marks such as overlaps, outlines, cursors and areas to avoid. It is
/// expensive. Keep it if rectangles, colouring, dimming and viewport are unchanged.
struct SceneGround {
    PixelGrid pixels;         ///< without overlaps; if singles are shapes, it holds only the small rectangles
    bool has_shapes = false;  ///< singles are drawn as shapes, because the medium supports them and they are few enough
    std::vector<SingleRectangle> singles;
    SceneFigures figures;
};

/// Computes the ground. O(rectangles + pixels) with a small constant. If it is outdated, the ground is incomplete.
[[nodiscard]] SceneGround ground_of(const Scene& scene, const IsOutdated& is_outdated = {});

/// Draws the scene on its ground. O(pixels + singles).
void draw(Drawing& drawing, const Scene& scene, const SceneGround& ground);

/// Computes the ground and draws the scene. A higher class covers a lower one wherever both touch a pixel, including
/// edges, so that the culprit is easy to find.
SceneFigures draw(Drawing& drawing, const Scene& scene);

}  // namespace arenascope

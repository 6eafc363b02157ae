#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/picture/plan/carrier_names.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/scene.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/picture_parts.h"

namespace arenascope {

/// Everything that the ground of a picture follows from: of the containers, or of the tray. It owns it, so that any
/// thread may compute the ground.
struct GroundOrder {
    std::shared_ptr<const HitIndex> index;                    ///< never null
    std::shared_ptr<const Coloring> coloring;                 ///< never null
    std::shared_ptr<const std::vector<std::uint8_t>> dimmed;  ///< never null
    std::shared_ptr<const LayoutShapes> shapes;               ///< whose lines are drawn; null: no lines
    std::shared_ptr<const Problem> problem;                   ///< whose carriers of the peak are named; null: none are
    std::shared_ptr<const ShortNames> names;                  ///< null: names in full
    BufferIndex without = BufferIndex::none();                ///< a buffer that is left out; none(): all are drawn
    bool has_culprits = false;                                ///< the labels of shared objects avoid them
    Viewport port;
    std::int32_t scale = 1;  ///< screen pixels for each pixel of the drawing
    Unit unit = Unit::kibibytes;
    Theme theme = Theme::light;
    /// Overlaps that are part of the ground, because they are many, see are_many(). Null: none are.
    std::shared_ptr<const std::vector<Overlap>> pairs = nullptr;
    std::shared_ptr<const std::vector<OverlapArea>> areas = nullptr;
    std::shared_ptr<const Layout> layout = nullptr;  ///< of the pairs
    friend bool operator==(const GroundOrder&, const GroundOrder&) = default;
};

/// Whether overlaps take longer to draw than a frame.
[[nodiscard]] bool are_many(std::size_t pairs, std::size_t areas);

/// The costly part of a drawing.
struct PictureGround {
    GroundOrder order;
    SceneGround scene;
    std::vector<ReferenceLine> lines;  ///< their labels avoid the rectangles
    std::vector<Box> culprits;         ///< which labels of shared objects avoid
    std::vector<CarrierName> names;    ///< of carriers of the peak, beside their rectangles
};

/// The levels of detail of an index in a colouring.
struct PictureLevels {
    GroundOrder order;  ///< whose view does not matter
    GroundLevels levels;
};

/// Computes levels of detail. O(n log n). If they are outdated, they are incomplete.
[[nodiscard]] std::shared_ptr<const PictureLevels> picture_levels(const GroundOrder& order,
                                                                  const IsOutdated& is_outdated = {});

/// Computes a ground. O(pixels + rectangles in view); with levels only those that borders of pixels cut. `levels`: used
/// if they fit the order; null: none. `gliding`: drawn instead of the index; empty: the index is drawn. If it is
/// outdated, the ground is incomplete.
[[nodiscard]] std::shared_ptr<const PictureGround> picture_ground(const GroundOrder& order, const PictureLevels* levels,
                                                                  std::span<const MemoryRectangle> gliding,
                                                                  const MeasureText& measure,
                                                                  const IsOutdated& is_outdated = {});

/// Whether a ground is computed within a frame. O(log n).
[[nodiscard]] bool is_quick(const GroundOrder& order);

/// Whether grounds of both orders can be shown in one picture, and levels of one serve the other: only the views
/// differ.
[[nodiscard]] bool have_same_rectangles(const GroundOrder& a, const GroundOrder& b);

/// The grounds of the last drawings.
///
/// A ground that takes longer than a frame is left to another thread. Until it is there, the last ground is drawn,
/// moved and zoomed to the present view, and beyond its borders the ground of the whole plan. A dragged view thus never
/// waits, and a view at rest is exact.
struct GroundCache {
    std::shared_ptr<const PictureGround> last;    ///< null: none yet
    std::shared_ptr<const PictureGround> whole;   ///< of the whole plan; null: none yet
    std::shared_ptr<const PictureLevels> levels;  ///< null: none yet
    std::optional<GroundOrder> wanted;            ///< to be computed on another thread; empty: `last` is current
    std::shared_ptr<const PictureGround> shown;   ///< of the last drawing: `last`, or what stands for it
};

/// The ground for an order: the last one, one computed now, or what stands for it until another thread has computed it.
[[nodiscard]] std::shared_ptr<const PictureGround> ground_for(GroundCache& cache, const GroundOrder& order,
                                                              std::span<const MemoryRectangle> gliding,
                                                              const MeasureText& measure);

/// Whether another thread computes rectangles, and no older ones stand for them.
[[nodiscard]] bool is_first_drawing(const GroundCache& cache);

}  // namespace arenascope

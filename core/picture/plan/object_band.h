#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A shared object as drawn: a band across its container, whether it is in use or not.
///
///   ├───────────────────────────┤
///   │object 1 · 8 B  ┌────┐     │   every other band has a different background, so that idle time is visible
///   ├────────────────┴────┴─────┤
///   │object 0 · 16 B ┌──────────┤
///   └────────────────┴──────────┘
struct ObjectBand {
    Box box;              ///< pixels, the part in view
    bool is_odd = false;  ///< selects one of two backgrounds
    std::string label;    ///< such as "object 1 · 8 B"; empty: the band is too low for it
    Box ground;           ///< background of the label, empty without one; other labels must avoid it
};

/// The bands in view, by object. An object of size 0 has none. If bands are so low that their lines would merge, only
/// one every few pixels is kept. A label is at the upper left of its band, or at the lower left to avoid `keep_clear`;
/// if neither fits, there is none. `shifts`: see `shifts` in container.h. `numbers`: the displayed number of each
/// object; empty: its index. Linear in the objects.
[[nodiscard]] std::vector<ObjectBand> object_bands(const Layout& layout,
                                                   IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                   const Viewport& viewport, Unit unit, TextStyle style,
                                                   const MeasureText& measure, std::span<const Box> keep_clear = {},
                                                   std::span<const ObjectIndex> numbers = {});

/// Draws the backgrounds. Call it before drawing the rectangles.
void draw_grounds(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens);

/// Draws a line at each boundary, and the labels. Call it after drawing the rectangles.
void draw(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens, TextStyle style);

}  // namespace arenascope

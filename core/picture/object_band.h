#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/picture/drawing.h"
#include "core/picture/unit.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A shared object drawn: a band across its container, whatever of it is in use.
///
///   ├───────────────────────────┤
///   │object 1 · 8 B  ┌────┐     │   every other band has a ground of its own, so that idle time is seen as such
///   ├────────────────┴────┴─────┤
///   │object 0 · 16 B ┌──────────┤
///   └────────────────┴──────────┘
struct ObjectBand {
    Box box;              ///< pixels, the part in view
    bool is_odd = false;  ///< which ground it has
    std::string label;    ///< "object 1 · 8 B"; empty where the band is too low for it
    Box ground;           ///< of the label, empty without one: nothing else may be written there
};

/// The bands in view, by object. Bands so low that their lines would run together are left out but for one every few
/// pixels. A label stands at the upper left of its band, or at the lower left where it would touch one of `keep_clear`;
/// where both do, there is none. `shifts` is what each region's offsets are raised by; `numbers` is what the
/// objects are called, their place in the layout where it is empty. Linear in the objects.
[[nodiscard]] std::vector<ObjectBand> object_bands(const Layout& layout,
                                                   IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                   const Viewport& viewport, Unit unit, TextStyle style,
                                                   const MeasureText& measure, std::span<const Box> keep_clear = {},
                                                   std::span<const ObjectIndex> numbers = {});

/// Adds the grounds: below the rectangles.
void draw_grounds(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens);

/// Adds a line at each boundary, and the labels: above the rectangles.
void draw(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens, TextStyle style);

}  // namespace arenascope

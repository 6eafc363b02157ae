#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// The legend of the live-size curves: for each curve a line in its colour and a name.
struct LiveLegend {
    struct Entry {
        std::string name;
        Color color;
        Box ground;  ///< of the line and the name
    };
    std::vector<Entry> entries;
};

/// The legend at the top left of the live size. `core` is the memory that is shown; null: all `shown` memories.
/// `has_fragmentation`: there is a second curve. Entries without space in `viewport` are left out.
[[nodiscard]] LiveLegend live_legend(const Container* core, std::size_t shown, bool has_fragmentation,
                                     const Viewport& viewport, Theme theme, TextStyle style,
                                     const MeasureText& measure);

void draw(Drawing& drawing, const LiveLegend& legend, TextStyle style, Theme theme);

}  // namespace arenascope

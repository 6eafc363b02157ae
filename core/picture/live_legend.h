#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// What the curves of a live size are, said beside them: a line in a curve's colour and its name.
struct LiveLegend {
    struct Entry {
        std::string name;
        Color color;
        Box ground;  ///< of line and name
    };
    std::vector<Entry> entries;
};

/// At the top left of the live size of a problem with several memories: `core` is the one that is shown, null where all
/// are, `shown` of them. `has_fragmentation`: a second curve is there. What has no room in `viewport` is left out.
[[nodiscard]] LiveLegend live_legend(const Container* core, std::size_t shown, bool has_fragmentation,
                                     const Viewport& viewport, Theme theme, TextStyle style,
                                     const MeasureText& measure);

void draw(Drawing& drawing, const LiveLegend& legend, TextStyle style, Theme theme);

}  // namespace arenascope

#pragma once

#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/picture/coloring.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// What one look of a picture means.
struct LegendEntry {
    FilledBox look;    ///< without a place
    std::string name;  ///< "high: over the threshold (2)"
    char letter = 0;   ///< 0: none
    Color letter_color;
    bool is_dashed = false;  ///< the edge of the look
};

/// What a legend is to speak of besides the colours.
struct LegendMarks {
    bool counts = true;  ///< behind each name, how many buffers look so
    bool overlaps = false;
    bool sharing = false;
    bool fast = false;        ///< a part of a heap that is shaded
    bool transfers = false;   ///< ties between memories
    bool candidates = false;  ///< a placement with where it could have gone, and its context
};

/// The classes that are in use, the most urgent first (of a quantity all of them, so that its scale is seen whole),
/// then the marks. A class counts its scratch, whose pattern has an entry of its own. Linear.
[[nodiscard]] std::vector<LegendEntry> legend(const Coloring& colors, ColorBy by, LegendMarks marks, Theme theme);

}  // namespace arenascope

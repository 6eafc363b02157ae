#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/picture/coloring.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// An entry of a legend: a style and its meaning.
struct LegendEntry {
    FilledBox look;    ///< the box is empty
    std::string name;  ///< such as "high: over the threshold (2)"
    char letter = 0;   ///< 0: none
    Color letter_color;
    bool is_dashed = false;  ///< of the edge
};

/// The entries of a legend besides the colours.
struct LegendMarks {
    bool counts = true;  ///< add the number of buffers to each name
    bool overlaps = false;
    bool sharing = false;
    bool fast = false;        ///< a shaded part of a heap
    bool transfers = false;   ///< transfers between memories
    bool candidates = false;  ///< a placement step with its candidates and context
    std::size_t moved = 0;    ///< outlined buffers that the step moved
    bool former = false;      ///< places of moved buffers before the step
};

/// The entries of the used classes, the most urgent first, then of the marks. If colours show a quantity, all classes
/// are listed, so that the whole scale is visible. The count of a class includes its scratch; the pattern of scratch
/// has its own entry. Linear.
[[nodiscard]] std::vector<LegendEntry> legend(const Coloring& colors, ColorBy by, LegendMarks marks, Theme theme);

}  // namespace arenascope

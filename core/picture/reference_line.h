#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"
#include "core/picture/unit.h"

namespace arenascope {

/// A height of a container that layouts are measured by, drawn across it and labelled on the line.
struct ReferenceLine {
    enum class Kind : std::uint8_t { threshold, peak, capacity, heap_before, heap_after };
    Kind kind = Kind::threshold;
    double y = 0;       ///< pixels
    std::string label;  ///< "peak 1,321 KiB (+29.0 %)"
    Box ground;         ///< of the label, empty without one: nothing else may be written there
    Color color;
    Dash dash = Dash::solid;
    double width = 1.5;
};

/// The lines of the containers that are in view. The theoretical threshold and the peak are labelled at the right, the
/// capacity at the left (of several containers at the right where less lives there), and at the left also the ends of a
/// heap before and after scratch was placed, where they differ (so far, while it is being placed); a label stands above
/// its line, or below it where it would touch another, or beside that one; where it has no room at all it is empty. Of
/// several containers each keeps its labels within itself; low ones have short ones, thin lines without any, or none at
/// all. A folded one has no lines.
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const std::vector<Container>& stack, const Viewport& viewport,
                                                         Unit unit, Theme theme, TextStyle style,
                                                         const MeasureText& measure);

/// What the lines take from corner to corner, and their labels: where nothing else may be written.
[[nodiscard]] std::vector<Box> boxes_of(const std::vector<ReferenceLine>& lines, const Viewport& viewport);

/// Their labels alone.
[[nodiscard]] std::vector<Box> label_grounds(const std::vector<ReferenceLine>& lines);

/// The lines first, so that no line crosses a label.
void draw(Drawing& drawing, const std::vector<ReferenceLine>& lines, const Viewport& viewport, Theme theme,
          TextStyle style);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"
#include "core/picture/unit.h"

namespace arenascope {

/// A line across a container at a height of interest, with a label.
struct ReferenceLine {
    enum class Kind : std::uint8_t { threshold, peak, capacity, heap_before, heap_after };
    Kind kind = Kind::threshold;
    double y = 0;       ///< pixels
    std::string label;  ///< such as "peak 1,321 KiB (+29.0 %)"
    Box ground;         ///< background of the label, empty without one; other labels must avoid it
    Color color;
    Dash dash = Dash::solid;
    double width = 1.5;
};

/// The lines of the containers in view:
/// - Threshold and peak have their labels at the right.
/// - The capacity has its label at the left; with several containers, at the right if less memory is live there.
/// - The ends of a heap before and after scratch was placed have labels at the left, if they differ. While scratch is
/// being placed, it is the current heap.
/// A label is above its line; to avoid others, it moves below or to the side, and without space it is empty. With
/// several containers, labels stay within their container. Low containers have short labels, thin lines without labels,
/// or no lines. A folded one has no lines.
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const std::vector<Container>& stack, const Viewport& viewport,
                                                         Unit unit, Theme theme, TextStyle style,
                                                         const MeasureText& measure);

/// The areas of the lines and their labels, which other labels must avoid.
[[nodiscard]] std::vector<Box> boxes_of(const std::vector<ReferenceLine>& lines, const Viewport& viewport);

/// The areas of the labels.
[[nodiscard]] std::vector<Box> label_grounds(const std::vector<ReferenceLine>& lines);

/// Draws all lines first, so that no line crosses a label.
void draw(Drawing& drawing, const std::vector<ReferenceLine>& lines, const Viewport& viewport, Theme theme,
          TextStyle style);

}  // namespace arenascope

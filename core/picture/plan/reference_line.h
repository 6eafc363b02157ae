#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/shown_rectangles.h"

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
    Box target = {};        ///< of a peak: the target rectangle, in pixels; empty: it is not drawn
    bool is_apart = false;  ///< the label is not next to its line, so it begins with a sample of the line
};

/// How the labels of lines are written, and what they must not cover.
struct LineLabels {
    Unit unit = Unit::bytes;
    Theme theme = Theme::light;
    TextStyle style;
    const MeasureText& measure;
    ShownRectangles rectangles = {};        ///< all, or at least those in view
    double headroom = 0;                    ///< pixels above the viewport that labels may use
    VerdictTone tone = VerdictTone::plain;  ///< of the peak
};

/// The lines of the containers in view: threshold, peak and capacity, and the ends of a heap before and after scratch
/// was placed, if they differ. While scratch is being placed, it is the current heap.
///
/// A label is above or below its line, where it covers no buffer. If the line has no such place, the label is above the
/// peak, where nothing lies. Otherwise it covers buffers, but never one that ends above the threshold. Without a place
/// it has shorter words: "peak 345 KiB", then "345 KiB"; if these have none either, it is left out. Threshold and peak
/// prefer the right end of their lines. The capacity and a heap prefer the left end; with several containers, the
/// capacity prefers the end where less memory is live.
///
/// The peak has the colour of the verdict. A threshold at the same height is drawn just below it, with its own label.
///
/// With several containers, labels stay within their container. Low containers have short labels, thin lines without
/// labels, or no lines. A folded one has no lines. O(rectangles + lines² · width).
[[nodiscard]] std::vector<ReferenceLine> reference_lines(const std::vector<Container>& stack, const Viewport& viewport,
                                                         const LineLabels& labels);

/// The space above a plot of this height that the labels of its lines need: low plots have no line of text above the
/// peak.
[[nodiscard]] double label_headroom(double plot_height, TextStyle style);

/// The areas of the lines and their labels, which other labels must avoid.
[[nodiscard]] std::vector<Box> boxes_of(const std::vector<ReferenceLine>& lines, const Viewport& viewport);

/// The areas of the labels.
[[nodiscard]] std::vector<Box> label_grounds(const std::vector<ReferenceLine>& lines);

/// Draws all lines first, so that no line crosses a label. A peak is the top of its target rectangle, whose other edges
/// are thinner.
void draw(Drawing& drawing, const std::vector<ReferenceLine>& lines, const Viewport& viewport, Theme theme,
          TextStyle style);

}  // namespace arenascope

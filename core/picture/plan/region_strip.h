#pragma once

#include <vector>

#include "core/base/text/amount.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Tells where a line separates neighbours of a stack: not where both are thinner than three pixels, because such lines
/// would hide all that lies in them.
///
///   40 pixels │
///   ──────────┤
///   1 pixel   │
///   1 pixel   │   no line between the two
///   ──────────┤
///   40 pixels │
///
/// Ask for each container of a stack, from the bottom up.
class StackLines {
public:
    /// `pixels`: the height of a byte.
    explicit StackLines(double pixels) : pixels_(pixels) {}

    /// Whether a line lies below this container.
    [[nodiscard]] bool is_below(const Container& container) {
        constexpr double least_height = 3;
        const bool was_high = is_high_;
        is_high_ = static_cast<double>(container.highest - container.lowest) * pixels_ >= least_height;
        return is_high_ || was_high;
    }

private:
    double pixels_;
    bool is_high_ = false;
};

/// The width of the strip with region names, in pixels; 0 if there is only one container. Short names, such as
/// "core 5", are written across, so that low containers have theirs; each longer one is written upwards.
[[nodiscard]] double region_strip_width(const std::vector<Container>& stack, TextStyle style,
                                        const MeasureText& measure);

/// Whether fast parts of a heap are shaded. They are if there are several containers.
[[nodiscard]] bool shades_fast_parts(const std::vector<Container>& stack);

/// Shades the fast parts of a heap. Call it before drawing anything else.
void draw_region_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme);

/// Separates several containers by a line at the bottom of each. Writes their names to the right of the viewport, so
/// that nothing is covered (see region_strip_width). A fast part is marked as fast. A name upwards that is too long is
/// reduced to the part that other names do not have, such as a number, or shortened.
void draw_region_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme,
                        TextStyle style, const MeasureText& measure);

/// Draws the ground of each band in view: grey, but white where memory of its segment exists. Thin lines separate the
/// bands, where one of both is high enough. Call it before drawing buffers. Linear in the bands and their mapped
/// memory.
void draw_band_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme);

/// Draws the folded containers of a stack. Each is a strip with its live size over time; the threshold reaches its full
/// height. If there is space for a line of text, it shows name and peak.
///
///   core 2 · peak 48 KiB   ▁▂▅█▅▂▁
void draw_folded_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                        Theme theme, TextStyle style, const MeasureText& measure);

}  // namespace arenascope

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/axis.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The numbers on the offset axis of one container, with its own offsets. They are at least `apart` pixels from each
/// other. If there are several containers, one without space for two numbers shows only its 0. A folded one, or one
/// lower than a line of text, shows no number.
struct ContainerTicks {
    std::vector<Tick> ticks;              ///< values are offsets of the container
    std::vector<std::int64_t> positions;  ///< heights of the ticks in the stack
};

[[nodiscard]] ContainerTicks container_ticks(const Container& container, const Viewport& viewport, Unit unit,
                                             double apart, int most, bool is_alone);

/// The numbers on the offset axis of a whole stack: those of each container, one after the other. Bands have one axis,
/// the height in the stack, up to the strip of folded ones.
[[nodiscard]] ContainerTicks stack_ticks(const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                                         double apart, int most);

/// The axes of pictures that are written to files. In the window, QCustomPlot draws the same ticks.
inline constexpr TextStyle axis_style{12, false};
inline constexpr double axis_tick_length = 4;

/// The ticks of a time axis, as many as their own labels leave room for on `pixels`, and at least two where two fit.
/// Their distance depends on the length of the view, so that they stay in place while panning. O(1).
[[nodiscard]] std::vector<Tick> fitting_step_ticks(Stretch steps, double pixels, const MeasureText& measure);

/// Adds the ticks of an offset axis that lie in the viewport: a line across its box each, with the label at the left.
/// `positions` are where the ticks stand in the viewport.
void draw_offset_ticks(Drawing& drawing, const std::vector<Tick>& ticks, const std::vector<std::int64_t>& positions,
                       const Viewport& viewport, const Palette& palette);

/// Adds the title of an offset axis: upwards, with its middle at `x` and at that of the viewport's box.
void draw_offset_title(Drawing& drawing, std::string title, double x, const Viewport& viewport, const Palette& palette);

/// Draws the time cursor over a viewport, in the middle of its step. Draws nothing if there is no time cursor, or if it
/// is out of view.
void draw_time_cursor(Drawing& drawing, std::optional<Step> cursor, const Viewport& port, const Palette& tokens);

/// Shades a range of steps over a viewport, with a line at each end that is in view. Draws nothing without a range.
///
///   │    ┊▒▒▒▒▒▒┊        │
///   └────┴──────┴────────┘
///       begin  end
void draw_time_range(Drawing& drawing, std::optional<Lifetime> steps, const Viewport& port, const Palette& tokens);

}  // namespace arenascope

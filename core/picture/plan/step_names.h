#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The text style of step names below all time axes.
inline constexpr TextStyle step_name_style{11, false};

/// The name of a step and its place in the strip below the time axis.
struct StepName {
    Step step;
    std::string text;  ///< shortened if there is not enough space; without the number of the step at its end
    std::string type;  ///< of its operator, below the name; empty: none, no space, or the name tells it
    Box ground;        ///< the area of the texts
    bool upwards = false;
    friend bool operator==(const StepName&, const StepName&) = default;
};

/// The names of steps in a strip (the viewport's box) below the time axis. Names are horizontal if steps are wide, each
/// with the type of its operator below it, and upwards if they are narrow and the strip is high enough. If there is no
/// space for all, every second, fifth, tenth … step has a name. Names never overlap. `first`: the step of the time
/// cursor, which has priority. O(names · (log labels + operators)).
[[nodiscard]] std::vector<StepName> step_names(const Problem& problem, const Viewport& strip, std::optional<Step> first,
                                               TextStyle style, const MeasureText& measure);

/// The height of the strip in a picture of a given height, in pixels. It has space for the longest name upwards, within
/// limits so that the plan remains the larger part of a small picture. 0 if `longest` is 0.
[[nodiscard]] double names_height(double longest, double picture_height);

/// The height of the lowest strip, in pixels, that has space for a name and the type of its operator below it.
[[nodiscard]] double two_line_names_height(TextStyle style);

/// The width of the longest name in pixels, with some margin; 0 without names. Only the first few thousand are
/// measured.
[[nodiscard]] double longest_name(std::span<const StepLabel> labels, TextStyle style, const MeasureText& measure);

/// The name of a step; empty if it has none. O(log n).
[[nodiscard]] std::string_view name_of_step(std::span<const StepLabel> labels, Step step);

/// The operator of a step, such as "fire2/concat (Concat)". The type is left out if the name tells it. Without a
/// network it is the name of the step, which may be empty. Linear in operators.
[[nodiscard]] std::string title_of_step(const Problem& problem, Step step);

/// The step that a text means: its number, which may be grouped by thousands, or the name of its operator. Without a
/// network, steps may have names of their own. Of several operators with the same name, the first one counts. A part of
/// a name is enough if only one name contains it; case does not matter then. The error says which steps there are.
/// Linear in the names.
[[nodiscard]] Expected<Step> step_named(const Problem& problem, std::string_view text);

/// The names that step_named() knows, in the order of the steps. They refer to memory of the problem.
[[nodiscard]] std::vector<std::string_view> names_of_steps(const Problem& problem);

/// Draws the names and highlights that of `first`.
void draw(Drawing& drawing, const std::vector<StepName>& names, std::optional<Step> first, TextStyle style,
          const Palette& tokens);

}  // namespace arenascope

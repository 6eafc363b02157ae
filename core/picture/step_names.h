#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/memory/problem.h"
#include "core/picture/drawing.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// How the names of steps are set, wherever they stand below a time axis.
inline constexpr TextStyle step_name_style{11, false};

/// Where the name of a step stands in the strip below the time axis.
struct StepName {
    Step step;
    std::string text;  ///< shortened in front where there is no room for all of it
    Box ground;        ///< what it takes of the strip
    bool upwards = false;
    friend bool operator==(const StepName&, const StepName&) = default;
};

/// The names of steps in a strip (the viewport's box) below the time axis. Where steps are wide they stand side by
/// side, where they are narrow they are turned upwards, and where not even those fit every second, fifth, tenth … step
/// is named. No two of them touch. `first` is the step of the time cursor: it is named before all others, so that it
/// always is where it has a name. `labels` are sorted by step. O(names · log labels).
[[nodiscard]] std::vector<StepName> step_names(std::span<const StepLabel> labels, const Viewport& strip,
                                               std::optional<Step> first, TextStyle style, const MeasureText& measure);

/// Height of a strip that has room for the names, in a picture of a height: as much as the longest of them takes when
/// it stands upwards, within bounds that keep the plan the larger part of a small picture. 0 where that is 0.
[[nodiscard]] double names_height(double longest, double picture_height);

/// Width of the longest name, in pixels, with a little air; 0 where there is none. Only the first few thousand are
/// measured.
[[nodiscard]] double longest_name(std::span<const StepLabel> labels, TextStyle style, const MeasureText& measure);

/// The name of a step; empty where it has none. O(log n).
[[nodiscard]] std::string_view name_of_step(std::span<const StepLabel> labels, Step step);

/// What runs at a step, in words: "fire2/concat (Concat)" where the problem has a network, else the name of the step;
/// empty where it has none. Linear in operators.
[[nodiscard]] std::string title_of_step(const Problem& problem, Step step);

/// Draws them; the one of `first` stands out.
void draw(Drawing& drawing, const std::vector<StepName>& names, std::optional<Step> first, TextStyle style,
          const Palette& tokens);

}  // namespace arenascope

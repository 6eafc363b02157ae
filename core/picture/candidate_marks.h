#pragma once

#include <span>

#include "core/memory/problem.h"
#include "core/picture/container.h"
#include "core/picture/drawing.h"
#include "core/trace/placement_step.h"

namespace arenascope {

inline constexpr double ghost_opacity = 0.35;  ///< of the fill of what the context would take

/// The outline of a box in lines, which may be dashed as a box's own edge may not.
void draw_outline(Drawing& drawing, const Box& box, Color color, double line, Dash dash);

/// A step of a many-core run in the picture: the candidates as outlines, numbered where they are few, the context of
/// the chosen combination as pale dashed ghosts, the chosen one outlined as a selection is, and above the container in
/// words which of how many it is. Nothing where the core is hidden or folded.
///
///   ┌╌╌╌╌╌╌┐ ghost
///   ┌────┐╌┘      ┌────┐
///   │1   │        │2   │ candidate     ┃chosen┃
///   └────┘        └────┘
void draw_candidates(Drawing& drawing, const PlacementStep& step, const Problem& problem,
                     const std::vector<Container>& stack, const Viewport& viewport, Theme theme, TextStyle style,
                     const MeasureText& measure);

}  // namespace arenascope

#pragma once

#include <span>

#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/trace/placement_step.h"

namespace arenascope {

inline constexpr double ghost_opacity = 0.35;   ///< of the fill of ghosts
inline constexpr double growth_opacity = 0.25;  ///< of the bytes by which an object grows

/// Draws the edge of a box as four lines, so that it can be dashed. The edge of a FilledBox cannot.
void draw_outline(Drawing& drawing, const Box& box, Color color, double line, Dash dash);

/// Draws a step of a many-core run. Candidates are outlines, numbered if there are few. The context of the chosen
/// combination is drawn as pale dashed ghosts. The chosen candidate is outlined like a selection, and a caption gives
/// its number and the number of candidates. Nothing is drawn if the core is hidden or folded.
///
///   ┌╌╌╌╌╌╌┐ ghost
///   ┌────┐╌┘      ┌────┐
///   │1   │        │2   │ candidate     ┃chosen┃
///   └────┘        └────┘
///
/// In a step of shared objects, the candidates are the bands of the free objects, without numbers. The bytes by which
/// the taken object grows, all of them for a new one, are shaded across the container.
void draw_candidates(Drawing& drawing, const PlacementStep& step, const Problem& problem,
                     const std::vector<Container>& stack, const Viewport& viewport, Theme theme, TextStyle style,
                     const MeasureText& measure);

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "core/trace/frame.h"
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

/// The free places of a buffer, to be outlined where it lives.
struct PlaceMarks {
    BufferIndex buffer;
    std::vector<AddressRange> places;   ///< relative to the region of the buffer
    std::optional<std::size_t> chosen;  ///< index into the places; empty: none
    friend bool operator==(const PlaceMarks&, const PlaceMarks&) = default;
};

/// Outlines the places over the lifetime of the buffer, dashed in the accent colour; the chosen one with a strong line.
/// Nothing is drawn if its memory is hidden or folded.
///
///   ╎‥‥‥‥╎
///   ┏━━━━┓ chosen
///   ┗━━━━┛
///   ╎‥‥‥‥╎
void draw_places(Drawing& drawing, const PlaceMarks& marks, const Problem& problem, const std::vector<Container>& stack,
                 const Viewport& viewport, const Palette& tokens);

/// With more proposed moves, those at the end of the list are not drawn.
inline constexpr std::size_t most_proposed = 2000;

/// Outlines where the buffers of proposed moves would lie, in the accent colour, and with dashed lines where those of
/// few moves lie now.
///
///   ╎‥‥‥‥╎ now
///   ┏━━━━┓ proposed
///   ┗━━━━┛
void draw_proposal(Drawing& drawing, std::span<const Move> moves, const Problem& problem,
                   const std::vector<Container>& stack, const Viewport& viewport, const Palette& tokens);

}  // namespace arenascope

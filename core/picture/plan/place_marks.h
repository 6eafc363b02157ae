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

namespace arenascope {

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

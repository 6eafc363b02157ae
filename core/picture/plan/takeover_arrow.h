#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// An edge of the usage graph as drawn: from the end of the buffer that hands its memory on to the begin of the one
/// that may take it over.
///
///   ┌─────┐            ┌───────┐
///   │  a  │╌╌╌╌╌╌╌╌╌╌╌▶│   c   │     c may take over from a, and does: the line is solid
///   └─────┘            └───────┘
struct TakeoverArrow {
    BufferIndex giver;
    BufferIndex taker;
    Point from;  ///< in pixels
    Point to;
    bool is_used = false;      ///< the taker is the next one at the place of the giver
    bool is_selected = false;  ///< one of them is selected
};

/// The arrows of all edges that have an effect, if both buffers are placed and shown and the arrow is partly in view.
/// If the graph has more than `few_takeovers` edges, only those of selected buffers. At most `most_arrows`. `shifts`:
/// see `shifts` in container.h. Linear in the lists that are visited, plus the buffers for each edge that may be used.
[[nodiscard]] std::vector<TakeoverArrow> takeover_arrows(const Problem& problem, const Layout& layout,
                                                         IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                         const Viewport& viewport,
                                                         std::span<const BufferIndex> selection);

inline constexpr std::size_t few_takeovers = 200;
inline constexpr std::size_t most_arrows = 2000;

/// Whether takeover_arrows() may give arrows: the problem has a usage graph with few edges, or something is selected.
[[nodiscard]] bool shows_takeovers(const Problem& problem, std::span<const BufferIndex> selection);

/// Draws the arrows within the viewport, except those of selected buffers. Takeovers of the layout are solid, others
/// dashed and fainter, even more so if there are many or a buffer is selected. To be drawn before the rectangles: the
/// lines show where memory is free, and cross no label.
void draw_below(Drawing& drawing, const std::vector<TakeoverArrow>& arrows, const Viewport& viewport,
                const Palette& tokens);

/// Draws the arrows of selected buffers, strong. To be drawn above the rectangles.
void draw_above(Drawing& drawing, const std::vector<TakeoverArrow>& arrows, const Viewport& viewport,
                const Palette& tokens);

/// The picture of a transfer from one core's memory to another: the step of the transfer in both rectangles, and an
/// arrow from the source to its copy.
///
///      ┌───────────┐ copy
///      └▲──────────┘
///       │
///   ┌───┴─┐ source
///   └─────┘
struct TransferTie {
    Transfer transfer;
    Box source;  ///< its bytes in the step of the transfer, in pixels
    Box copy;
    Point from;
    Point to;
    bool is_selected = false;  ///< source or copy is selected
};

/// The ties of all transfers whose source and copy are placed and shown, if they are partly in view. Ties of the same
/// step are next to each other if there is space. Above `most_ties`, only those of selected buffers are returned.
/// `shifts`: see `shifts` in container.h. Linear in the transfers, times the logarithm of the selection.
[[nodiscard]] std::vector<TransferTie> transfer_ties(const Problem& problem, const Layout& layout,
                                                     IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                     const Viewport& viewport, std::span<const BufferIndex> selection);

inline constexpr std::size_t most_ties = 2000;

/// Draws the ties within the viewport. They are faint, even more so if there are many or one is selected, so that they
/// do not hide the rectangles. Ties of selected buffers are on top and strong.
void draw(Drawing& drawing, const std::vector<TransferTie>& ties, const Viewport& viewport, const Palette& tokens);

}  // namespace arenascope

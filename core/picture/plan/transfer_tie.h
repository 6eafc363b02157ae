#pragma once

#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

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

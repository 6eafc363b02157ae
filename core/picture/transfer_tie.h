#pragma once

#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/picture/drawing.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A tensor that crosses from one core's memory into another's, drawn: the step of the transfer in both rectangles, and
/// an arrow from the source to its copy.
///
///      ┌───────────┐ copy
///      └▲──────────┘
///       │
///   ┌───┴─┐ source
///   └─────┘
struct TransferTie {
    Transfer transfer;
    Box source;  ///< its bytes in the step of the transfer
    Box copy;
    Point from;
    Point to;
    bool is_selected = false;  ///< source or copy is
};

/// The ties of the transfers of which both sides are placed and shown (see `shifts`), and which the viewport holds a
/// part of; ties of one step stand beside each other as far as the step has room. Beyond `most_ties` only those of
/// selected buffers are given. Linear in the transfers, times the logarithm of the selection.
[[nodiscard]] std::vector<TransferTie> transfer_ties(const Problem& problem, const Layout& layout,
                                                     IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                     const Viewport& viewport, std::span<const BufferIndex> selection);

inline constexpr std::size_t most_ties = 2000;

/// The ties within the viewport: faint, the fainter where they are many or one is selected, so that they do not hide
/// what they tie; those of a selected buffer over them and strong.
void draw(Drawing& drawing, const std::vector<TransferTie>& ties, const Viewport& viewport, const Palette& tokens);

}  // namespace arenascope

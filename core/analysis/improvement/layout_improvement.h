#pragma once

#include "core/analysis/improvement/improvement.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Tries every small change around some buffers, and lists those that lower the peak of their region.
///
///    peak ┬─────┐                 move         x to each free place, at its lowest aligned offset
///         │  x  │                 swap         x and y exchange their offsets; or x, then y, to their lowest fit; or
///    ┌────┴──┬──┴──┐                           y, then x
///    │   y   │  z  │ ┌───┐        together     all buffers at the peak to their lowest fit, by falling size
///    └───────┴─────┘ │ w │        reinsertion  x before any buffer alive at the same time, or last, in the order by
///                    └───┘                     offset (here w y z x); from there on, all are placed by lowest fit
///
/// Pinned buffers, and those that share memory on purpose, never move. Unplaced buffers stay unplaced. Gaps, windows
/// and alignments are kept. Nothing that the overlap checker does not find in the layout is found after a change.
/// Changes to the same layout are listed once, with the simplest kind.
///
/// For k buffers to try of n: k placements for moves, 6n for each buffer at the peak for swaps, and for reinsertions
/// 2kn attempts of at most n placements, which end at the first tail that reaches the old peak. The near positions come
/// first, and each buffer gets an equal share of the work limit. The same layout and order give the same report, unless
/// the stop token ends the search.
[[nodiscard]] ImprovementReport find_improvements(const Problem& problem, const Layout& layout,
                                                  const ImprovementOrder& order);

/// The layout after an improvement. Linear.
[[nodiscard]] Layout improved_layout(const Layout& layout, const Improvement& improvement);

}  // namespace arenascope

#pragma once

#include <span>
#include <vector>

#include "core/error/error.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The layout of the pinned buffers alone, with the sharing that `given` declares among them. A group keeps its pinned
/// members; one that loses its whole (parts), or all members but one, is dropped. So is every removed operator whose
/// work the pins do not do. Linear in buffers and members, times log n.
[[nodiscard]] Layout layout_of_pins(const Problem& problem, const Layout& given);

/// Whether planners can keep the pins: each is a multiple of its alignment, and no two pinned buffers use the same
/// bytes at the same time unless `pinned` declares that they share them. The error names the buffers and the shared
/// bytes. O(n log n) in the pinned buffers.
[[nodiscard]] Expected<void> check_pins(const Problem& problem, const Layout& pinned);

/// The problem with every byte that pinned buffers share left to one of them, so that planners count it once:
///
///   offset   ┌───────┐ a                  ┌───────┐ a           Step by step, by rising offset, each member keeps
///            │   ┌───┼───┐ b      ─▶      │       ├───┐ b       what lies above the tails of those before it: one
///            └───┼───┘   │                └───────┤   │         window, or nothing. That becomes a gap.
///                └───────┘                        └───┘
///
/// Buffers keep their sizes, lifetimes and pins; those in no group stay as they are. The live size of the result is
/// that of the unions, and a layout of it that keeps the pins is one of `problem`. O(k² log k) for a block of k
/// members.
[[nodiscard]] Problem without_shared_bytes(Problem problem, const Layout& pinned);

}  // namespace arenascope

#pragma once

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A lower bound of the peak of a region for every arrangement that the sharing groups of the layout allow, not only
/// for that of the layout itself. Members of a group need not share, and may share at other offsets.
///
///   placed        ┌───┐ b      union: 12      At each step, a block of groups takes at least the bytes of those live
///             ┌───┼─┐ │        at least: 8    members of which no two may overlap: here those of the largest one.
///           a │ 8 └─┼─┘        Blocks and buffers without a group never overlap each other, so their bytes add up.
///             └─────┘
///
/// Two members may overlap if a group of both allows it somewhere: parts of one whole may not, and neither may buffers
/// that no common operator reads and overwrites. Of more than 64 live members, only the largest counts.
/// O(n log n) for n buffers and operands.
[[nodiscard]] Bytes arrangement_bound(const Problem& problem, const Layout& layout, RegionIndex region);

/// The largest one of all regions.
[[nodiscard]] Bytes arrangement_bound(const Problem& problem, const Layout& layout);

}  // namespace arenascope

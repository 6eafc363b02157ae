#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Splits buffers into sets that use bytes together, directly or through others:
///
///   offset  ┌────┐ b      ┌───┐ d       a and b use the same bytes at some step, b and c at another one: one set.
///         ┌─┼──┐ ├───┐ c  └───┘         d never meets them: a set of its own.
///         │ a  │ │   │
///         └────┴─┴───┘
///
/// All members are placed in one region and take bytes. Each set is ascending, and sets are ordered by their first
/// member. O(k log² k) for k pieces.
[[nodiscard]] std::vector<std::vector<BufferIndex>> meeting_members(const Problem& problem, const Layout& layout,
                                                                    const std::vector<BufferIndex>& members);

}  // namespace arenascope

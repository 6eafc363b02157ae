#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

/// A plan has at most this many carriers of its peak.
inline constexpr std::size_t most_carriers = 5;

/// The rectangles of the buffers that carry the peak of the highest container: the one with the highest tail (the first
/// of several), and the largest of those that are in use with it at its busiest step. Each of the latter has at least a
/// twelfth of the peak. The topmost is first, then the largest.
///
///   peak ┬────┐             a and c carry the peak: they are in use at the busiest step of c.
///        │ c  │             b is in use at another step.
///     ┌──┴────┴─┬──────┐
///     │    a    │  b   │
///     └─────────┴──────┘ step
///
/// Empty for the segments of a recorded allocator, which nobody planned. Linear.
[[nodiscard]] std::vector<MemoryRectangle> peak_carriers(const Problem& problem, const Layout& layout,
                                                         const std::vector<Container>& stack,
                                                         IndexedSpan<RegionIndex, const std::int64_t> shifts);

}  // namespace arenascope

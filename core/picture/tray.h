#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/picture/coloring.h"
#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// The buffers that are not placed, laid out on the time axis of the containers. They have no offset, so each has a
/// lane instead: the lowest one that is free for its lifetime, the bottom one is 0.
///
///   lane 1      ┌── b ──┐
///   lane 0  ┌── a ──┐ ┌── c ──┐
struct Tray {
    std::vector<MemoryRectangle> rectangles;  ///< bytes are lanes; in buffer order
    std::int64_t lanes = 0;                   ///< as many as are alive at once at most
};

/// Of all regions, or of those that `is_shown` says, by region; O(n log n) in the buffers that are not placed.
[[nodiscard]] Tray tray_of(const Problem& problem, const Layout& layout,
                           const IndexedVector<RegionIndex, bool>& is_shown = {});

/// Every buffer as an outline.
[[nodiscard]] Coloring tray_coloring(const Problem& problem, Theme theme);

}  // namespace arenascope

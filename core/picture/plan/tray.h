#pragma once

#include <cstdint>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

/// The buffers that are not placed, on the time axis of the containers. They have no offset, so each is in a lane: the
/// lowest one that is free during its lifetime. The bottom lane is 0.
///
///   lane 1      ┌── b ──┐
///   lane 0  ┌── a ──┐ ┌── c ──┐
struct Tray {
    std::vector<MemoryRectangle> rectangles;  ///< in buffer order; bytes are lanes
    std::int64_t lanes = 0;                   ///< the greatest number of them that are alive at once
};

/// `is_shown`: by region, which regions are included; empty: all. O(n log n) in the buffers that are not placed.
[[nodiscard]] Tray tray_of(const Problem& problem, const Layout& layout,
                           const IndexedVector<RegionIndex, bool>& is_shown = {});

/// A colouring with all buffers as outlines.
[[nodiscard]] Coloring tray_coloring(const Problem& problem, Theme theme);

}  // namespace arenascope

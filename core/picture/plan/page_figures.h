#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/unit.h"

namespace arenascope {

/// The meaning of a figure, which determines its colour.
enum class FigureTone : std::uint8_t { plain, threshold, good, worrying };

/// A figure at the top of a page.
struct PageFigure {
    std::string name;
    std::string value;
    FigureTone tone = FigureTone::plain;
    friend bool operator==(const PageFigure&, const PageFigure&) = default;
};

/// The figures of a layout: peak, threshold, growth of heaps, unplaced buffers, overlaps, capacities. If there are many
/// capacities, one figure gives their range, and only exceeded ones are named. The segments of a recorded allocator
/// have figures of their own: live and reserved size, failed allocations. Where there are several memories, peak and
/// threshold name the one that they belong to. `known`: see region_thresholds(); empty: they are computed. Linear with
/// them, otherwise O(n log n).
[[nodiscard]] std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                                   Unit unit, const IndexedVector<RegionIndex, Bytes>& known = {});

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/picture/unit.h"

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
/// have figures of their own: live and reserved size, failed allocations. `known`: the theoretical threshold; empty: it
/// is computed. Linear with it, otherwise O(n log n).
[[nodiscard]] std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                                   Unit unit, std::optional<Bytes> known = std::nullopt);

}  // namespace arenascope

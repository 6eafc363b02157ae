#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/picture/unit.h"

namespace arenascope {

/// What a figure says of the plan, and so its colour.
enum class FigureTone : std::uint8_t { plain, threshold, good, worrying };

/// A figure at the head of a page.
struct PageFigure {
    std::string name;
    std::string value;
    FigureTone tone = FigureTone::plain;
    friend bool operator==(const PageFigure&, const PageFigure&) = default;
};

/// What is to be said of a layout in figures: peak, threshold, what is not placed, overlaps, capacities. What a heap
/// grew by as scratch was placed is one of them. Of many memories their capacities are told together, and by name only
/// those that are exceeded. O(n log n).
[[nodiscard]] std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                                   Unit unit);

}  // namespace arenascope

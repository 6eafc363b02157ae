#pragma once

#include <cstdint>
#include <span>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// Height of the container stack up to the highest line in it, in bytes, without air above. Linear but for a sort.
[[nodiscard]] std::int64_t stack_height(const Problem& problem, const Layout& layout);

/// A layout as a picture without words, to be looked at beside others: rectangles in the colours of their risk, the
/// thresholds as dashed lines. Pictures with the same `top` are on one scale; what reaches above it is cut off along a
/// jagged edge, so that one poor layout does not flatten the good ones.
///
///   ┌ ^v^v^v^ ┐ top      ┌─────────┐ top
///   │█████████│          │         │
///   │-█████-██│          │---------│ threshold
///   │█████████│          │██ ███ ██│
///   └─────────┘          └─────────┘
///
/// O(rectangles + pixels) with a small constant.
[[nodiscard]] Drawing thumbnail(const Problem& problem, const Layout& layout, std::span<const Risk> risks,
                                std::int64_t top, double width, double height, Theme theme);

}  // namespace arenascope

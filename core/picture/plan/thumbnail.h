#pragma once

#include <cstdint>
#include <span>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/drawing.h"

namespace arenascope {

/// The height of the container stack up to its highest line, in bytes. Linear except for a sort.
[[nodiscard]] std::int64_t stack_height(const Problem& problem, const Layout& layout);

/// A small picture of a layout without text, for comparing layouts: rectangles in the colours of their risk, and
/// thresholds as dashed lines. Pictures with the same `top` have the same scale. Content above it is cut off along a
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

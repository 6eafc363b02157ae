#pragma once

#include <optional>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/unit.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The live size of a recorded allocator below its reserved size. The area between them is the cost of caching and
/// fragmentation.
///
///   ┌───────────── reserved
///   │░░░░▁▂▄▂▁░░░░
///   │▁▂▄▓▓▓▓▓▓▓▄▂▁  live
struct ReservedArea {
    LiveProfile live;      ///< of all segments together
    LiveProfile reserved;  ///< see reserved_size()
};

/// Empty: the regions are not the segments of a recorded allocator. O(n log n).
[[nodiscard]] std::optional<ReservedArea> reserved_area(const Problem& problem);

/// The highest amount of both.
[[nodiscard]] Bytes highest_amount(const ReservedArea& area);

/// Draws both areas with their curves. O(log n + changes in view).
void draw(Drawing& drawing, const ReservedArea& area, const Viewport& viewport, const Palette& tokens);

/// The names of the curves with their highest amounts.
[[nodiscard]] LiveLegend reserved_legend(const ReservedArea& area, const Viewport& viewport, Unit unit, Theme theme,
                                         TextStyle style, const MeasureText& measure);

}  // namespace arenascope

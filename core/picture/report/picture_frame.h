#pragma once

#include <optional>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/short_names.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Where the parts of a report's picture stand, and what they share. The picture always shows the whole plan; a reader
/// who wants more zooms.
///
///    ┌──────────────────────────┐
///    │ containers, stacked      │ names of
///    │                          │ regions
///    └──────────────────────────┘
///    ┌──────────────────────────┐
///    │ live size                │
///    └──────────────────────────┘
///      steps, and their names
struct PictureFrame {
    std::vector<Container> stack;
    std::vector<std::int64_t> shifts;  ///< by RegionIndex, see shifts() in container.h
    ShortNames names;
    ColorBy color_by = ColorBy::risk;
    Coloring light;                        ///< counts placed buffers only
    Coloring dark;                         ///< the same classes
    std::optional<ReservedArea> reserved;  ///< of a recorded allocator
    Bytes threshold;
    Unit unit = Unit::kibibytes;
    std::int64_t first_step = 0;  ///< the step at the left end
    Viewport containers;
    Viewport live;
    double headroom = 0;  ///< pixels above the containers for labels of lines
};

/// The size of the picture, in pixels of its own; a browser scales it to the width of its page.
inline constexpr double report_picture_width = 1200;
inline constexpr double report_picture_height = 720;

inline constexpr TextStyle report_line_style{12, true};
inline constexpr double report_ticks_apart = 56;  ///< pixels
inline constexpr int report_most_ticks = 12;

/// Its only memory; null: it has several, or none.
[[nodiscard]] const Container* only_memory(const PictureFrame& frame);

/// Lays out the picture of a plan. O(n log n).
[[nodiscard]] PictureFrame picture_frame(const PageContent& content, const MeasureText& measure);

}  // namespace arenascope

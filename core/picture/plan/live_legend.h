#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The legend of the live-size curves: for each curve a line in its colour and a name.
struct LiveLegend {
    struct Entry {
        std::string name;
        Color color;
        Box ground;  ///< of the line and the name
    };
    std::vector<Entry> entries;
};

/// The height of the legend above the curves, in pixels; 0 if a plot of this height has no room for both.
[[nodiscard]] double live_legend_height(double plot_height, TextStyle style);

/// The upper end of a live-size axis, for the highest amount that it shows. `above`: pixels kept free above the curves.
[[nodiscard]] long double live_axis_end(Bytes highest, double plot_height, double above);

/// The legend at the top left of the live size, above the curves if the axis ends at live_axis_end(). `core` is the
/// memory that is shown; null: all of the stack. `has_fragmentation`: there is a second curve. The capacity of
/// limited_memory() is the last entry. Entries without space in `viewport` are counted: "2 more". Without space for the
/// first one, there are none.
[[nodiscard]] LiveLegend live_legend(const Container* core, const std::vector<Container>& stack, bool has_fragmentation,
                                     const Viewport& viewport, Theme theme, TextStyle style,
                                     const MeasureText& measure);

/// "capacity of sram", or "capacity of sram; red: above it" if its live size exceeds it somewhere.
[[nodiscard]] std::string capacity_words(const Container& limited);

/// The end of a title of live sizes: "; line: capacity of sram", of the only memory "; red: above the capacity". Empty:
/// there is nothing to tell.
[[nodiscard]] std::string limit_words(const Container* limited, bool is_only);

/// A curve and its colour.
struct NamedCurve {
    std::string name;
    Color color;
};

/// The same for any curves.
[[nodiscard]] LiveLegend live_legend(const std::vector<NamedCurve>& curves, const Viewport& viewport, TextStyle style,
                                     const MeasureText& measure);

void draw(Drawing& drawing, const LiveLegend& legend, TextStyle style, Theme theme);

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

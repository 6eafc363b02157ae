#include "core/picture/report/picture_frame.h"

#include <algorithm>
#include <cmath>

#include "core/model/memory/live_profile.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/time_axis.h"

namespace arenascope {
namespace {

constexpr double plots_gap = 14;
constexpr double live_share = 0.18;  ///< of the height of both plots
constexpr double margin = 4;

double widest_tick(Stretch bytes, Unit unit, double height, const MeasureText& measure) {
    double widest = 0;
    for (const Tick& tick : offset_ticks(bytes, unit, tick_count(height, report_ticks_apart, report_most_ticks))) {
        widest = std::max(widest, measure(tick.label, axis_style));
    }
    return widest;
}

}  // namespace

const Container* only_memory(const PictureFrame& frame) {
    return frame.stack.size() == 1 ? &frame.stack.front() : nullptr;
}

PictureFrame picture_frame(const PageContent& content, const MeasureText& measure) {
    const Problem& problem = *content.problem;
    const Layout& layout = *content.layout;
    PictureFrame frame;
    frame.stack = containers(problem, layout, content.containers);
    frame.shifts = shifts(problem, frame.stack);
    frame.names = short_names(problem);
    frame.color_by = shown_color_by(problem, content.color_by);
    frame.light = coloring(problem, content.risks, frame.color_by, Theme::light);
    frame.dark = coloring(problem, content.risks, frame.color_by, Theme::dark);
    count_placed(frame.light, layout);
    count_placed(frame.dark, layout);
    frame.reserved = reserved_area(problem);
    frame.threshold = threshold(problem, layout);
    const Bytes most = std::max({peak(problem, layout) - Offset(0), frame.threshold,
                                 frame.reserved ? highest_amount(*frame.reserved) : Bytes(0)});
    frame.unit = content.unit.value_or(unit_for(most));
    const View whole = whole_view(problem, frame.stack);
    frame.first_step = whole_part(whole.steps.from);
    const double bottom = report_picture_height - time_axis_height(problem) - margin;
    const double widest =
        std::max(widest_tick(whole.bytes, frame.unit, bottom, measure), measure("1,000,000", axis_style));
    const double left = std::ceil(margin + line_height(axis_style) + widest + axis_tick_length + 6);
    const double right =
        std::floor(report_picture_width - 16 - region_strip_width(frame.stack, report_line_style, measure));
    const double height = bottom - plots_gap - margin;
    const double live_height = std::floor(height * live_share);
    frame.headroom = frame.stack.size() == 1 ? std::ceil(label_headroom(height - live_height, report_line_style)) : 0;
    frame.containers = {whole, {left, margin + frame.headroom, right, std::floor(bottom - live_height - plots_gap)}};
    const Container* limited = limited_memory(only_memory(frame), frame.stack);
    const Bytes live = frame.reserved       ? highest_amount(*frame.reserved)
                       : limited == nullptr ? frame.threshold
                                            : std::max(frame.threshold, *limited->capacity);
    const double above = live_legend_height(live_height, report_line_style);
    frame.live = {{whole.steps, {0, live_axis_end(live, live_height, above)}},
                  {left, bottom - live_height, right, bottom}};
    return frame;
}

}  // namespace arenascope

#include "widgets/picture/layout_view/axis_marks.h"

#include <algorithm>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/step_names.h"
#include "core/picture/plan/time_axis.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr double offset_ticks_apart = 56;
constexpr int most_ticks = 14;
constexpr int live_ticks = 3;

}  // namespace

std::vector<PlacedTick> offset_marks(const LayoutPicture& picture, const Viewport& port) {
    std::vector<PlacedTick> marks;
    const std::vector<Container>& stack = picture.shapes().stack;
    const Stretch& bytes = port.view.bytes;
    const long double whole_length = std::max(length(bytes), 1.0L);
    const ContainerTicks axis = stack_ticks(stack, port, picture.content().unit, offset_ticks_apart, most_ticks);
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const auto share = (static_cast<long double>(axis.positions[i]) - bytes.from) / whole_length;
        marks.push_back({static_cast<double>(share), axis.ticks[i].label});
    }
    return marks;
}

std::vector<PlacedTick> live_marks(const Viewport& port, Unit unit) {
    return placed(offset_ticks(port.view.bytes, unit, live_ticks), port.view.bytes);
}

std::vector<PlacedTick> time_marks(const Viewport& port, const MeasureText& measure) {
    const Stretch& steps = port.view.steps;
    return placed(fitting_step_ticks(steps, width(port.box), measure), steps);
}

std::vector<PlacedTick> clock_marks(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure) {
    const Problem* problem = picture.content().problem.get();
    return problem != nullptr ? clock_ticks(*problem, port.view.steps, width(port.box), measure)
                              : std::vector<PlacedTick>();
}

PlotTitles plot_titles(const LayoutPicture& picture) {
    PlotTitles titles{
        {view_text("offset, %1")}, {view_text("live size, %1"), view_text("live, %1")}, view_text("step")};
    const Problem* problem = picture.content().problem.get();
    if (problem == nullptr) {
        return titles;
    }
    if (shows_bands(picture.shapes().stack)) {
        titles.offsets = {view_text("segments stacked by address, %1"), view_text("segments, %1")};
    }
    if (picture.shapes().reserved) {
        titles.sizes = {view_text("in use, %1")};
    }
    titles.time = view_text(time_axis_title(*problem).c_str());
    titles.has_clock = has_clock(*problem);
    return titles;
}

Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure) {
    Drawing drawing;
    const LayoutContent& content = picture.content();
    if (content.problem) {
        drawing.primitives.emplace_back(ClipBegin{port.box});
        draw(drawing, step_names(*content.problem, port, content.time_cursor, step_name_style, measure),
             content.time_cursor, step_name_style, palette(content.theme));
        drawing.primitives.emplace_back(ClipEnd{});
    }
    return drawing;
}

std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure) {
    const auto longest_of = [&measure](const std::shared_ptr<const Problem>& problem) {
        return problem == nullptr || problem->step_labels.empty()
                   ? std::nullopt
                   : std::optional(longest_name(problem->step_labels, step_name_style, measure));
    };
    const LayoutContent& content = picture.content();
    const std::optional<double> own = longest_of(content.problem);
    return content.problem && content.beside && content.beside->problem != content.problem
               ? std::max(own, longest_of(content.beside->problem))
               : own;
}

}  // namespace arenascope

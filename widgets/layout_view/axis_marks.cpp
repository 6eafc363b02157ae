#include "widgets/layout_view/axis_marks.h"

#include <algorithm>

#include "core/picture/axis.h"
#include "core/picture/container_ticks.h"
#include "core/picture/step_names.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

constexpr double offset_ticks_apart = 56;
constexpr double time_ticks_apart = 96;
constexpr int most_ticks = 14;
constexpr int live_ticks = 3;

int tick_count(double pixels, double apart) {
    return std::clamp(static_cast<int>(pixels / apart), 2, most_ticks);
}

}  // namespace

std::vector<AxisMark> offset_marks(const LayoutPicture& picture, const Viewport& port) {
    std::vector<AxisMark> marks;
    const std::vector<Container>& stack = picture.shapes().stack;
    const Stretch& bytes = port.view.bytes;
    const long double whole_length = std::max(length(bytes), 1.0L);
    for (const Container& container : stack) {
        const ContainerTicks axis =
            container_ticks(container, port, picture.content().unit, offset_ticks_apart, most_ticks, stack.size() == 1);
        for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
            const auto share = (static_cast<long double>(axis.positions[i]) - bytes.from) / whole_length;
            marks.push_back({static_cast<double>(share), visible_text(axis.ticks[i].label)});
        }
    }
    return marks;
}

std::vector<AxisMark> live_marks(const Viewport& port, Unit unit) {
    std::vector<AxisMark> marks;
    for (const Tick& tick : offset_ticks(port.view.bytes, unit, live_ticks)) {
        const auto share = static_cast<long double>(tick.value) / length(port.view.bytes);
        marks.push_back({static_cast<double>(share), visible_text(tick.label)});
    }
    return marks;
}

std::vector<AxisMark> time_marks(const Viewport& port) {
    std::vector<AxisMark> marks;
    const Stretch& steps = port.view.steps;
    for (const Tick& tick : step_ticks(steps, tick_count(width(port.box), time_ticks_apart))) {
        const auto share = (static_cast<long double>(tick.value) - steps.from) / length(steps);
        marks.push_back({static_cast<double>(share), visible_text(tick.label)});
    }
    return marks;
}

Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure) {
    Drawing drawing;
    const LayoutContent& content = picture.content();
    if (content.problem) {
        drawing.primitives.emplace_back(ClipBegin{port.box});
        draw(drawing, step_names(content.problem->step_labels, port, content.time_cursor, step_name_style, measure),
             content.time_cursor, step_name_style, palette(content.theme));
        drawing.primitives.emplace_back(ClipEnd{});
    }
    return drawing;
}

std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure) {
    const Problem* problem = picture.content().problem.get();
    if (problem == nullptr || problem->step_labels.empty()) {
        return std::nullopt;
    }
    return longest_name(problem->step_labels, step_name_style, measure);
}

}  // namespace arenascope

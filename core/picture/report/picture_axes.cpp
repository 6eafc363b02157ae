#include "core/picture/report/picture_axes.h"

#include <cmath>

#include "core/base/text/json_text.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// Of more, the names of steps would take more room than the buffers.
constexpr std::size_t most_step_names = 2'000;
constexpr std::size_t most_bytes_of_names = 100'000;

bool are_few(const std::vector<StepLabel>& labels) {
    std::size_t bytes = 0;
    for (const StepLabel& label : labels) {
        bytes += label.text.size();
    }
    return labels.size() <= most_step_names && bytes <= most_bytes_of_names;
}

void append_box(std::string& out, const Box& box) {
    out += "[";
    for (const double side : {box.left, box.top, box.right, box.bottom}) {
        out += (out.back() == '[' ? "" : ", ") + decimal_text(side, 2);
    }
    out += "]";
}

/// Numbers of the script are floats. Steps count from the first one, so that they stay exact there.
void append_stretch(std::string& out, long double from, long double to) {
    out += "[" + precise_text(static_cast<double>(from)) + ", " + precise_text(static_cast<double>(to)) + "]";
}

}  // namespace

std::string axes_json(const Problem& problem, const PictureFrame& frame, const std::vector<ReferenceLine>& lines) {
    std::string text;
    MemberWriter members(text);
    const Viewport& port = frame.containers;
    append_box(members.name("box"), port.box);
    append_box(members.name("live"), frame.live.box);
    members.text("first", std::to_string(frame.first_step));
    append_stretch(members.name("steps"), port.view.steps.from - static_cast<long double>(frame.first_step),
                   port.view.steps.to - static_cast<long double>(frame.first_step));
    append_stretch(members.name("bytes"), port.view.bytes.from, port.view.bytes.to);
    members.text("unit", name_of(frame.unit));
    members.flag("bands", shows_bands(frame.stack));
    members.row("containers", frame.stack, [&](const Container& container) {
        MemberWriter one(text);
        one.number("shift", container.shift);
        one.number("lowest", container.lowest);
        one.number("highest", container.highest);
        one.flag("folded", container.is_folded);
        one.close();
    });
    members.row("lines", lines, [&](const ReferenceLine& line) {
        MemberWriter one(text);
        one.number("at", std::llround(byte_at(port, line.y)));
        one.close();
    });
    members.row("names", are_few(problem.step_labels) ? problem.step_labels : std::vector<StepLabel>(),
                [&](const StepLabel& label) {
                    MemberWriter one(text);
                    one.number("step", checked_subtract(label.step.value(), frame.first_step));
                    one.text("text", report_name(label.text));
                    one.close();
                });
    members.close();
    return text;
}

}  // namespace arenascope

#include "widgets/picture/layout_view/view_gesture.h"

#include <algorithm>
#include <cmath>

#include "widgets/picture/layout_view/view_command.h"

namespace arenascope {
namespace {

constexpr int least_box_pixels = 4;
constexpr double notch_angle = 120;  ///< eighths of a degree

}  // namespace

View Pan::follow(const Viewport& port, QPoint to) {
    const QPoint distance = to - last_;
    last_ = to;
    return panned(port.view, -distance.x() / std::max(1.0, width(port.box)),
                  distance.y() / std::max(1.0, height(port.box)));
}

std::optional<View> ZoomBox::view(const Viewport& port) const {
    if (box_.width() < least_box_pixels || box_.height() < least_box_pixels) {
        return std::nullopt;
    }
    return View{{step_at(port, box_.left()), step_at(port, box_.left() + box_.width())},
                {byte_at(port, box_.top() + box_.height()), byte_at(port, box_.top())}};
}

std::optional<View> wheel_view(const Viewport& port, const WheelTurn& turn) {
    // Some platforms turn the wheel sideways while a modifier is held.
    const int amount = turn.angle.y() != 0 ? turn.angle.y() : turn.angle.x();
    if (amount == 0) {
        return std::nullopt;
    }
    const double factor = std::pow(notch_factor, amount / notch_angle);
    const bool time_only = turn.modifiers.testFlag(Qt::ControlModifier);
    const bool offset_only = turn.modifiers.testFlag(Qt::ShiftModifier);
    return zoomed(port.view, step_at(port, turn.at.x()), byte_at(port, turn.at.y()), offset_only ? 1 : factor,
                  time_only ? 1 : factor);
}

}  // namespace arenascope

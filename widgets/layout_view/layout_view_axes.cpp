// What stands along the axes of a LayoutView: numbers, and the names of the steps.
#include <algorithm>

#include "core/picture/axis.h"
#include "core/picture/container_ticks.h"
#include "core/picture/step_names.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

constexpr double offset_ticks_apart = 56;
constexpr double time_ticks_apart = 96;
constexpr int most_ticks = 14;

int tick_count(double pixels, double apart) {
    return std::clamp(static_cast<int>(pixels / apart), 2, most_ticks);
}

}  // namespace

QVector<ViewportTicker::Position> LayoutView::offset_positions() const {
    QVector<ViewportTicker::Position> positions;
    const Viewport port = viewport();
    const long double whole_length = std::max(length(view_.bytes), 1.0L);
    for (const Container& container : stack_) {
        const ContainerTicks axis =
            container_ticks(container, port, unit_, offset_ticks_apart, most_ticks, stack_.size() == 1);
        for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
            const auto share = (static_cast<long double>(axis.positions[i]) - view_.bytes.from) / whole_length;
            positions.append({static_cast<double>(share), visible_text(axis.ticks[i].label)});
        }
    }
    return positions;
}

QVector<ViewportTicker::Position> LayoutView::live_positions() const {
    QVector<ViewportTicker::Position> positions;
    const Viewport port = live_viewport();
    for (const Tick& tick : offset_ticks(port.view.bytes, unit_, 3)) {
        positions.append({static_cast<double>(static_cast<long double>(tick.value) / length(port.view.bytes)),
                          visible_text(tick.label)});
    }
    return positions;
}

QVector<ViewportTicker::Position> LayoutView::time_positions() const {
    QVector<ViewportTicker::Position> positions;
    for (const Tick& tick : step_ticks(view_.steps, tick_count(arenascope::width(viewport().box), time_ticks_apart))) {
        const auto share = (static_cast<long double>(tick.value) - view_.steps.from) / length(view_.steps);
        positions.append({static_cast<double>(share), visible_text(tick.label)});
    }
    return positions;
}

Viewport LayoutView::names_viewport() const {
    return {{view_.steps, {0, 1}}, box_of(names_rect_)};
}

Drawing LayoutView::names_drawing() const {
    Drawing drawing;
    if (problem_) {
        const Viewport strip = names_viewport();
        drawing.primitives.emplace_back(ClipBegin{strip.box});
        arenascope::draw(drawing, step_names(problem_->step_labels, strip, time_cursor_, step_name_style, measure_),
                         time_cursor_, step_name_style, arenascope::palette(theme_));
        drawing.primitives.emplace_back(ClipEnd{});
    }
    return drawing;
}

void LayoutView::measure_names() {
    longest_name_ = longest_name(problem_->step_labels, step_name_style, measure_);
}

void LayoutView::show_names_strip() {
    const bool shown = problem_ && !problem_->step_labels.empty();
    const int inside = shown ? static_cast<int>(names_height(longest_name_, height())) : 0;
    names_rect_->setVisible(shown);
    names_rect_->setMinimumSize(0, inside);
    names_rect_->setMaximumSize(QWIDGETSIZE_MAX, inside);
    // A hidden strip takes no room: its margins at the sides stay, for they are those of all rectangles.
    names_rect_->setAutoMargins(shown ? QCP::msAll : QCP::msLeft | QCP::msRight);
    names_rect_->setMinimumMargins(QMargins(8, 0, 16, shown ? 4 : 0));
    if (!shown) {
        names_rect_->setMargins(QMargins(names_rect_->margins().left(), 0, names_rect_->margins().right(), 0));
    }
    // The numbers stand below the names.
    QCPAxis* above = live_rect_->axis(QCPAxis::atBottom);
    above->setTickLabels(!shown);
    above->setLabel(shown ? QString() : tr("step"));
}

void LayoutView::resizeEvent(QResizeEvent* event) {
    show_names_strip();
    fit_tray();
    QCustomPlot::resizeEvent(event);
}

}  // namespace arenascope

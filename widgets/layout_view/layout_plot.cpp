#include "widgets/layout_view/layout_plot.h"

#include <algorithm>
#include <cmath>

#include "core/picture/reference_line.h"
#include "core/picture/step_names.h"
#include "widgets/layout_view/drawing_plottable.h"
#include "widgets/layout_view/view_text.h"
#include "widgets/picture/plot_axis.h"
#include "widgets/style/theme.h"

namespace arenascope {
namespace {

constexpr int lane_pixels = 18;
constexpr double most_tray_share = 0.3;  ///< of the height, if a buffer is placed below the tray

void add_drawing(const QCPAxisRect* rect, const std::function<Drawing()>& make) {
    new DrawingPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), make);
}

/// The range of the axis is always [0, 1]: the plot's doubles need not hold steps of 10^18.
void use_marks(QCPAxis* axis, const std::function<std::vector<PlacedTick>()>& marks) {
    set_ticks(*axis, [marks](double /*from*/, double /*to*/) { return marks(); });
}

Box box_of(const QCPAxisRect* rect) {
    return {static_cast<double>(rect->left()), static_cast<double>(rect->top()),
            static_cast<double>(rect->left() + rect->width()), static_cast<double>(rect->top() + rect->height())};
}

}  // namespace

LayoutPlot::LayoutPlot(const PlotParts& parts, QWidget* parent) : QCustomPlot(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    plotLayout()->clear();
    tray_ = new QCPAxisRect(this);
    containers_ = new QCPAxisRect(this);
    live_ = new QCPAxisRect(this);
    names_ = new QCPAxisRect(this);
    plotLayout()->addElement(0, 0, tray_);
    plotLayout()->addElement(1, 0, containers_);
    plotLayout()->addElement(2, 0, live_);
    plotLayout()->addElement(3, 0, names_);
    plotLayout()->setRowStretchFactor(1, 5);
    plotLayout()->setRowStretchFactor(2, 1);
    plotLayout()->setRowSpacing(4);
    auto* margins = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : rects()) {
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
        rect->setMinimumMargins(QMargins(8, 6, 16, 4));
        rect->setupFullAxesBox();
        for (QCPAxis* axis : rect->axes()) {
            axis->setRange(0, 1);
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
            axis->grid()->setVisible(axis->axisType() == QCPAxis::atLeft);
        }
        rect->axis(QCPAxis::atTop)->setTicks(false);
        rect->axis(QCPAxis::atRight)->setTicks(false);
    }
    use_marks(containers_->axis(QCPAxis::atLeft), parts.offsets);
    use_marks(containers_->axis(QCPAxis::atBottom), parts.steps);
    use_marks(live_->axis(QCPAxis::atLeft), parts.sizes);
    use_marks(live_->axis(QCPAxis::atBottom), parts.steps);
    use_marks(names_->axis(QCPAxis::atBottom), parts.steps);
    containers_->axis(QCPAxis::atBottom)->setTickLabels(false);
    for (QCPAxisRect* rect : {live_, names_}) {
        rect->axis(QCPAxis::atBottom)->setLabel(view_text("step"));
    }
    names_->axis(QCPAxis::atLeft)->setTicks(false);
    names_->axis(QCPAxis::atLeft)->grid()->setVisible(false);
    for (QCPAxis* axis : tray_->axes()) {
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    add_drawing(tray_, parts.tray);
    add_drawing(containers_, parts.containers);
    add_drawing(live_, parts.live);
    add_drawing(names_, parts.names);
    fit_names();
}

std::vector<QCPAxisRect*> LayoutPlot::rects() const {
    return {tray_, containers_, live_, names_};
}

void LayoutPlot::set_look(Theme theme, Unit unit) {
    const Palette& tokens = arenascope::palette(theme);
    setBackground(QBrush(qt_color(tokens.panel)));
    for (QCPAxisRect* rect : rects()) {
        rect->setBackground(QBrush(qt_color(tokens.plot)));
        for (QCPAxis* axis : rect->axes()) {
            apply_axis_look(*axis, theme);
        }
    }
    const QString name = QString::fromStdString(name_of(unit));
    containers_->axis(QCPAxis::atLeft)->setLabel(view_text("offset, %1").arg(name));
    live_->axis(QCPAxis::atLeft)->setLabel(view_text("live size, %1").arg(name));
}

void LayoutPlot::set_tray(const TrayRoom& room) {
    room_ = room;
    fit_tray();
}

void LayoutPlot::set_names(std::optional<double> longest) {
    longest_name_ = longest;
    fit_names();
}

/// The tray is as high as its lanes need, within limits. It is hidden if everything is placed.
void LayoutPlot::fit_tray() {
    const bool shown = room_.lanes > 0;
    const double share = room_.has_placed ? most_tray_share : 1 - most_tray_share;
    const int most = std::max(lane_pixels, static_cast<int>(this->height() * share));
    const int tall = shown ? static_cast<int>(std::min<std::int64_t>(room_.lanes * lane_pixels, most)) : 0;
    const int title = shown ? static_cast<int>(line_height(tray_title_style)) + 6 : 0;
    const bool other_height = tray_->maximumSize().height() != tall;
    tray_->setVisible(shown);
    tray_->setMinimumMargins(shown ? QMargins(8, title, 16, 4) : QMargins(8, 0, 16, 0));
    tray_->setMinimumSize(0, tall);
    tray_->setMaximumSize(QWIDGETSIZE_MAX, tall);
    const int strip = static_cast<int>(std::ceil(room_.strip_pixels));
    // More than half of the height is that of the containers.
    const double headroom = room_.is_single ? label_headroom(this->height() / 2.0, line_style) : 0;
    containers_->setMinimumMargins(QMargins(8, 6 + static_cast<int>(std::ceil(headroom)), 16 + strip, 4));
    if (other_height) {
        // A replot counts the ticks of an axis before it lays out the axis rectangles.
        updateLayout();
    }
}

void LayoutPlot::fit_names() {
    const bool shown = longest_name_.has_value();
    const int inside = shown ? static_cast<int>(names_height(*longest_name_, this->height())) : 0;
    names_->setVisible(shown);
    names_->setMinimumSize(0, inside);
    names_->setMaximumSize(QWIDGETSIZE_MAX, inside);
    // A hidden strip takes no height. Its side margins stay, because all axis rectangles share them.
    names_->setAutoMargins(shown ? QCP::msAll : QCP::msLeft | QCP::msRight);
    names_->setMinimumMargins(QMargins(8, 0, 16, shown ? 4 : 0));
    if (!shown) {
        names_->setMargins(QMargins(names_->margins().left(), 0, names_->margins().right(), 0));
    }
    // With step names, the tick labels of the time axis are below the names.
    QCPAxis* above = live_->axis(QCPAxis::atBottom);
    above->setTickLabels(!shown);
    above->setLabel(shown ? QString() : view_text("step"));
}

PlotBoxes LayoutPlot::boxes() const {
    return {box_of(tray_), box_of(containers_), box_of(live_), box_of(names_)};
}

void LayoutPlot::redraw() {
    replot(QCustomPlot::rpQueuedReplot);
}

void LayoutPlot::resizeEvent(QResizeEvent* event) {
    fit_names();
    fit_tray();
    QCustomPlot::resizeEvent(event);
}

}  // namespace arenascope

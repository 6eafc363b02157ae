#include "widgets/picture/layout_view/layout_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/step_names.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "widgets/base/plot_axis.h"
#include "widgets/picture/layout_view/drawing_plottable.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr int lane_pixels = 18;
constexpr double most_tray_share = 0.3;  ///< of the height, if a buffer is placed below the tray
constexpr double window_share = 0.45;    ///< of the height of a low window, which the containers keep
constexpr double enough_lines = 24;      ///< no other part gives way to higher containers
constexpr double usual_live_share = 0.18;
constexpr double most_live_share = 0.6;
constexpr double least_live_lines = 2.5;
constexpr double least_name_lines = 3;  ///< of a low window: a lower row of step names vanishes
constexpr int tall_window_lines = 55;   ///< in lower windows, the containers need the room of the names
constexpr double all_margins = 74;  ///< of all axis rectangles, above and below, without the labels of the time axis

double axis_line() {
    return QFontMetricsF(picture_font(axis_style)).height();
}

/// The longest of the titles that fits beside an axis of this length; empty if none does.
QString fitting_title(const QStringList& titles, int length) {
    const QFontMetricsF metrics(picture_font(axis_style));
    for (const QString& title : titles) {
        if (metrics.horizontalAdvance(title) <= length) {
            return title;
        }
    }
    return {};
}

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
    clock_ = live_->addAxis(QCPAxis::atBottom);
    clock_->setRange(0, 1);
    clock_->setLayer(QStringLiteral("axes"));
    clock_->grid()->setVisible(false);
    use_marks(clock_, parts.clock);
    use_marks(containers_->axis(QCPAxis::atLeft), parts.offsets);
    use_marks(containers_->axis(QCPAxis::atBottom), parts.steps);
    use_marks(live_->axis(QCPAxis::atLeft), parts.sizes);
    use_marks(live_->axis(QCPAxis::atBottom), parts.steps);
    use_marks(names_->axis(QCPAxis::atBottom), parts.steps);
    containers_->axis(QCPAxis::atBottom)->setTickLabels(false);
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
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        fit_titles();
        if (needed_headroom() != headroom_) {
            QMetaObject::invokeMethod(this, &LayoutPlot::fit_headroom, Qt::QueuedConnection);
        }
    });
    fit_rows();
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
    unit_ = unit;
    fit_titles();
}

/// A title longer than its axis would run into the next one.
void LayoutPlot::fit_titles() {
    const QString name = QString::fromStdString(name_of(unit_));
    for (const auto& [rect, titles] : {std::pair{containers_, &titles_.offsets}, {live_, &titles_.sizes}}) {
        QStringList whole;
        for (const QString& title : *titles) {
            whole << title.arg(name);
        }
        rect->axis(QCPAxis::atLeft)->setLabel(fitting_title(whole << name, rect->height()));
    }
}

void LayoutPlot::set_tray(const TrayRoom& room) {
    room_ = room;
    fit_tray();
    fit_rows();
}

void LayoutPlot::set_titles(PlotTitles titles) {
    titles_ = std::move(titles);
    names_->axis(QCPAxis::atBottom)->setLabel(titles_.time);
    fit_titles();
    fit_rows();
}

void LayoutPlot::set_names(std::optional<double> longest) {
    longest_name_ = longest;
    fit_rows();
}

void LayoutPlot::set_live_share(std::optional<double> share) {
    live_share_ = share ? std::optional(std::clamp(*share, 0.0, most_live_share)) : std::nullopt;
    fit_rows();
    redraw();
}

double LayoutPlot::live_share_at(double top) const {
    return (boxes().live.bottom - top) / room_for_both_;
}

double LayoutPlot::least_live_height() const {
    return least_live_lines * axis_line();
}

bool LayoutPlot::is_in_low_window() const {
    return window()->height() < tall_window_lines * fontMetrics().lineSpacing();
}

/// Where the containers lack height, the step names give way to them, then the live curve. A window that is not low
/// keeps two lines of step names.
void LayoutPlot::fit_rows() {
    const double all = this->height() - all_margins - (titles_.has_clock ? 3 : 2) * axis_line();
    const double wanted = std::min(window_share * window()->height(), enough_lines * axis_line());
    double names = longest_name_ ? names_height(*longest_name_, this->height()) : 0;
    const auto live_of = [&](double room) {
        return std::max(least_live_height(), live_share_.value_or(usual_live_share) * room);
    };
    const double missing = wanted - (all - names - live_of(all - names));
    if (missing > 0 && names > 0) {
        if (is_in_low_window()) {
            names = names - missing < least_name_lines * axis_line() ? 0 : names - missing;
        } else {
            names = std::max(names - missing, std::min(names, std::ceil(two_line_names_height(step_name_style))));
        }
    }
    const double room = all - names;
    room_for_both_ = std::max(1.0, room);
    double live = live_of(room);
    if (!live_share_) {
        live = std::max(least_live_height(), std::min(live, room - wanted));
    }
    live_->setMinimumSize(0, static_cast<int>(live));
    live_->setMaximumSize(QWIDGETSIZE_MAX, static_cast<int>(live));
    fit_names(static_cast<int>(names));
    fit_headroom();
}

/// The tray is as high as its lanes need, within limits. It is hidden if everything is placed.
void LayoutPlot::fit_tray() {
    const bool shown = room_.lanes > 0;
    const bool has_room = room_.most > 0;
    const double share = room_.has_placed ? most_tray_share : 1 - most_tray_share;
    const int most = std::max(lane_pixels, static_cast<int>(this->height() * share));
    const int tall = has_room ? static_cast<int>(std::min<std::int64_t>(room_.most * lane_pixels, most)) : 0;
    const int title = has_room ? static_cast<int>(line_height(tray_title_style)) + 6 : 0;
    const bool other_height = tray_->maximumSize().height() != tall;
    tray_->setVisible(shown);
    tray_->setMinimumMargins(has_room ? QMargins(8, title, 16, 4) : QMargins(8, 0, 16, 0));
    tray_->setMinimumSize(0, tall);
    tray_->setMaximumSize(QWIDGETSIZE_MAX, tall);
    const int strip = static_cast<int>(std::ceil(room_.strip_pixels));
    containers_->setMinimumMargins(QMargins(8, 6 + static_cast<int>(std::ceil(headroom_)), 16 + strip, 4));
    if (other_height) {
        // A replot counts the ticks of an axis before it lays out the axis rectangles.
        updateLayout();
    }
}

double LayoutPlot::needed_headroom() const {
    return room_.is_single ? label_headroom(containers_->height() + headroom_, line_style) : 0;
}

/// Low containers have no line of text above the peak, so its label is above them.
void LayoutPlot::fit_headroom() {
    if (room_.is_single) {
        updateLayout();
    }
    if (const double needed = needed_headroom(); needed != headroom_) {
        headroom_ = needed;
        fit_tray();
        updateLayout();
        redraw();
    }
}

void LayoutPlot::fit_names(int inside) {
    const bool shown = inside > 0;
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
    const bool has_clock = titles_.has_clock && !shown;
    clock_->setVisible(has_clock);
    above->setLabel(shown || has_clock ? QString() : titles_.time);
    clock_->setLabel(has_clock ? titles_.time : QString());
}

PlotBoxes LayoutPlot::boxes() const {
    return {box_of(tray_), box_of(containers_), box_of(live_), box_of(names_)};
}

void LayoutPlot::redraw() {
    replot(QCustomPlot::rpQueuedReplot);
}

void LayoutPlot::resizeEvent(QResizeEvent* event) {
    fit_tray();
    fit_rows();
    QCustomPlot::resizeEvent(event);
    fit_headroom();
}

}  // namespace arenascope

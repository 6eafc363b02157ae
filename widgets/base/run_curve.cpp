#include "widgets/base/run_curve.h"

#include <QMouseEvent>
#include <QPainter>

#include "qt/painting/theme.h"

namespace arenascope {

RunCurve::RunCurve(double inset, QWidget* parent) : QWidget(parent), inset_(inset) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setCursor(Qt::PointingHandCursor);
}

QSize RunCurve::sizeHint() const {
    return {200, fontMetrics().height() * 6};
}

QSize RunCurve::minimumSizeHint() const {
    return {0, fontMetrics().height() * 3};
}

CurveScale RunCurve::scale(double lowest, double highest) const {
    return {plot(), frames_.size(), lowest, highest, inset_};
}

FrameIndex RunCurve::frame_near(double x) const {
    return frames_.empty() ? FrameIndex::none() : frames_[scale(0, 0).moment_at(x)];
}

void RunCurve::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (!frames_.empty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        draw(painter, tokens);
    }
}

void RunCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        choose(*event);
    }
}

void RunCurve::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) {
        choose(*event);
    }
}

void RunCurve::choose(QMouseEvent& event) {
    if (const FrameIndex frame = frame_near(event.position().x()); frame != FrameIndex::none()) {
        emit frame_chosen(frame);
    }
}

void draw_threshold(QPainter& painter, const Palette& tokens, double left, double right, double y) {
    QPen dashes(qt_color(tokens.accent), 1.2);
    dashes.setDashPattern({4, 3});
    painter.setPen(dashes);
    painter.drawLine(QPointF(left, y), QPointF(right, y));
}

void draw_levels(QPainter& painter, const Palette& tokens, std::span<const double> numbers,
                 std::optional<double> threshold, const CurveScale& scale) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (threshold) {
        draw_threshold(painter, tokens, scale.area.left(), scale.area.right(), scale.y_of(*threshold));
    }
    painter.setPen(QPen(qt_color(tokens.ink), 1.4));
    for (const QPolygonF& line : level_lines(numbers, scale)) {
        painter.drawPolyline(line);
    }
}

void draw_shown_step(QPainter& painter, const Palette& tokens, double x, double top, double bottom) {
    painter.setPen(QPen(qt_color(tokens.accent), 1));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
}

}  // namespace arenascope

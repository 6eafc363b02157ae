#include "widgets/plots/live_difference/live_difference_curve.h"

#include <utility>

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/picture/plan/live_curve.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr int lines_of_text = 5;
constexpr double curve_edge = 4;

QString signed_amount(Bytes bytes, Unit unit) {
    const QString figure = amount_words(bytes.value(), unit);
    return bytes > Bytes(0) ? QLatin1Char('+') + figure : figure;
}

}  // namespace

LiveDifferenceCurve::LiveDifferenceCurve(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Difference of the live sizes"));
}

void LiveDifferenceCurve::set_difference(std::shared_ptr<const LiveDifference> difference) {
    difference_ = std::move(difference);
    setAccessibleDescription(words());
    update();
}

void LiveDifferenceCurve::set_axis(Stretch steps, double left, double right) {
    steps_ = steps;
    left_ = left;
    right_ = right;
    update();
}

void LiveDifferenceCurve::set_time_cursor(std::optional<Step> step) {
    cursor_ = step;
    update();
}

void LiveDifferenceCurve::set_unit(Unit unit) {
    unit_ = unit;
    setAccessibleDescription(words());
    update();
}

QString LiveDifferenceCurve::words() const {
    if (!difference_) {
        return {};
    }
    if (difference_->steps.empty()) {
        return tr("The live sizes of A and B are the same at every step.");
    }
    return tr("Live size of B minus that of A: %1 to %2")
        .arg(signed_amount(difference_->least, unit_), signed_amount(difference_->most, unit_));
}

QSize LiveDifferenceCurve::sizeHint() const {
    return {1, lines_of_text * fontMetrics().lineSpacing()};
}

Viewport LiveDifferenceCurve::port() const {
    const Stretch bytes = difference_ ? difference_extent(difference_->least, difference_->most) : Stretch();
    const double top = fontMetrics().lineSpacing() + curve_edge;
    return {{steps_, bytes}, {left_, top, right_, height() - curve_edge}};
}

std::optional<Step> LiveDifferenceCurve::step_under(double x) const {
    if (!difference_ || x < left_ || x >= right_) {
        return std::nullopt;
    }
    return Step(whole_part(step_at(port(), x)));
}

void LiveDifferenceCurve::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (!difference_) {
        return;
    }
    const Viewport shown = port();
    Drawing drawing{static_cast<double>(width()), static_cast<double>(height()), {}};
    drawing.primitives.emplace_back(FilledBox{.box = shown.box, .fill = tokens.plot, .edge = tokens.line, .mark = {}});
    draw_difference(drawing, difference_->steps, difference_->bytes, shown, tokens);
    if (cursor_) {
        const double x = step_scale(shown)(cursor_->value());
        if (x >= shown.box.left && x <= shown.box.right) {
            drawing.primitives.emplace_back(
                StraightLine{{x, shown.box.top}, {x, shown.box.bottom}, tokens.ink, 1, Dash::dotted});
        }
    }
    paint(painter, drawing, Medium::pixels);
    painter.setPen(qt_color(tokens.dim));
    painter.drawText(QRectF(left_, 0, right_ - left_, shown.box.top), Qt::AlignVCenter | Qt::AlignRight,
                     fontMetrics().elidedText(words(), Qt::ElideRight, static_cast<int>(right_ - left_)));
}

void LiveDifferenceCurve::mousePressEvent(QMouseEvent* event) {
    if (const auto step = step_under(event->position().x())) {
        emit time_cursor_moved(*step);
    }
}

void LiveDifferenceCurve::mouseMoveEvent(QMouseEvent* event) {
    const auto step = step_under(event->position().x());
    const QString words =
        step ? tr("step %1: B %2 against A")
                   .arg(grouped_text(step->value()), signed_amount(difference_at(*difference_, *step), Unit::bytes))
             : QString();
    QToolTip::showText(event->globalPosition().toPoint(), plain_tooltip(words), this);
}

}  // namespace arenascope

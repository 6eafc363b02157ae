#include "widgets/plots/live_difference/live_difference_curve.h"

#include <algorithm>
#include <utility>

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/difference_plot.h"
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

/// Begins a sentence.
QString sentence(const std::string& clause) {
    const QString text = QString::fromStdString(clause);
    return text.left(1).toUpper() + text.mid(1);
}

}  // namespace

LiveDifferenceCurve::LiveDifferenceCurve(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Difference of the live sizes"));
}

void LiveDifferenceCurve::set_plans(std::shared_ptr<const ComparedPlans> plans) {
    plans_ = std::move(plans);
    setAccessibleDescription(words());
    updateGeometry();
    update();
}

void LiveDifferenceCurve::set_axes(std::vector<DifferenceAxis> axes) {
    axes_ = std::move(axes);
    update();
}

void LiveDifferenceCurve::set_time_cursors(std::optional<Step> of_a, std::optional<Step> of_b) {
    cursor_of_a_ = of_a;
    cursor_of_b_ = of_b;
    update();
}

void LiveDifferenceCurve::set_unit(Unit unit) {
    unit_ = unit;
    setAccessibleDescription(words());
    update();
}

bool LiveDifferenceCurve::is_compared() const {
    return plans_ && plans_->steps.by != StepsMatchedBy::nothing;
}

bool LiveDifferenceCurve::shows_curve() const {
    return is_compared() && !(plans_->live.at_first.steps.empty() && plans_->steps.by == StepsMatchedBy::number);
}

double LiveDifferenceCurve::top() const {
    return fontMetrics().lineSpacing() + curve_edge;
}

const LiveDifference& LiveDifferenceCurve::difference(const DifferenceAxis& axis) const {
    return axis.is_of_b ? plans_->live.at_second : plans_->live.at_first;
}

QString LiveDifferenceCurve::words() const {
    if (!plans_) {
        return {};
    }
    const std::string matching = matching_words(plans_->steps);
    if (!is_compared()) {
        return sentence(matching);
    }
    const LiveDifference& found = plans_->live.at_first;
    const QString text = found.steps.empty()
                             ? (matching.empty() ? tr("The live sizes of A and B are the same at every step.")
                                                 : tr("The live sizes of A and B are the same at every such step."))
                             : tr("Live size of B minus that of A: %1 to %2")
                                   .arg(signed_amount(found.least, unit_), signed_amount(found.most, unit_));
    return matching.empty() ? text : tr("%1 · %2").arg(text, QString::fromStdString(matching));
}

QSize LiveDifferenceCurve::sizeHint() const {
    // Words alone leave their room to the pictures.
    return {1, shows_curve() ? lines_of_text * fontMetrics().lineSpacing() : static_cast<int>(top())};
}

Viewport LiveDifferenceCurve::port(const DifferenceAxis& axis) const {
    const LiveDifference& found = difference(axis);
    return {{axis.steps, difference_extent(found.least, found.most)},
            {axis.left, top(), axis.right, std::max(top() + 1, height() - difference_axis_height())}};
}

const DifferenceAxis* LiveDifferenceCurve::axis_at(double x) const {
    const auto found =
        std::ranges::find_if(axes_, [x](const DifferenceAxis& axis) { return axis.left <= x && x < axis.right; });
    return shows_curve() && found != axes_.end() ? &*found : nullptr;
}

void LiveDifferenceCurve::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (!plans_ || axes_.empty()) {
        return;
    }
    const double left = axes_.front().left;
    const double right = axes_.back().right;
    if (shows_curve()) {
        Drawing drawing{static_cast<double>(width()), static_cast<double>(height()), {}};
        for (const DifferenceAxis& axis : axes_) {
            const Viewport shown = port(axis);
            draw_difference(drawing, difference(axis), shown, unit_, tokens, picture_text_measure());
            draw_time_cursor(drawing, axis.is_of_b ? cursor_of_b_ : cursor_of_a_, shown, tokens);
        }
        paint(painter, drawing, Medium::pixels);
    }
    painter.setPen(qt_color(is_compared() ? tokens.dim : tokens.risk_text));
    painter.drawText(QRectF(left, 0, right - left, top()), Qt::AlignVCenter | Qt::AlignRight,
                     fontMetrics().elidedText(words(), Qt::ElideRight, static_cast<int>(right - left)));
}

void LiveDifferenceCurve::mousePressEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (const DifferenceAxis* const axis = axis_at(x)) {
        emit time_cursor_moved(Step(whole_part(step_at(port(*axis), x))), axis->is_of_b);
    }
}

void LiveDifferenceCurve::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    QString words = plans_ ? this->words() : QString();
    if (const DifferenceAxis* const axis = axis_at(x)) {
        const Step step(whole_part(step_at(port(*axis), x)));
        const auto bytes = difference_at(difference(*axis), step);
        const QString title = (axis->is_of_b ? tr("step %1 of B") : tr("step %1 of A")).arg(grouped_text(step.value()));
        words = bytes ? tr("%1: B %2 against A").arg(title, signed_amount(*bytes, Unit::bytes))
                      : (axis->is_of_b ? tr("%1: A lacks it") : tr("%1: B lacks it")).arg(title);
    }
    QToolTip::showText(event->globalPosition().toPoint(), plain_tooltip(words), this);
}

}  // namespace arenascope

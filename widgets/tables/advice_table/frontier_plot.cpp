#include "widgets/tables/advice_table/frontier_plot.h"

#include <algorithm>
#include <utility>

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/picture/plan/axis.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/tables/advice_table/lever_words.h"

namespace arenascope {
namespace {

constexpr int frontier_lines = 9;     ///< its height
constexpr double frontier_gap = 6;    ///< between a label and what it names
constexpr double point_radius = 4;    ///< of a point
constexpr double chosen_ring = 7.5;   ///< around the selected point
constexpr double point_reach = 12;    ///< of the pointer
constexpr double capacity_reach = 5;  ///< the same, of the line
constexpr int most_peak_ticks = 6;
constexpr int most_work_ticks = 6;

bool gives_other_results(const AdviceOption& option) {
    return option.types != ActivationType::as_in_file;
}

}  // namespace

FrontierPlot::FrontierPlot(QWidget* parent) : QWidget(parent), advice_(std::make_shared<const Advice>()) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Peak against extra work"));
}

void FrontierPlot::set_advice(std::shared_ptr<const Advice> advice) {
    advice_ = std::move(advice);
    selected_.reset();
    describe();
    update();
}

void FrontierPlot::set_capacity(std::optional<Bytes> capacity) {
    capacity_ = capacity;
    describe();
    update();
}

void FrontierPlot::set_selected(std::optional<std::size_t> option) {
    selected_ = option;
    update();
}

void FrontierPlot::set_unit(Unit unit) {
    unit_ = unit;
    describe();
    update();
}

QSize FrontierPlot::sizeHint() const {
    return {1, frontier_lines * fontMetrics().lineSpacing()};
}

FrontierScale FrontierPlot::scale() const {
    if (dragging_) {
        return *dragging_;
    }
    const QFontMetricsF letters(font());
    const double left = letters.horizontalAdvance(QStringLiteral("00,000")) + 3 * frontier_gap;
    const double top = letters.lineSpacing() + frontier_gap;
    return frontier_scale(*advice_, capacity_,
                          QRectF(left, top, std::max(width() - left - 2 * frontier_gap, 1.0),
                                 std::max(height() - top - letters.lineSpacing() - frontier_gap, 1.0)));
}

bool FrontierPlot::is_on_line(QPointF place) const {
    const FrontierScale now = scale();
    return capacity_ && std::abs(place.y() - now.y_of(*capacity_)) <= capacity_reach && place.x() >= now.area.left();
}

void FrontierPlot::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    painter.setRenderHint(QPainter::Antialiasing);
    draw_axes(painter, tokens);
    draw_capacity(painter, tokens);
    draw_options(painter, tokens);
}

void FrontierPlot::draw_axes(QPainter& painter, const Palette& tokens) const {
    const FrontierScale now = scale();
    const QFontMetricsF letters(font());
    const double half = letters.height() / 2;
    for (const Tick& tick :
         offset_ticks({0, static_cast<double>(now.top.value())}, size_unit(unit_), most_peak_ticks)) {
        const double y = now.y_of(Bytes(tick.value));
        painter.setPen(QPen(qt_color(tokens.line), 1));
        painter.drawLine(QPointF(now.area.left(), y), QPointF(now.area.right(), y));
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(QRectF(0, y - half, now.area.left() - 2 * frontier_gap, 2 * half),
                         Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(tick.label));
    }
    constexpr double hundred = 100;
    for (const PlacedTick& tick : percent_ticks(now.least_work / hundred, now.most_work / hundred, most_work_ticks)) {
        const double share = (tick.position * hundred - now.least_work) / (now.most_work - now.least_work);
        const double x = now.area.left() + share * now.area.width();
        const double half_width = letters.horizontalAdvance(QStringLiteral("100.0")) / 2;
        painter.drawText(QRectF(x - half_width, now.area.bottom() + frontier_gap / 2, 2 * half_width, 2 * half),
                         Qt::AlignHCenter | Qt::AlignTop, QString::fromStdString(tick.label));
    }
    painter.drawText(QRectF(frontier_gap, 0, width() - 2 * frontier_gap, letters.lineSpacing()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     tr("peak, %1").arg(QString::fromStdString(name_of(size_unit(unit_)))));
    painter.drawText(QRectF(frontier_gap, 0, width() - 2 * frontier_gap, letters.lineSpacing()),
                     Qt::AlignRight | Qt::AlignVCenter, tr("across: extra work, %"));
}

void FrontierPlot::draw_capacity(QPainter& painter, const Palette& tokens) const {
    if (!capacity_) {
        return;
    }
    const FrontierScale now = scale();
    const double y = now.y_of(*capacity_);
    painter.setPen(QPen(qt_color(tokens.ink), 2));
    painter.drawLine(QPointF(now.area.left(), y), QPointF(now.area.right(), y));
    const QFontMetricsF letters(font());
    const bool is_below = y - letters.height() < now.area.top();
    painter.drawText(QRectF(now.area.left(), is_below ? y : y - letters.height(), now.area.width(), letters.height()),
                     Qt::AlignRight | Qt::AlignVCenter, tr("capacity %1").arg(amount_words(capacity_->value(), unit_)));
}

void FrontierPlot::draw_options(QPainter& painter, const Palette& tokens) const {
    const FrontierScale now = scale();
    QPolygonF stairs;
    Offset lowest;
    std::vector<const AdviceOption*> by_work;
    for (const AdviceOption& option : advice_->options) {
        if (!gives_other_results(option)) {
            by_work.push_back(&option);
        }
    }
    std::ranges::stable_sort(by_work, {}, &AdviceOption::extra_work);
    for (const AdviceOption* option : by_work) {
        const QPointF place = now.place_of(*option);
        if (stairs.isEmpty() || option->peak < lowest) {
            if (!stairs.isEmpty()) {
                stairs << QPointF(place.x(), stairs.back().y());
            }
            stairs << place;
            lowest = option->peak;
        }
    }
    if (!stairs.isEmpty()) {
        stairs << QPointF(now.area.right(), stairs.back().y());
    }
    painter.setPen(QPen(qt_color(tokens.dim), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(stairs);
    for (std::size_t i = 0; i < advice_->options.size(); ++i) {
        const AdviceOption& option = advice_->options[i];
        const QPointF place = now.place_of(option);
        const QColor ink = qt_color(tokens.ink);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(option.fits.value_or(true) ? ink : qt_color(tokens.panel));
        if (gives_other_results(option)) {
            painter.drawRect(
                QRectF(place - QPointF(point_radius, point_radius), QSizeF(2 * point_radius, 2 * point_radius)));
        } else {
            painter.drawEllipse(place, point_radius, point_radius);
        }
        if (selected_ == i) {
            painter.setPen(QPen(qt_color(tokens.accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(place, chosen_ring, chosen_ring);
        }
    }
}

void FrontierPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    // A point on the line is chosen, and the line is grasped beside it.
    if (const auto option = option_near(scale(), *advice_, event->position(), point_radius + 1)) {
        emit option_chosen(*option);
    } else if (is_on_line(event->position())) {
        dragging_ = scale();
    } else if (const auto near = option_near(scale(), *advice_, event->position(), point_reach)) {
        emit option_chosen(*near);
    }
}

void FrontierPlot::mouseMoveEvent(QMouseEvent* event) {
    if (dragging_) {
        const Bytes capacity = dragging_->bytes_at(event->position().y());
        set_capacity(capacity);
        emit capacity_dragged(capacity);
        return;
    }
    setCursor(is_on_line(event->position()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    const auto option = option_near(scale(), *advice_, event->position(), point_reach);
    QString words;
    if (option) {
        const AdviceOption& one = advice_->options[*option];
        words = tr("%1: %2, %3 more work")
                    .arg(lever_words(one), amount_words(one.peak.value(), unit_), percent_words(one.extra_work / 100));
    }
    QToolTip::showText(event->globalPosition().toPoint(), plain_tooltip(words), this);
}

void FrontierPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && dragging_) {
        dragging_.reset();
        update();
        emit capacity_chosen(*capacity_);
    }
}

void FrontierPlot::describe() {
    const auto fitting = static_cast<std::size_t>(std::ranges::count_if(
        advice_->options, [](const AdviceOption& option) { return option.fits.value_or(false); }));
    const auto count = grouped_text(static_cast<std::int64_t>(advice_->options.size()));
    setAccessibleDescription(capacity_ ? tr("%1 ways to run the network, of which %2 fit in %3")
                                             .arg(count, grouped_text(static_cast<std::int64_t>(fitting)),
                                                  amount_words(capacity_->value(), unit_))
                                       : tr("%1 ways to run the network").arg(count));
}

}  // namespace arenascope

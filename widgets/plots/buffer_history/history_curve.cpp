#include "widgets/plots/buffer_history/history_curve.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr double side = 12.0;
constexpr double strip_height = 8.0;

Color tier_color(Tier tier, const Palette& tokens) {
    switch (tier) {
        case Tier::high:
            return tokens.high_over.fill;
        case Tier::medium:
            return tokens.medium_at.fill;
        case Tier::low:
            return tokens.low.fill;
        case Tier::none:
            break;
    }
    return tokens.none.fill;
}

}  // namespace

HistoryCurve::HistoryCurve(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Offset of the buffer over the steps of the run"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setCursor(Qt::PointingHandCursor);
}

void HistoryCurve::set_moments(std::vector<HistoryMoment> moments, Bytes threshold) {
    moments_ = std::move(moments);
    threshold_ = threshold;
    highest_ = 1;
    for (const HistoryMoment& moment : moments_) {
        highest_ = std::max(highest_, moment.offset ? moment.offset->value() : 0);
    }
    has_tiers_ = std::ranges::any_of(moments_, [](const HistoryMoment& moment) { return moment.tier.has_value(); });
    current_.reset();
    update();
}

void HistoryCurve::set_current(FrameIndex frame) {
    const auto found = std::ranges::find(moments_, frame, &HistoryMoment::frame);
    current_ =
        found == moments_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - moments_.begin()));
    update();
}

QSize HistoryCurve::sizeHint() const {
    return {200, fontMetrics().height() * 6};
}

QSize HistoryCurve::minimumSizeHint() const {
    return {0, fontMetrics().height() * 3};
}

QRectF HistoryCurve::plot() const {
    return QRectF(rect()).adjusted(side, side / 2, -side, has_tiers_ ? -strip_height - side : -side / 2);
}

QRectF HistoryCurve::strip() const {
    return {side, height() - strip_height - side / 2, width() - 2 * side, strip_height};
}

double HistoryCurve::x_of(std::size_t moment) const {
    const double share =
        moments_.size() < 2 ? 0.5 : static_cast<double>(moment) / static_cast<double>(moments_.size() - 1);
    return plot().left() + share * plot().width();
}

double HistoryCurve::y_of(std::int64_t offset) const {
    const QRectF area = plot();
    return area.bottom() - static_cast<double>(offset) / static_cast<double>(highest_) * area.height();
}

std::optional<QPointF> HistoryCurve::point(std::size_t moment) const {
    const auto& offset = moments_[moment].offset;
    return offset ? std::optional(QPointF(x_of(moment), y_of(offset->value()))) : std::nullopt;
}

/// A line for each run of steps in which it is placed, as steps. Where there are more moments than pixels, some of them
/// lie on the same column, which costs nothing but time.
void HistoryCurve::draw_offsets(QPainter& painter, const Palette& tokens) const {
    painter.setPen(QPen(qt_color(tokens.ink), 1.4));
    QPolygonF line;
    const auto finish = [&] {
        line.size() == 1 ? painter.drawEllipse(line.front(), 1.5, 1.5) : painter.drawPolyline(line);
        line.clear();
    };
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        const auto here = point(i);
        if (!here) {
            finish();
            continue;
        }
        if (!line.isEmpty()) {
            line << QPointF(here->x(), line.back().y());
        }
        line << *here;
    }
    finish();
}

void HistoryCurve::draw_tiers(QPainter& painter, const Palette& tokens) const {
    if (!has_tiers_) {
        return;
    }
    const QRectF area = strip();
    const double wide = area.width() / static_cast<double>(std::max<std::size_t>(1, moments_.size()));
    std::size_t begin = 0;
    while (begin < moments_.size()) {
        std::size_t end = begin + 1;
        while (end < moments_.size() && moments_[end].tier == moments_[begin].tier) {
            ++end;
        }
        if (moments_[begin].tier) {
            painter.fillRect(QRectF(area.left() + static_cast<double>(begin) * wide, area.top(),
                                    static_cast<double>(end - begin) * wide, area.height()),
                             qt_color(tier_color(*moments_[begin].tier, tokens)));
        }
        begin = end;
    }
}

void HistoryCurve::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (moments_.empty()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = plot();
    if (threshold_.value() <= highest_) {
        QPen dashes(qt_color(tokens.accent), 1.2);
        dashes.setDashPattern({4, 3});
        painter.setPen(dashes);
        painter.drawLine(QPointF(area.left(), y_of(threshold_.value())),
                         QPointF(area.right(), y_of(threshold_.value())));
    }
    draw_offsets(painter, tokens);
    draw_tiers(painter, tokens);
    if (current_) {
        painter.setPen(QPen(qt_color(tokens.accent), 1));
        painter.drawLine(QPointF(x_of(*current_), area.top()), QPointF(x_of(*current_), area.bottom()));
    }
}

void HistoryCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || moments_.empty()) {
        return;
    }
    const QRectF area = plot();
    const double share = std::clamp((event->position().x() - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    const auto moment = static_cast<std::size_t>(std::lround(share * static_cast<double>(moments_.size() - 1)));
    emit frame_chosen(moments_[moment].frame);
}

}  // namespace arenascope

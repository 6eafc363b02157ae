#include "widgets/planner_comparison/quality_plot.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/picture/axis.h"
#include "core/picture/unit.h"
#include "widgets/style/theme.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

constexpr double radius = 4.0;
constexpr double right_margin = 24;
constexpr double reach = 10.0;          // a click this near to a point means it
constexpr double least_seconds = 1e-4;  // what the clock says below that is noise

double seconds_of(const QualityPlot::Entry& entry) {
    return std::max(entry.standing.seconds, least_seconds);
}

QString decade_text(double exponent) {
    return QString::number(std::pow(10.0, exponent), 'f', static_cast<int>(std::max(0.0, -exponent)));
}

QString share_text(double share) {
    return QString::fromStdString(percent_text(share, true));
}

QString name_of_entry(const QualityPlot::Entry& entry) {
    return QString::fromStdString(entry.standing.planner);
}

/// The share at the upper edge: the worst one, unless it is so much worse than the middle one that nothing could be
/// told of the rest.
double upper_edge(const std::vector<QualityPlot::Entry>& entries) {
    constexpr double least = 0.01;
    constexpr double most_of_middle = 3;
    std::vector<double> shares;
    for (const QualityPlot::Entry& entry : entries) {
        shares.push_back(fragmentation(entry.standing));
    }
    if (shares.empty()) {
        return least;
    }
    std::sort(shares.begin(), shares.end());
    const double middle = std::max(shares[shares.size() / 2], least);
    constexpr double air = 1.15;
    return air * std::max(least, std::min(shares.back(), most_of_middle * middle));
}

}  // namespace

QualityPlot::QualityPlot(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Quality against time"));
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void QualityPlot::set_entries(std::vector<Entry> entries) {
    entries_ = std::move(entries);
    first_decade_ = -3;
    last_decade_ = -2;
    QStringList described;
    for (const Entry& entry : entries_) {
        const double exponent = std::log10(seconds_of(entry));
        first_decade_ = std::min(first_decade_, std::floor(exponent));
        last_decade_ = std::max(last_decade_, std::ceil(exponent));
        described << tr("%1: %2 in %3 s")
                         .arg(name_of_entry(entry), share_text(fragmentation(entry.standing)),
                              seconds_text(entry.standing.seconds));
    }
    highest_ = upper_edge(entries_);
    setAccessibleDescription(described.join(tr("; ")));
    update();
}

void QualityPlot::set_selected(std::optional<std::size_t> entry) {
    selected_ = entry;
    update();
}

void QualityPlot::set_theme(Theme theme) {
    theme_ = theme;
    update();
}

QSize QualityPlot::sizeHint() const {
    return {360, 260};
}

std::optional<QPointF> QualityPlot::point(std::size_t entry) const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.entry == entry; });
    return found == entries_.end() ? std::nullopt : std::optional(position_of(*found));
}

void QualityPlot::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    painter.setRenderHint(QPainter::Antialiasing);
    paint_axes(painter);
    if (entries_.empty()) {
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(plot(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Compare planners to see quality against time"));
        return;
    }
    paint_labels(painter);
    painter.setPen(Qt::NoPen);
    for (const Entry& entry : entries_) {
        const bool is_selected = selected_ == entry.entry;
        painter.setBrush(qt_color(is_selected ? tokens.accent : tokens.high_over.edge));
        const double size = is_selected ? radius * 1.5 : radius;
        painter.drawEllipse(position_of(entry), size, size);
    }
}

void QualityPlot::paint_axes(QPainter& painter) const {
    const Palette& tokens = arenascope::palette(theme_);
    const QRectF area = plot();
    const double line = fontMetrics().height();
    painter.setPen(QPen(qt_color(tokens.line), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
    for (double decade = first_decade_; decade <= last_decade_; ++decade) {
        const double x = x_of(std::pow(10.0, decade));
        painter.setPen(QPen(qt_color(tokens.line), 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 4));
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(QRectF(x - 40, area.bottom() + 5, 80, line), Qt::AlignHCenter | Qt::AlignTop,
                         decade_text(decade));
    }
    constexpr double per_mille = 1e3;
    constexpr int most_ticks = 4;
    const double interval = static_cast<double>(decimal_interval(highest_ * per_mille, most_ticks)) / per_mille;
    for (double share = 0; share <= highest_; share += interval) {
        const double y = y_of(share);
        painter.setPen(QPen(qt_color(tokens.line), 1, Qt::DotLine));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(QRectF(0, y - line / 2, area.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         share_text(share));
    }
    painter.drawText(QRectF(0, 2, width() - 6, line), Qt::AlignLeft | Qt::AlignTop, tr("  over the threshold"));
    painter.drawText(QRectF(0, height() - line - 2, width() - 6, line), Qt::AlignRight | Qt::AlignBottom,
                     tr("seconds of planning"));
}

void QualityPlot::paint_labels(QPainter& painter) const {
    const Palette& tokens = arenascope::palette(theme_);
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const Entry& entry : entries_) {
        const QPointF at = position_of(entry);
        taken.emplace_back(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
    }
    // The selected one first, then the best: where two would lie on each other, the worse one goes without.
    std::vector<const Entry*> order;
    for (const Entry& entry : entries_) {
        order.push_back(&entry);
    }
    std::stable_sort(order.begin(), order.end(), [this](const Entry* a, const Entry* b) {
        return std::pair(a->entry != selected_, a->standing.peak) < std::pair(b->entry != selected_, b->standing.peak);
    });
    // Names lie on neither axis.
    const QRectF whole = plot().adjusted(0, -metrics.height(), right_margin - 2, 0);
    for (const Entry* entry : order) {
        const bool is_cut = fragmentation(entry->standing) > highest_;
        const QString text = is_cut ? tr("%1 %2").arg(name_of_entry(*entry), share_text(fragmentation(entry->standing)))
                                    : name_of_entry(*entry);
        const QPointF at = position_of(*entry);
        const double width = metrics.horizontalAdvance(text);
        const double height = metrics.height();
        const QRectF places[] = {{at.x() + radius + 3, at.y() - height / 2, width, height},
                                 {at.x() - radius - 3 - width, at.y() - height / 2, width, height},
                                 {at.x() - width / 2, at.y() - radius - height, width, height},
                                 {at.x() - width / 2, at.y() + radius, width, height}};
        for (const QRectF& place : places) {
            const bool is_free =
                whole.contains(place) &&
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
            if (is_free) {
                painter.setPen(qt_color(entry->entry == selected_ ? tokens.accent : tokens.ink));
                painter.drawText(place, Qt::AlignCenter, text);
                taken.push_back(place);
                break;
            }
        }
    }
}

void QualityPlot::mousePressEvent(QMouseEvent* event) {
    if (const Entry* entry = entry_near(event->position()); entry != nullptr && event->button() == Qt::LeftButton) {
        emit chosen(entry->entry);
    }
}

bool QualityPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        const Entry* entry = entry_near(help.pos());
        const QString text =
            entry == nullptr
                ? QString()
                : tr("%1: %2, %3 in %4 s")
                      .arg(name_of_entry(*entry), exact_bytes(entry->standing.peak.value()),
                           share_text(fragmentation(entry->standing)), seconds_text(entry->standing.seconds));
        QToolTip::showText(help.globalPos(), plain_tooltip(text), this);
        return true;
    }
    return QWidget::event(event);
}

const QualityPlot::Entry* QualityPlot::entry_near(QPointF position) const {
    const auto distance = [&](const Entry& entry) { return QLineF(position_of(entry), position).length(); };
    const auto nearest = std::min_element(entries_.begin(), entries_.end(),
                                          [&](const Entry& a, const Entry& b) { return distance(a) < distance(b); });
    return nearest == entries_.end() || distance(*nearest) > reach ? nullptr : &*nearest;
}

QRectF QualityPlot::plot() const {
    const double line = fontMetrics().height();
    const double left = fontMetrics().horizontalAdvance(share_text(highest_ / 2)) + 16;
    return QRectF(rect()).adjusted(std::max(left, 5 * line), line + 8, -right_margin, -(2 * line + 12));
}

double QualityPlot::x_of(double seconds) const {
    const QRectF area = plot();
    const double share = (std::log10(seconds) - first_decade_) / std::max(1.0, last_decade_ - first_decade_);
    return area.left() + share * area.width();
}

double QualityPlot::y_of(double share) const {
    const QRectF area = plot();
    return area.bottom() - std::clamp(share / highest_, 0.0, 1.0) * area.height();
}

QPointF QualityPlot::position_of(const Entry& entry) const {
    return {x_of(seconds_of(entry)), y_of(fragmentation(entry.standing))};
}

}  // namespace arenascope

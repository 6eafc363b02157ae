#include "widgets/plots/planner_comparison/quality_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QToolTip>
#include <qcustomplot.h>

#include "core/base/text/amount.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/label.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/plot_axis.h"
#include "widgets/plots/planner_comparison/attempt.h"
#include "widgets/plots/planner_comparison/quality_series.h"

namespace arenascope {
namespace {

constexpr double same_place_pixels = 4;  ///< pixels; closer points count as one place
constexpr double click_pixels = 10;      ///< pixels; a click this close hits a point
constexpr double zoom_of_key = 0.8;
constexpr double key_pan = 0.1;  ///< of the view, for one press of an arrow
constexpr double seconds_apart = 64;
constexpr double shares_apart = 36;
constexpr int most_ticks = 10;
constexpr double longest_name_share = 0.5;  ///< longest name, as a share of the plot's width

/// A plot item that a function draws, in pixels of the plot.
class DrawnItem final : public QCPAbstractItem {
public:
    DrawnItem(QCustomPlot* plot, std::function<void(QCPPainter&)> draw)
        : QCPAbstractItem(plot), draw_(std::move(draw)) {
        setClipToAxisRect(false);
        setSelectable(false);
        setLayer(QStringLiteral("overlay"));
    }

    double selectTest(const QPointF& /*position*/, bool /*only_selectable*/, QVariant* /*details*/) const override {
        return -1;
    }

protected:
    void draw(QCPPainter* painter) override { draw_(*painter); }

private:
    std::function<void(QCPPainter&)> draw_;
};

QString share_text(double share) {
    return percent_words(share, true);
}

QString name_of_entry(const QualityEntry& entry) {
    return visible_text(entry.standing.planner);
}

/// The planner and its figures, for a tooltip.
QString facts_of(const QualityEntry& entry) {
    const QString facts = QualityPlot::tr("%1: %2, %3 in %4 s")
                              .arg(name_of_entry(entry), exact_bytes(entry.standing.peak.value()),
                                   share_text(fragmentation(entry.standing)), seconds_text(entry.standing.seconds));
    return is_optimal(entry.standing) ? QualityPlot::tr("%1, proved lowest").arg(facts) : facts;
}

}  // namespace

QualityPlot::QualityPlot(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), series_(std::make_unique<QualitySeries>(*plot_)) {
    setAccessibleName(tr("Quality against time"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 160);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    plot_->setFocusPolicy(Qt::NoFocus);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    new DrawnItem(plot_, [this](QCPPainter& painter) { draw_names(painter); });
    build_axes();
    take_pointer();
    fit();
    set_theme(theme_);
}

QualityPlot::~QualityPlot() = default;

void QualityPlot::build_axes() {
    plot_->axisRect()->setupFullAxesBox();
    plot_->axisRect()->setMinimumMargins(QMargins(8, 8, 16, 4));
    for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
        axis->setTicks(false);
    }
    plot_->xAxis->setScaleType(QCPAxis::stLogarithmic);
    plot_->xAxis->setLabel(tr("planning time, s"));
    plot_->yAxis->setLabel(tr("fragmentation, %"));
    set_ticks(*plot_->xAxis, [this](double from, double to) {
        return logarithmic_ticks(from, to, tick_count(plot_->axisRect()->width(), seconds_apart, most_ticks));
    });
    set_ticks(*plot_->yAxis, [this](double from, double to) {
        return percent_ticks(from, to, tick_count(plot_->axisRect()->height(), shares_apart, most_ticks));
    });
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &QualityPlot::limit_view);
    }
}

void QualityPlot::take_pointer() {
    connect(plot_, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
        Qt::Orientations orientations;
        orientations.setFlag(Qt::Horizontal, !event->modifiers().testFlag(Qt::ShiftModifier));
        orientations.setFlag(Qt::Vertical, !event->modifiers().testFlag(Qt::ControlModifier));
        plot_->axisRect()->setRangeZoom(orientations);
    });
    connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { pressed_at_ = event->pos(); });
    connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() == Qt::NoButton) {
            const auto group = group_near(event->pos());
            plot_->setCursor(group.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
            show_facts(group, event->pos());
        }
    });
    connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        const auto pressed = std::exchange(pressed_at_, std::nullopt);
        if (pressed && event->button() == Qt::LeftButton &&
            (event->pos() - *pressed).manhattanLength() < QApplication::startDragDistance()) {
            choose_near(event->pos());
        }
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] {
        pressed_at_.reset();
        fit();
    });
}

void QualityPlot::set_entries(std::vector<Entry> entries) {
    const QualityRange before = view();
    const bool was_fitted = before == fitting_range(entries_);
    entries_ = std::move(entries);
    QStringList described;
    for (const Entry& entry : entries_) {
        described << tr("%1: %2 in %3 s")
                         .arg(name_of_entry(entry), share_text(fragmentation(entry.standing)),
                              seconds_text(entry.standing.seconds));
    }
    setAccessibleDescription(described.join(tr("; ")));
    show_what_times_depend_on();
    show_view(was_fitted || entries_.empty() ? fitting_range(entries_) : before);
    redraw();
}

void QualityPlot::show_what_times_depend_on() {
    const auto most = std::max_element(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.standing.beside < b.standing.beside;
    });
    const QString title = tr("planning time, s");
    plot_->xAxis->setLabel(most == entries_.end() ? title
                                                  : title + QLatin1Char('\n') + measured_words(most->standing.beside));
}

void QualityPlot::set_selected(std::optional<std::size_t> entry) {
    selected_ = entry;
    redraw();
}

void QualityPlot::set_theme(Theme theme) {
    theme_ = theme;
    const Palette& tokens = arenascope::palette(theme);
    plot_->setBackground(QBrush(qt_color(tokens.panel)));
    plot_->axisRect()->setBackground(QBrush(qt_color(tokens.plot)));
    for (QCPAxis* axis : plot_->axisRect()->axes()) {
        apply_axis_look(*axis, theme);
    }
    series_->set_theme(theme);
    redraw();
}

void QualityPlot::fit() {
    show_view(fitting_range(entries_));
    redraw();
}

QSize QualityPlot::sizeHint() const {
    return {360, 260};
}

std::optional<QPointF> QualityPlot::point(std::size_t entry) const {
    for (const QualityPoint& point : points_in(view(), entries_, selected_)) {
        if (point.planner->entry == entry) {
            return position_of(point);
        }
    }
    return std::nullopt;
}

void QualityPlot::redraw() {
    // A widget gets no resize event before it is first shown.
    if (plot_->viewport() != rect()) {
        plot_->setGeometry(rect());
        plot_->setViewport(rect());
    }
    series_->show(points_in(view(), entries_, selected_));
    plot_->replot();
}

/// Limits the view to the widest range, and updates the marks, which depend on the view.
void QualityPlot::limit_view() {
    const QualityRange most = widest_range(entries_);
    plot_->xAxis->setRange(plot_->xAxis->range().bounded(most.from_seconds, most.to_seconds));
    plot_->yAxis->setRange(plot_->yAxis->range().bounded(most.from_share, most.to_share));
    series_->show(points_in(view(), entries_, selected_));
}

QualityRange QualityPlot::view() const {
    const QCPRange seconds = plot_->xAxis->range();
    const QCPRange shares = plot_->yAxis->range();
    return {seconds.lower, seconds.upper, shares.lower, shares.upper};
}

void QualityPlot::show_view(const QualityRange& range) {
    plot_->xAxis->setRange(range.from_seconds, range.to_seconds);
    plot_->yAxis->setRange(range.from_share, range.to_share);
}

QPointF QualityPlot::position_of(const QualityPoint& point) const {
    return {plot_->xAxis->coordToPixel(point.seconds), plot_->yAxis->coordToPixel(point.share)};
}

std::vector<std::vector<QualityPoint>> QualityPlot::groups() const {
    const std::vector<QualityPoint> points = points_in(view(), entries_, selected_);
    std::vector<Point> positions;
    for (const QualityPoint& point : points) {
        const QPointF at = position_of(point);
        positions.push_back({at.x(), at.y()});
    }
    std::vector<std::vector<QualityPoint>> result;
    for (const auto& group : points_together(positions, same_place_pixels)) {
        auto& members = result.emplace_back();
        std::transform(group.begin(), group.end(), std::back_inserter(members),
                       [&](std::size_t i) { return points[i]; });
    }
    return result;
}

std::vector<QualityPoint> QualityPlot::group_near(QPointF position) const {
    double least = click_pixels;
    std::vector<QualityPoint> nearest;
    for (auto& group : groups()) {
        const double distance = QLineF(position_of(group.front()), position).length();
        if (distance <= least) {
            least = distance;
            nearest = std::move(group);
        }
    }
    return nearest;
}

void QualityPlot::draw_names(QCPPainter& painter) const {
    const Palette& tokens = arenascope::palette(theme_);
    const QRectF area = plot_->axisRect()->rect();
    painter.setFont(picture_font(axis_style));
    if (hasFocus()) {
        painter.setPen(QPen(qt_color(tokens.accent), 1));
        painter.drawRect(area);
    }
    if (entries_.empty()) {
        const QString hint = tr("Compare planners to see quality against time");
        const int flags = Qt::AlignCenter | Qt::TextWordWrap;
        painter.fillRect(painter.boundingRect(area, flags, hint).adjusted(-4, -2, 4, 2), qt_color(tokens.plot));
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(area, flags, hint);
        return;
    }
    const QFontMetricsF metrics(painter.font());
    std::vector<NamedPoint> points;
    std::vector<QString> names;
    auto all = groups();
    // Of names that do not all fit, those of the best planners stay.
    std::stable_partition(all.begin(), all.end(), [this](const std::vector<QualityPoint>& group) {
        return std::any_of(group.begin(), group.end(), [this](const QualityPoint& point) {
            return point.is_selected || is_best_for_its_time(*point.planner, entries_);
        });
    });
    for (const auto& group : all) {
        const QualityPoint& first = group.front();
        const Entry& entry = *first.planner;
        QString name = metrics.elidedText(name_of_entry(entry), Qt::ElideMiddle, longest_name_share * area.width());
        if (first.is_above_view) {
            name = tr("%1 %2").arg(name, share_text(fragmentation(entry.standing)));
        }
        if (group.size() > 1) {
            name = tr("%1 and %2 more").arg(name).arg(group.size() - 1);
        }
        const QPointF at = position_of(first);
        points.push_back({{at.x(), at.y()}, metrics.horizontalAdvance(name)});
        names.push_back(name);
    }
    const double threshold = plot_->yAxis->coordToPixel(0);
    const auto places = name_places(points, QualitySeries::selected_radius, metrics.height(),
                                    {area.left(), area.top(), area.right(), area.bottom()},
                                    {{area.left(), threshold - 1, area.right(), threshold + 1}});
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (const auto& place = places[i]) {
            const Box& box = place->box;
            if (place->leader) {
                const auto& [from, to] = *place->leader;
                painter.setPen(QPen(qt_color(tokens.dim), 1));
                painter.drawLine(QPointF(from.x, from.y), QPointF(to.x, to.y));
            }
            painter.setPen(qt_color(all[i].front().is_selected ? tokens.accent : tokens.ink));
            painter.drawText(QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)),
                             Qt::AlignCenter | Qt::TextDontClip, names[i]);
        }
    }
}

void QualityPlot::show_facts(const std::vector<QualityPoint>& group, QPointF position) {
    constexpr std::size_t most = 8;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(most, group.size()); ++i) {
        lines << facts_of(*group[i].planner);
    }
    if (group.size() > most) {
        lines << tr("and %1 more").arg(group.size() - most);
    }
    QToolTip::showText(mapToGlobal(position.toPoint()), plain_tooltip(lines.join(QLatin1Char('\n'))), plot_);
}

void QualityPlot::choose_near(QPointF position) {
    std::vector<QualityPoint> group = group_near(position);
    if (group.empty()) {
        return;
    }
    // If several are at one place, each click chooses the next.
    std::stable_sort(group.begin(), group.end(), [](const QualityPoint& a, const QualityPoint& b) {
        return is_lower(a.planner->standing, b.planner->standing) ||
               (!is_lower(b.planner->standing, a.planner->standing) && a.planner->entry < b.planner->entry);
    });
    const auto now =
        std::find_if(group.begin(), group.end(), [](const QualityPoint& each) { return each.is_selected; });
    const bool has_next = now != group.end() && now + 1 != group.end();
    emit chosen((has_next ? *(now + 1) : group.front()).planner->entry);
}

void QualityPlot::choose_by_key(int key) {
    const bool by_time = key == Qt::Key_Left || key == Qt::Key_Right;
    const auto entry = next_entry(entries_, selected_, by_time, key == Qt::Key_Right || key == Qt::Key_Up);
    if (!entry) {
        return;
    }
    if (!point(*entry)) {
        fit();
    }
    emit chosen(*entry);
    if (const auto at = point(*entry)) {
        show_facts(group_near(*at), *at);
    }
}

void QualityPlot::keyPressEvent(QKeyEvent* event) {
    const bool pans = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto move = [&](double across, double up) {
        if (!pans) {
            choose_by_key(event->key());
            return;
        }
        const QualityRange now = view();
        const double factor = std::pow(now.to_seconds / now.from_seconds, across);
        const double distance = up * (now.to_share - now.from_share);
        show_view(
            {now.from_seconds * factor, now.to_seconds * factor, now.from_share + distance, now.to_share + distance});
    };
    const auto zoom = [this](double factor) {
        const auto points = points_in(view(), entries_, selected_);
        if (!points.empty() && points.front().is_selected) {
            plot_->xAxis->scaleRange(factor, points.front().seconds);
            plot_->yAxis->scaleRange(factor, points.front().share);
        } else {
            plot_->xAxis->scaleRange(factor);
            plot_->yAxis->scaleRange(factor);
        }
    };
    switch (event->key()) {
        case Qt::Key_Left:
            move(-key_pan, 0);
            break;
        case Qt::Key_Right:
            move(key_pan, 0);
            break;
        case Qt::Key_Up:
            move(0, key_pan);
            break;
        case Qt::Key_Down:
            move(0, -key_pan);
            break;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(zoom_of_key);
            break;
        case Qt::Key_Minus:
            zoom(1 / zoom_of_key);
            break;
        case Qt::Key_F:
            fit();
            break;
        default:
            QWidget::keyPressEvent(event);
            return;
    }
    plot_->replot();
}

void QualityPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
}

void QualityPlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    plot_->replot();
}

void QualityPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    plot_->replot();
}

}  // namespace arenascope

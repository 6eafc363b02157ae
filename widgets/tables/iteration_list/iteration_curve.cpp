#include "widgets/tables/iteration_list/iteration_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QMouseEvent>
#include <QPainter>

#include "core/analysis/explain/learning_curve.h"
#include "core/trace/trace_player.h"
#include "qt/painting/theme.h"
#include "qt/words/frame_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr double margin = 12.0;

/// The position of an amount between two others, from 0 to 1.
double share_of(std::int64_t amount, std::int64_t lowest, std::int64_t highest) {
    return static_cast<double>(amount - lowest) / static_cast<double>(std::max<std::int64_t>(1, highest - lowest));
}

/// What the lines are, for the tooltip. `has_best`: there is a line of the lowest peak so far.
QString lines_meaning(const LearningCurve& learning, bool has_best) {
    if (learning.points.empty()) {
        return has_best ? IterationCurve::tr("Strong: the lowest peak so far.\nPale: the peak of each step.")
                        : IterationCurve::tr("The highest tail after each placement.");
    }
    const bool is_sum = learning.figure == LearningCurve::Figure::sum_of_peaks;
    return IterationCurve::tr(
               "Left: %1 of all cores together: strong, the lowest so far; pale, of each improvement and generation; "
               "dim, with the mean of the generation.\nRight: the highest tail after each placement of the result. "
               "Each side has its own axis.")
        .arg(is_sum ? IterationCurve::tr("the sum of the peaks") : IterationCurve::tr("the external fragmentation"));
}

/// The name of the limit with its amount. The curve is of the whole run. The threshold of a step is higher as long as
/// buffers that share are not placed.
QString limit_words(bool is_of_result, const QString& amount) {
    return (is_of_result ? IterationCurve::tr("threshold of the result %1") : IterationCurve::tr("threshold %1"))
        .arg(amount);
}

/// For the line of each step, behind the lowest so far.
QPen pale(QPen pen) {
    QColor color = pen.color();
    color.setAlphaF(0.4F);
    pen.setColor(color);
    pen.setWidthF(1.0);
    return pen;
}

/// Whether the run goes on with complete layouts to its end, so that the lowest of them is its result.
bool ends_with_best(const std::vector<std::optional<std::int64_t>>& best) {
    return !best.empty() && best.back().has_value();
}

/// The staircase of the lowest amounts: a better one takes effect where it is. `point` gives the place of an amount.
/// Linear in the steps, with two points for each fall.
template <class PointOf>
QPolygonF best_line(const std::vector<std::optional<std::int64_t>>& best, std::size_t from, std::size_t to,
                    PointOf&& point) {
    QPolygonF line;
    for (std::size_t i = from; i < to; ++i) {
        if (!best[i]) {
            continue;
        }
        const bool is_lower = line.isEmpty() || best[i] != best[i - 1];
        if (is_lower && !line.isEmpty()) {
            line << QPointF(point(i, *best[i]).x(), line.back().y());
        }
        if (is_lower || i + 1 == to) {
            line << point(i, *best[i]);
        }
    }
    return line;
}

QFont label_font(const QWidget& curve) {
    QFont small = curve.font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    return small;
}

/// The position of the chief step that is a frame or encloses it. Empty: it is not among them.
std::optional<std::size_t> chief_place(const Trace& trace, const std::vector<FrameIndex>& chief, FrameIndex frame) {
    while (frame.value() < trace.frames.size() && !is_chief(trace.frames[frame].kind)) {
        frame = trace.frames[frame].parent;
    }
    const auto found = std::lower_bound(chief.begin(), chief.end(), frame);
    return found != chief.end() && *found == frame ? std::optional(static_cast<std::size_t>(found - chief.begin()))
                                                   : std::nullopt;
}

/// Of marks in the same pixel column, only the first is drawn.
void draw_marks(QPainter& painter, const IterationCurve& curve) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(qt_color(palette(theme_of(curve.palette())).hit));
    double last = -1;
    for (const std::size_t mark : curve.marks()) {
        const QPointF centre = curve.point(mark);
        if (last < 0 || centre.x() - last >= 1) {
            painter.drawEllipse(centre, 2.6, 2.6);
            last = centre.x();
        }
    }
}

}  // namespace

IterationCurve::IterationCurve(QWidget* parent) : QWidget(parent), trace_(std::make_shared<Trace>()) {
    setAccessibleName(tr("Peak over iterations"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setCursor(Qt::PointingHandCursor);
}

void IterationCurve::set_trace(std::shared_ptr<const Trace> trace, std::optional<Bytes> shared_threshold,
                               LearningCurve learning) {
    trace_ = trace ? std::move(trace) : std::make_shared<const Trace>();
    learning_ = std::move(learning);
    chief_ = chief_frames(*trace_);
    // The peak of an incomplete layout would draw the curve below the threshold.
    chief_.erase(std::remove_if(chief_.begin(), chief_.end(),
                                [cut_short = cut_short_frames(*trace_)](FrameIndex frame) { return cut_short[frame]; }),
                 chief_.end());
    current_.reset();
    marks_.clear();
    shown_ = FrameIndex::none();
    shared_threshold_ = shared_threshold;
    region_begins_.clear();
    for (std::size_t i = learned(); i < chief_.size(); ++i) {
        if (i == learned() || region_of(*trace_, chief_[i]) != region_of(*trace_, chief_[i - 1])) {
            region_begins_.push_back(i);
        }
    }
    find_ranges();
    best_ = best_so_far(*trace_, chief_, region_begins_, learning_);
    describe();
    update();
}

void IterationCurve::find_ranges() {
    lowest_ = has_several_regions() ? trace_->frames[chief_.front()].peak.value() : limit().value();
    highest_ = lowest_ + 1;
    for (std::size_t i = learned(); i < chief_.size(); ++i) {
        const std::int64_t peak = trace_->frames[chief_[i]].peak.value();
        lowest_ = std::min(lowest_, peak);
        highest_ = std::max(highest_, peak);
    }
    lowest_learned_ = learned() > 0 ? learning_.points.front().amount : 0;
    highest_learned_ = lowest_learned_;
    for (const LearningCurve::Point& point : learning_.points) {
        lowest_learned_ = std::min(lowest_learned_, point.amount);
        highest_learned_ = std::max({highest_learned_, point.amount, point.mean.value_or(point.amount)});
    }
}

void IterationCurve::describe() {
    if (chief_.empty()) {
        setAccessibleDescription(tr("no run"));
        return;
    }
    const auto peak_at = [this](std::size_t position) {
        return exact_bytes(trace_->frames[chief_[position]].peak.value());
    };
    const bool tells_lowest = ends_with_best(best_) && learned() == 0 && !has_several_regions();
    QString words =
        tr("%1, from %2 to %3%4; %5")
            .arg(frame_counts_words(counts_of_kinds(*trace_, chief_)), peak_at(learned()), peak_at(chief_.size() - 1),
                 tells_lowest ? tr(", the lowest %1").arg(exact_bytes(*best_.back())) : QString(),
                 has_several_regions() ? tr("memories one after the other")
                                       : limit_words(shared_threshold_.has_value(), exact_bytes(limit().value())));
    if (learned() > 0) {
        words += tr("; before the first placement, %1").arg(learning_text(std::numeric_limits<double>::max()));
    }
    setAccessibleDescription(words);
    setToolTip(plain_tooltip(lines_meaning(learning_, ends_with_best(best_))));
}

void IterationCurve::set_current(FrameIndex frame) {
    shown_ = frame;
    current_ = chief_place(*trace_, chief_, frame);
    update();
}

void IterationCurve::set_marks(const std::vector<FrameIndex>& frames) {
    marks_.clear();
    for (const FrameIndex frame : frames) {
        if (const auto position = chief_place(*trace_, chief_, frame)) {
            marks_.push_back(*position);
        }
    }
    std::sort(marks_.begin(), marks_.end());
    marks_.erase(std::unique(marks_.begin(), marks_.end()), marks_.end());
    update();
}

void IterationCurve::set_unit(Unit unit) {
    unit_ = unit;
    update();
}

QSize IterationCurve::sizeHint() const {
    return {200, fontMetrics().height() * 6};
}

QSize IterationCurve::minimumSizeHint() const {
    return {0, fontMetrics().height() * 3};
}

double IterationCurve::x_of(std::size_t position) const {
    const QRectF area = plot();
    const double share =
        chief_.size() < 2 ? 0.5 : static_cast<double>(position) / static_cast<double>(chief_.size() - 1);
    return area.left() + share * area.width();
}

QPointF IterationCurve::point(std::size_t position) const {
    return {x_of(position), position < learned() ? learned_height_of(learning_.points[position].amount)
                                                 : height_of(trace_->frames[chief_[position]].peak.value())};
}

std::optional<QPointF> IterationCurve::mark_position() const {
    if (!current_) {
        return std::nullopt;
    }
    const QPointF end = point(*current_);
    if (chief_[*current_] == shown_) {
        return end;
    }
    // The rearrangements of a group come before its result.
    double share = 1;
    for (FrameIndex at = shown_; at != chief_[*current_]; at = trace_->frames[at].parent) {
        const auto& siblings = trace_->frames[trace_->frames[at].parent].children;
        const auto before = std::lower_bound(siblings.begin(), siblings.end(), at) - siblings.begin();
        share = (static_cast<double>(before) + share) / (static_cast<double>(siblings.size()) + 1);
    }
    const double begin = *current_ > 0 ? point(*current_ - 1).x() : end.x();
    const QRectF area = plot();
    return QPointF(begin + share * (end.x() - begin),
                   std::clamp(height_of(trace_->frames[shown_].peak.value()), area.top(), area.bottom()));
}

void IterationCurve::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (chief_.empty()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = plot();
    const double threshold = has_several_regions() ? area.bottom() : height_of(limit().value());
    if (!has_several_regions()) {
        QPen dashes(qt_color(tokens.accent), 1.2);
        dashes.setDashPattern({4, 3});
        painter.setPen(dashes);
        const double from = learned() == 0 ? area.left() : x_of(learned());
        painter.drawLine(QPointF(from, threshold), QPointF(area.right(), threshold));
    }
    const QPen strong(qt_color(tokens.high_over.edge), 1.6, Qt::SolidLine, Qt::RoundCap);
    for (std::size_t i = 0; i < region_begins_.size(); ++i) {
        const std::size_t end = i + 1 < region_begins_.size() ? region_begins_[i + 1] : chief_.size();
        painter.setPen(ends_with_best(best_) ? pale(strong) : strong);
        draw_line(painter, region_begins_[i], end);
        painter.setPen(strong);
        painter.drawPolyline(best_line(best_, region_begins_[i], end, [this](std::size_t at, std::int64_t best) {
            return QPointF(x_of(at), height_of(best));
        }));
    }
    draw_learning(painter);
    draw_marks(painter, *this);
    if (const auto mark = mark_position()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(qt_color(tokens.accent));
        painter.drawEllipse(point(*current_), 4.0, 4.0);
        if (*mark != point(*current_)) {
            painter.setPen(QPen(qt_color(tokens.accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(*mark, 5.0, 5.0);
        }
    }

    draw_labels(painter, threshold);
}

void IterationCurve::draw_labels(QPainter& painter, double threshold) const {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    const QRectF area = plot();
    const QFont small = label_font(*this);
    const double height = QFontMetricsF(small).height();
    painter.setFont(small);
    painter.setPen(qt_color(tokens.dim));
    const double from = learned() == 0 ? area.left() : x_of(learned());
    painter.drawText(QRectF(area.left(), threshold + 2, area.width(), height), Qt::AlignRight | Qt::AlignTop,
                     peak_text(area.right() - from));
    if (learned() > 0) {
        painter.setPen(qt_color(tokens.accent));
        painter.drawText(QRectF(area.left(), 2, area.width(), height), Qt::AlignLeft | Qt::AlignTop,
                         learning_text(area.width()));
    }
}

void IterationCurve::draw_learning(QPainter& painter) const {
    if (learned() == 0) {
        return;
    }
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPolygonF each;
    QPolygonF mean;
    for (std::size_t i = 0; i < learned(); ++i) {
        each << point(i);
        if (const auto& tried = learning_.points[i].mean) {
            mean << QPointF(x_of(i), learned_height_of(*tried));
        }
    }
    painter.setPen(QPen(qt_color(tokens.dim), 1.0));
    painter.drawPolyline(mean);
    const QPen strong(qt_color(tokens.accent), 1.4);
    painter.setPen(pale(strong));
    painter.drawPolyline(each);
    painter.setPen(strong);
    painter.drawPolyline(best_line(best_, 0, learned(), [this](std::size_t at, std::int64_t lowest) {
        return QPointF(x_of(at), learned_height_of(lowest));
    }));
    // Generations are no placements: the lines do not meet, and each has its own axis.
    const QRectF area = plot();
    const double between = (x_of(learned() - 1) + x_of(learned())) / 2;
    painter.setPen(QPen(qt_color(tokens.dim), 1.0, Qt::DotLine));
    painter.drawLine(QPointF(between, area.top()), QPointF(between, area.bottom()));
}

/// If there are more steps than pixels, each pixel column joins its first, lowest, highest and last peak.
void IterationCurve::draw_line(QPainter& painter, std::size_t from, std::size_t to) const {
    QPolygonF line;
    const auto columns = static_cast<std::size_t>(std::max(1.0, plot().width()));
    const std::size_t stride = std::max<std::size_t>(1, chief_.size() / columns);
    for (std::size_t first = from; first < to; first += stride) {
        std::size_t low = first;
        std::size_t high = first;
        for (std::size_t i = first; i < std::min(first + stride, to); ++i) {
            low = point(i).y() > point(low).y() ? i : low;
            high = point(i).y() < point(high).y() ? i : high;
        }
        line << point(std::min(low, high));
        if (low != high) {
            line << point(std::max(low, high));
        }
    }
    painter.drawPolyline(line);
    if (line.size() == 1) {
        painter.save();
        painter.setBrush(painter.pen().color());
        painter.drawEllipse(line.front(), 1.5, 1.5);
        painter.restore();
    }
}

void IterationCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        go_to(event->position().x());
    }
}

void IterationCurve::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) {
        go_to(event->position().x());
    }
}

void IterationCurve::go_to(double x) {
    if (!chief_.empty()) {
        emit frame_chosen(frame_near(x));
    }
}

FrameIndex IterationCurve::frame_near(double x) const {
    if (chief_.empty()) {
        return FrameIndex::none();
    }
    const QRectF area = plot();
    const double share = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    return chief_[static_cast<std::size_t>(std::lround(share * static_cast<double>(chief_.size() - 1)))];
}

double IterationCurve::height_of(std::int64_t peak) const {
    const QRectF area = plot();
    return area.bottom() - share_of(peak, lowest_, highest_) * area.height();
}

double IterationCurve::learned_height_of(std::int64_t amount) const {
    const QRectF area = plot();
    return area.bottom() - share_of(amount, lowest_learned_, highest_learned_) * area.height();
}

QString IterationCurve::peak_text(double width) const {
    if (has_several_regions()) {
        return tr("%1 memories one after the other").arg(grouped_text(region_begins_.size()));
    }
    const QString threshold = limit_words(shared_threshold_.has_value(), number_words(limit().value(), unit_));
    const QString both = tr("highest tail · %1 %2").arg(threshold, QString::fromStdString(name_of(unit_)));
    const bool fits = QFontMetricsF(label_font(*this)).horizontalAdvance(both) <= width;
    return learned() > 0 && fits ? both : threshold;
}

QString IterationCurve::learning_text(double width) const {
    if (learned() == 0) {
        return {};
    }
    const auto number = [this](std::int64_t amount) { return number_words(amount, unit_); };
    const bool is_sum = learning_.figure == LearningCurve::Figure::sum_of_peaks;
    const QString name = is_sum ? tr("sum of peaks") : tr("fragmentation");
    const QString unit = QString::fromStdString(name_of(unit_)) + (is_sum ? QString() : tr(" · steps"));
    // Some generations are worse than what was found before; the result is the lowest.
    const QString last = number(lowest_learned_);
    const QString both = tr("%1 %2 to %3 %4").arg(name, number(learning_.points.front().amount), last, unit);
    return QFontMetricsF(label_font(*this)).horizontalAdvance(both) <= width ? both
                                                                             : tr("%1 %2 %3").arg(name, last, unit);
}

QRectF IterationCurve::plot() const {
    const double label = fontMetrics().height();
    const double above = learned() > 0 ? label + 2 : margin;  // the label of the line of learning
    return QRectF(rect()).adjusted(margin, above, -margin, -(label + 4));
}

}  // namespace arenascope

#include "widgets/tables/iteration_list/iteration_curve.h"

#include <algorithm>
#include <limits>

#include <QPainter>

#include "core/analysis/explain/learning_curve.h"
#include "core/trace/step_title.h"
#include "core/trace/trace_player.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr double margin = 12.0;

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

/// An optional amount above the lowest of an axis; NaN: none.
double above(std::optional<std::int64_t> amount, std::int64_t lowest) {
    return amount ? static_cast<double>(*amount - lowest) : std::numeric_limits<double>::quiet_NaN();
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

}  // namespace

IterationCurve::IterationCurve(QWidget* parent) : RunCurve(0, parent), trace_(std::make_shared<Trace>()) {
    setAccessibleName(tr("Peak over iterations"));
}

void IterationCurve::set_trace(std::shared_ptr<const Trace> trace, std::optional<Bytes> shared_threshold,
                               LearningCurve learning) {
    trace_ = trace ? std::move(trace) : std::make_shared<const Trace>();
    learning_ = std::move(learning);
    frames_ = chief_frames(*trace_);
    // The peak of an incomplete layout would draw the curve below the threshold.
    std::erase_if(frames_, [cut_short = cut_short_frames(*trace_)](FrameIndex frame) { return cut_short[frame]; });
    current_.reset();
    marks_.clear();
    shown_ = FrameIndex::none();
    shared_threshold_ = shared_threshold;
    region_begins_.clear();
    for (std::size_t i = learned(); i < frames_.size(); ++i) {
        if (i == learned() || region_of(*trace_, frames_[i]) != region_of(*trace_, frames_[i - 1])) {
            region_begins_.push_back(i);
        }
    }
    find_axes();
    find_lines();
    describe();
    update();
}

void IterationCurve::find_axes() {
    const std::int64_t lowest = has_several_regions() ? trace_->frames[frames_.front()].peak.value() : limit().value();
    peak_axis_ = {lowest, lowest + 1};
    for (std::size_t i = learned(); i < frames_.size(); ++i) {
        const std::int64_t peak = trace_->frames[frames_[i]].peak.value();
        peak_axis_ = {std::min(peak_axis_.lowest, peak), std::max(peak_axis_.highest, peak)};
    }
    const std::int64_t first = learned() > 0 ? learning_.points.front().amount : 0;
    learned_axis_ = {first, first};
    for (const LearningCurve::Point& point : learning_.points) {
        learned_axis_ = {std::min(learned_axis_.lowest, point.amount),
                         std::max({learned_axis_.highest, point.amount, point.mean.value_or(point.amount)})};
    }
    learned_axis_.highest = std::max(learned_axis_.highest, learned_axis_.lowest + 1);
}

void IterationCurve::find_lines() {
    const auto best = best_so_far(*trace_, frames_, region_begins_, learning_);
    result_ = best.empty() ? std::nullopt : best.back();
    each_.clear();
    best_.clear();
    means_.clear();
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const std::int64_t lowest = axis_of(i).lowest;
        const bool is_learned = i < learned();
        each_.push_back(
            above(is_learned ? learning_.points[i].amount : trace_->frames[frames_[i]].peak.value(), lowest));
        best_.push_back(above(best[i], lowest));
        means_.push_back(above(is_learned ? learning_.points[i].mean : std::nullopt, lowest));
    }
}

void IterationCurve::describe() {
    if (frames_.empty()) {
        setAccessibleDescription(tr("no run"));
        return;
    }
    const auto peak_at = [this](std::size_t position) {
        return exact_bytes(trace_->frames[frames_[position]].peak.value());
    };
    const bool tells_lowest = result_ && learned() == 0 && !has_several_regions();
    QString words =
        tr("%1, from %2 to %3%4; %5")
            .arg(QString::fromStdString(StepTitles(*trace_).range()), peak_at(learned()), peak_at(frames_.size() - 1),
                 tells_lowest ? tr(", the lowest %1").arg(exact_bytes(*result_)) : QString(),
                 has_several_regions() ? tr("memories one after the other")
                                       : limit_words(shared_threshold_.has_value(), exact_bytes(limit().value())));
    if (learned() > 0) {
        words += tr("; before the first placement, %1").arg(learning_text(std::numeric_limits<double>::max()));
    }
    setAccessibleDescription(words);
    setToolTip(plain_tooltip(lines_meaning(learning_, result_.has_value())));
}

void IterationCurve::set_current(FrameIndex frame) {
    shown_ = frame;
    current_ = chief_place(*trace_, frames_, frame);
    update();
}

void IterationCurve::set_marks(const std::vector<FrameIndex>& frames) {
    marks_.clear();
    for (const FrameIndex frame : frames) {
        if (const auto position = chief_place(*trace_, frames_, frame)) {
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

QPointF IterationCurve::point(std::size_t position) const {
    const CurveScale scale = scale_of(axis_of(position));
    return {scale.x_of(position), scale.y_of(each_[position])};
}

double IterationCurve::height_of(Bytes peak) const {
    return scale_of(peak_axis_).y_of(above(peak.value(), peak_axis_.lowest));
}

double IterationCurve::first_placement() const {
    return learned() == 0 ? plot().left() : scale_of(peak_axis_).x_of(learned());
}

std::optional<QPointF> IterationCurve::mark_position() const {
    if (!current_) {
        return std::nullopt;
    }
    const QPointF end = point(*current_);
    if (frames_[*current_] == shown_) {
        return end;
    }
    // The rearrangements of a group come before its result.
    double share = 1;
    for (FrameIndex at = shown_; at != frames_[*current_]; at = trace_->frames[at].parent) {
        const auto& siblings = trace_->frames[trace_->frames[at].parent].children;
        const auto before = std::lower_bound(siblings.begin(), siblings.end(), at) - siblings.begin();
        share = (static_cast<double>(before) + share) / (static_cast<double>(siblings.size()) + 1);
    }
    const double begin = *current_ > 0 ? point(*current_ - 1).x() : end.x();
    const QRectF area = plot();
    return QPointF(begin + share * (end.x() - begin),
                   std::clamp(height_of(Bytes(trace_->frames[shown_].peak.value())), area.top(), area.bottom()));
}

void IterationCurve::draw(QPainter& painter, const Palette& tokens) const {
    if (!has_several_regions()) {
        draw_threshold(painter, tokens, first_placement(), plot().right(), height_of(limit()));
    }
    const QPen strong(qt_color(tokens.high_over.edge), 1.6, Qt::SolidLine, Qt::RoundCap);
    for (std::size_t i = 0; i < region_begins_.size(); ++i) {
        const std::size_t end = i + 1 < region_begins_.size() ? region_begins_[i + 1] : frames_.size();
        draw_lines(painter, region_begins_[i], end, strong, result_.has_value());
    }
    if (learned() > 0) {
        draw_learning(painter, tokens);
    }
    draw_marks(painter, tokens);
    draw_labels(painter, tokens);
}

void IterationCurve::draw_marks(QPainter& painter, const Palette& tokens) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(qt_color(tokens.hit));
    // Of marks in the same pixel column, only the first is drawn.
    double last = -1;
    for (const std::size_t mark : marks_) {
        const QPointF centre = point(mark);
        if (last < 0 || centre.x() - last >= 1) {
            painter.drawEllipse(centre, 2.6, 2.6);
            last = centre.x();
        }
    }
    if (const auto mark = mark_position()) {
        painter.setBrush(qt_color(tokens.accent));
        painter.drawEllipse(point(*current_), 4.0, 4.0);
        painter.setBrush(Qt::NoBrush);
        if (*mark != point(*current_)) {
            painter.setPen(QPen(qt_color(tokens.accent), 2));
            painter.drawEllipse(*mark, 5.0, 5.0);
        }
    }
}

void IterationCurve::draw_labels(QPainter& painter, const Palette& tokens) const {
    const QRectF area = plot();
    const QFont small = label_font(*this);
    const double height = QFontMetricsF(small).height();
    const double threshold = has_several_regions() ? area.bottom() : height_of(limit());
    painter.setFont(small);
    painter.setPen(qt_color(tokens.dim));
    painter.drawText(QRectF(area.left(), threshold + 2, area.width(), height), Qt::AlignRight | Qt::AlignTop,
                     peak_text(area.right() - first_placement()));
    if (learned() > 0) {
        painter.setPen(qt_color(tokens.accent));
        painter.drawText(QRectF(area.left(), 2, area.width(), height), Qt::AlignLeft | Qt::AlignTop,
                         learning_text(area.width()));
    }
}

void IterationCurve::draw_learning(QPainter& painter, const Palette& tokens) const {
    const CurveScale scale = scale_of(learned_axis_);
    painter.setPen(QPen(qt_color(tokens.dim), 1.0));
    painter.drawPolyline(joined_line(means_, 0, learned(), scale));
    draw_lines(painter, 0, learned(), QPen(qt_color(tokens.accent), 1.4), true);
    // Generations are no placements: the lines do not meet, and each has its own axis.
    const double between = (scale.x_of(learned() - 1) + scale.x_of(learned())) / 2;
    painter.setPen(QPen(qt_color(tokens.dim), 1.0, Qt::DotLine));
    painter.drawLine(QPointF(between, scale.area.top()), QPointF(between, scale.area.bottom()));
}

/// A line from step to step, and in front of it, if it is pale, the lowest so far.
void IterationCurve::draw_lines(QPainter& painter, std::size_t begin, std::size_t end, const QPen& strong,
                                bool is_pale) const {
    const CurveScale scale = scale_of(axis_of(begin));
    const QPolygonF each = joined_line(each_, begin, end, scale);
    painter.setPen(is_pale ? pale(strong) : strong);
    painter.drawPolyline(each);
    if (each.size() == 1) {
        painter.setBrush(painter.pen().color());
        painter.drawEllipse(each.front(), 1.5, 1.5);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(strong);
    painter.drawPolyline(falling_line(best_, begin, end, scale));
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
    const QString last = number(learned_axis_.lowest);
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

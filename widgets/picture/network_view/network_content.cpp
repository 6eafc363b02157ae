#include "widgets/picture/network_view/network_content.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr double least_width = 64;
constexpr double greatest_width = 190;
constexpr double padding = 10;

constexpr double far_detail = 4;  ///< pixels across that nobody sees from far away

/// Leaves out points where the line hardly changes its way.
QPolygonF far_line_of(const std::vector<Point>& line) {
    QPolygonF far;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool is_end = i == 0 || i + 1 == line.size();
        if (is_end || std::abs(line[i].x - far.back().x()) > far_detail ||
            std::abs(line[i + 1].x - far.back().x()) > far_detail) {
            far << QPointF(line[i].x, line[i].y);
        }
    }
    return far;
}

QRectF bounds_of(const std::vector<Point>& line) {
    QRectF bounds(QPointF(line.front().x, line.front().y), QSizeF(1, 1));
    for (const Point& point : line) {
        bounds |= QRectF(QPointF(point.x, point.y), QSizeF(1, 1));
    }
    return bounds.adjusted(-2, -2, 2, 2);
}

double distance_to_piece(QPointF point, Point from, Point to) {
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double length = x * x + y * y;
    const double share =
        length > 0 ? std::clamp(((point.x() - from.x) * x + (point.y() - from.y) * y) / length, 0.0, 1.0) : 0;
    return std::hypot(point.x() - from.x - share * x, point.y() - from.y - share * y);
}

}  // namespace

void NetworkContent::set_problem(std::shared_ptr<const Problem> problem, const QFontMetricsF& font) {
    problem_ = std::move(problem);
    layout_ = std::make_shared<const Layout>();
    diagram_ = network_diagram(*problem_);
    set_font(font);
    std::set<std::pair<std::uint32_t, BufferIndex>> seen;
    shows_size_.clear();
    for (const DiagramEdge& edge : diagram_.edges) {
        shows_size_.push_back(seen.emplace(edge.from, edge.buffer).second);
    }
    set_unit(unit_);
    set_layout(layout_);
}

void NetworkContent::set_font(const QFontMetricsF& font) {
    measure(font);
    set_geometry({});
}

void NetworkContent::measure(const QFontMetricsF& font) {
    ShownNames shown;
    shown.set_problem(problem_);
    names_.clear();
    extents_.clear();
    const double height = 2 * font.lineSpacing() + padding;
    for (const DiagramNode& node : diagram_.nodes) {
        const bool is_operator = node.given == BufferIndex::none();
        const QString name = is_operator ? visible_text(problem_->graph->operators[node.node].name) : shown(node.given);
        const QString kind = is_operator ? visible_text(problem_->graph->operators[node.node].type)
                                         : kind_words(problem_->buffers[node.given].kind);
        const QString second = tr("%1 · group %2").arg(kind).arg(99);
        names_.push_back(font.elidedText(name, Qt::ElideMiddle, greatest_width - 2 * padding));
        const double wide = std::max(font.horizontalAdvance(names_.back()), font.horizontalAdvance(second));
        extents_.push_back({std::clamp(wide + 2 * padding, least_width, greatest_width), height});
    }
}

void NetworkContent::set_layout(std::shared_ptr<const Layout> layout) {
    layout_ = std::move(layout);
    group_of_.clear();
    groups_ = 0;
    for (const auto& block : sharing_blocks(*layout_)) {
        group_of_.resize(problem_->buffers.size(), no_group);
        for (const BufferIndex member : block) {
            group_of_[member.value()] = groups_;
        }
        ++groups_;
    }
    is_removed_.assign(problem_->graph ? problem_->graph->operators.size() : 0, false);
    for (const OperatorIndex removed : layout_->removed) {
        is_removed_[removed.value()] = true;
    }
    note_copies();
}

void NetworkContent::note_copies() {
    std::set<std::pair<OperatorIndex, BufferIndex>> copied;
    for (const OperandCopy& copy : layout_->copies) {
        copied.emplace(copy.node, copy.operand);
    }
    is_copied_.clear();
    for (const DiagramEdge& edge : diagram_.edges) {
        is_copied_.push_back(copied.contains({diagram_.nodes[edge.to].node, edge.buffer}));
    }
}

void NetworkContent::set_unit(Unit unit) {
    unit_ = unit;
    sizes_.clear();
    for (const DiagramEdge& edge : diagram_.edges) {
        sizes_.push_back(amount_words(problem_->buffers[edge.buffer].size.value(), unit));
    }
}

void NetworkContent::set_geometry(DiagramGeometry geometry) {
    geometry_ = std::move(geometry);
    bounds_.clear();
    far_lines_.clear();
    for (const auto& line : geometry_.lines) {
        bounds_.push_back(bounds_of(line));
        far_lines_.push_back(far_line_of(line));
    }
}

/// It leaves and arrives downwards.
QPainterPath NetworkContent::curve(std::uint32_t edge, double top, double bottom) const {
    const auto& line = geometry_.lines[edge];
    const bool goes_down = !geometry_.has_curves && line.front().y <= line.back().y;
    const auto above = [](const Point& point, double y) { return point.y < y; };
    const auto at = [&](double y) {
        return static_cast<std::size_t>(std::lower_bound(line.begin(), line.end(), y, above) - line.begin());
    };
    const std::size_t first = goes_down ? std::max<std::size_t>(1, at(top)) - 1 : 0;
    const std::size_t last = goes_down ? std::min(line.size(), at(bottom) + 1) : line.size();
    QPainterPath path({line[first].x, line[first].y});
    for (std::size_t i = 1; geometry_.has_curves && i + 2 < line.size(); i += 3) {
        path.cubicTo(line[i].x, line[i].y, line[i + 1].x, line[i + 1].y, line[i + 2].x, line[i + 2].y);
    }
    for (std::size_t i = first + 1; !geometry_.has_curves && i < last; ++i) {
        const Point from = line[i - 1];
        const Point to = line[i];
        const double middle = (from.y + to.y) / 2;
        from.x == to.x ? path.lineTo(to.x, to.y) : path.cubicTo(from.x, middle, to.x, middle, to.x, to.y);
    }
    return path;
}

QString NetworkContent::detail(std::uint32_t node) const {
    const DiagramNode& one = diagram_.nodes[node];
    QString text = one.given == BufferIndex::none() ? visible_text(problem_->graph->operators[one.node].type)
                                                    : kind_words(problem_->buffers[one.given].kind);
    if (is_removed(node)) {
        return tr("%1 · removed").arg(text);
    }
    if (const std::uint32_t group = group_of_node(node); group != no_group) {
        text = tr("%1 · group %2").arg(text).arg(group + 1);
    }
    return text;
}

std::uint32_t NetworkContent::group_of(BufferIndex buffer) const {
    return group_of_.empty() ? no_group : group_of_[buffer.value()];
}

std::uint32_t NetworkContent::group_of_node(std::uint32_t node) const {
    for (const BufferIndex buffer : buffers_of(node)) {
        if (group_of(buffer) != no_group) {
            return group_of(buffer);
        }
    }
    return no_group;
}

bool NetworkContent::is_removed(std::uint32_t node) const {
    const OperatorIndex index = diagram_.nodes[node].node;
    return index != OperatorIndex::none() && is_removed_[index.value()];
}

Step NetworkContent::step_of(std::uint32_t node) const {
    const DiagramNode& one = diagram_.nodes[node];
    return one.given == BufferIndex::none() ? problem_->graph->operators[one.node].step
                                            : problem_->buffers[one.given].lifetime.begin;
}

std::vector<BufferIndex> NetworkContent::buffers_of(std::uint32_t node) const {
    const DiagramNode& one = diagram_.nodes[node];
    return one.given == BufferIndex::none() ? problem_->graph->operators[one.node].writes
                                            : std::vector<BufferIndex>{one.given};
}

std::optional<std::uint32_t> NetworkContent::node_at(QPointF point) const {
    for (std::size_t i = 0; i < geometry_.boxes.size(); ++i) {
        if (contains(geometry_.boxes[i], {point.x(), point.y()})) {
            return static_cast<std::uint32_t>(i);
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> NetworkContent::edge_at(QPointF point, double reach) const {
    std::optional<std::uint32_t> nearest;
    for (std::size_t i = 0; i < geometry_.lines.size(); ++i) {
        const auto& line = geometry_.lines[i];
        for (std::size_t j = 1; j < line.size(); ++j) {
            const double distance = distance_to_piece(point, line[j - 1], line[j]);
            if (distance < reach) {
                reach = distance;
                nearest = static_cast<std::uint32_t>(i);
            }
        }
    }
    return nearest;
}

QString NetworkContent::text_of_node(std::uint32_t node) const {
    const DiagramNode& one = diagram_.nodes[node];
    QStringList lines;
    if (one.given == BufferIndex::none()) {
        const Operator& op = problem_->graph->operators[one.node];
        lines << visible_text(op.name)
              << tr("%1, %2, step %3")
                     .arg(visible_text(op.type), operator_feature_words(op.feature), grouped_text(op.step.value()));
    }
    for (const BufferIndex buffer : buffers_of(node)) {
        const Buffer& tensor = problem_->buffers[buffer];
        lines << tr("%1: %2").arg(visible_text(tensor.name), amount_and_exact_bytes(tensor.size.value(), unit_));
    }
    if (is_removed(node)) {
        lines << tr("removed: the layout does its work");
    } else if (const std::uint32_t group = group_of_node(node); group != no_group) {
        lines << tr("shares memory in group %1").arg(group + 1);
    }
    return lines.join(QLatin1Char('\n'));
}

QString NetworkContent::text_of_edge(std::uint32_t edge) const {
    const DiagramEdge& one = diagram_.edges[edge];
    const Buffer& tensor = problem_->buffers[one.buffer];
    QStringList lines{visible_text(tensor.name), amount_and_exact_bytes(tensor.size.value(), unit_)};
    if (group_of(one.buffer) != no_group) {
        lines << tr("shares memory in group %1").arg(group_of(one.buffer) + 1);
    }
    if (is_copied_[edge]) {
        lines << tr("copied for %1").arg(visible_text(problem_->graph->operators[diagram_.nodes[one.to].node].name));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope

#include "widgets/picture/network_view/network_painter.h"

#include <algorithm>
#include <array>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr double scale_of_text = DiagramCamera::readable_scale;
constexpr double scale_of_curves = 0.25;  ///< below it, curves look like lines
constexpr double line_width = 1.3;
constexpr double selected_width = 2.6;
constexpr double arrow = 5;
constexpr double greatest_text = 120;

QRectF rectangle(const Box& box) {
    return {QPointF(box.left, box.top), QPointF(box.right, box.bottom)};
}

}  // namespace

void NetworkPainter::paint(const NetworkMarks& marks, QRectF view) {
    const bool is_near = camera_.scale() >= scale_of_curves;
    painter_.setRenderHint(QPainter::Antialiasing, is_near);
    painter_.save();
    painter_.translate(camera_.origin());
    painter_.scale(camera_.scale(), camera_.scale());
    const QRectF shown = camera_.to_diagram(view).adjusted(-line_width, -line_width, line_width, line_width);
    const auto edges = static_cast<std::uint32_t>(content_.diagram().edges.size());
    for (const bool selected : {false, true}) {
        for (std::uint32_t edge = 0; edge < edges; ++edge) {
            if (content_.bounds(edge).intersects(shown) && is_selected(marks, edge) == selected) {
                paint_edge(edge, selected, shown);
            }
        }
    }
    for (std::uint32_t node = 0; node < content_.diagram().nodes.size(); ++node) {
        if (rectangle(content_.geometry().boxes[node]).intersects(shown)) {
            paint_box(node, marks);
        }
    }
    for (std::uint32_t edge = 0; edge < edges && camera_.scale() >= scale_of_text; ++edge) {
        const Point at = content_.geometry().lines[edge].front();
        const double below = painter_.fontMetrics().lineSpacing() * 2;
        if (content_.shows_size(edge) &&
            shown.adjusted(-greatest_text, -below, greatest_text, below).contains(at.x, at.y)) {
            paint_size(edge);
        }
    }
    painter_.restore();
}

bool NetworkPainter::is_selected(const NetworkMarks& marks, std::uint32_t edge) const {
    return std::binary_search(marks.selected.begin(), marks.selected.end(), content_.diagram().edges[edge].buffer);
}

const RiskStyle* group_style(const Palette& tokens, std::uint32_t group) {
    const std::array styles{&tokens.kinds[1], &tokens.kinds[2], &tokens.kinds[0], &tokens.kinds[4], &tokens.scale[4]};
    return group == NetworkContent::no_group ? nullptr : styles[group % styles.size()];
}

void NetworkPainter::paint_edge(std::uint32_t edge, bool selected, const QRectF& shown) {
    const RiskStyle* group = group_style(tokens_, content_.group_of(content_.diagram().edges[edge].buffer));
    const QColor color = qt_color(selected ? tokens_.accent : group != nullptr ? group->edge : tokens_.none.edge);
    // A cosmetic line of one pixel is drawn without a path of its outline, which takes a fraction of the time.
    QPen pen(color, selected ? selected_width : camera_.scale() < scale_of_curves ? 1 : line_width);
    pen.setCosmetic(camera_.scale() < 1);
    if (content_.is_copied(edge)) {
        pen.setDashPattern({4, 3});
    }
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    const auto& line = content_.geometry().lines[edge];
    if (camera_.scale() < scale_of_curves) {
        painter_.drawPolyline(content_.far_line(edge));
        return;
    }
    painter_.drawPath(content_.curve(edge, shown.top(), shown.bottom()));
    if (camera_.scale() >= scale_of_text) {
        const QPointF tip(line.back().x, line.back().y);
        const double back = line[line.size() - 2].y > line.back().y ? arrow : -arrow;
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(color);
        painter_.drawPolygon(
            QPolygonF{{tip, tip + QPointF(-arrow * 0.6, back * 1.5), tip + QPointF(arrow * 0.6, back * 1.5)}});
    }
}

void NetworkPainter::paint_size(std::uint32_t edge) {
    const Point at = content_.geometry().lines[edge].front();
    const QFontMetricsF font(painter_.fontMetrics());
    const QString& text = content_.size(edge);
    QRectF plate(at.x + 3, at.y + 3, font.horizontalAdvance(text) + 4, font.height());
    QColor ground = qt_color(tokens_.plot);
    ground.setAlphaF(0.8F);
    while (std::any_of(plates_.begin(), plates_.end(), [&](const QRectF& each) { return each.intersects(plate); })) {
        plate.translate(0, font.height());
    }
    plates_.push_back(plate);
    painter_.fillRect(plate, ground);
    painter_.setPen(qt_color(tokens_.dim));
    painter_.drawText(plate, Qt::AlignCenter, text);
}

void NetworkPainter::paint_box(std::uint32_t node, const NetworkMarks& marks) {
    const QRectF box = rectangle(content_.geometry().boxes[node]);
    const bool is_removed = content_.is_removed(node);
    const RiskStyle* group = group_style(tokens_, content_.group_of_node(node));
    const RiskStyle& style = group != nullptr ? *group : tokens_.none;
    const OperatorIndex index = content_.diagram().nodes[node].node;
    const auto buffers = content_.buffers_of(node);
    const bool is_written = std::any_of(buffers.begin(), buffers.end(), [&](BufferIndex buffer) {
        return std::binary_search(marks.selected.begin(), marks.selected.end(), buffer);
    });
    const bool is_chosen = marks.chosen && index == *marks.chosen;
    const bool is_marked = is_chosen || (is_written && !marks.chosen);
    QPen pen(qt_color(is_marked ? tokens_.accent : style.edge), is_marked ? selected_width : 1.0);
    pen.setCosmetic(camera_.scale() < 1);
    if (is_removed) {
        pen.setDashPattern({3, 3});
    }
    painter_.setPen(pen);
    painter_.setBrush(qt_color(is_removed ? tokens_.plot : style.fill));
    const bool is_given = index == OperatorIndex::none();
    if (camera_.scale() < scale_of_curves) {
        painter_.drawRect(box);
        return;
    }
    const double radius = is_given ? box.height() / 2 : 4;
    painter_.drawRoundedRect(box, radius, radius);
    if (camera_.scale() >= scale_of_text) {
        paint_texts(node, box, qt_color(is_removed ? tokens_.dim : style.text));
    }
    if (!is_given) {
        paint_mark(box, marks, content_.step_of(node));
    }
}

void NetworkPainter::paint_texts(std::uint32_t node, const QRectF& box, const QColor& ink) {
    const QFontMetricsF font(painter_.fontMetrics());
    const QRectF inner = box.adjusted(5, 4, -5, -4);
    painter_.setPen(ink);
    painter_.drawText(inner, Qt::AlignHCenter | Qt::AlignTop, content_.name(node));
    painter_.drawText(inner, Qt::AlignHCenter | Qt::AlignBottom,
                      font.elidedText(content_.detail(node), Qt::ElideRight, inner.width()));
}

void NetworkPainter::paint_mark(const QRectF& box, const NetworkMarks& marks, Step step) {
    constexpr double radius = 4;
    painter_.setPen(Qt::NoPen);
    if (marks.cursor == step) {
        painter_.setBrush(qt_color(tokens_.accent));
        painter_.drawEllipse(QPointF(box.left(), box.center().y()), radius, radius);
    }
    if (marks.peak == step) {
        painter_.setBrush(qt_color(tokens_.high_over.edge));
        const QPointF at(box.right(), box.center().y());
        painter_.drawPolygon(QPolygonF{
            {at + QPointF(0, -radius * 1.3), at + QPointF(radius * 1.3, radius), at + QPointF(-radius * 1.3, radius)}});
    }
}

}  // namespace arenascope

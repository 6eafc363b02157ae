#include "qt/painting/picture_painter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include "core/picture/plan/pixel_grid.h"
#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_smooth_points = 1000;

QRectF qt_rect(const Box& box) {
    return {QPointF(box.left, box.top), QPointF(box.right, box.bottom)};
}

QColor fill_color(const FilledBox& item) {
    QColor color = qt_color(*item.fill);
    color.setAlphaF(static_cast<float>(item.opacity));
    return color;
}

QPointF qt_point(Point point) {
    return {point.x, point.y};
}

/// Lines x ± y = constant through the box. They are cut here, because a clip would need one SVG group per box. Their
/// phase belongs to the picture, not to the box, so the lines continue in neighbouring boxes.
void add_diagonals(QPainterPath& path, const Box& box, bool rising, double distance) {
    const double low = rising ? box.left + box.top : box.left - box.bottom;
    const double high = rising ? box.right + box.bottom : box.right - box.top;
    const auto first = static_cast<std::int64_t>(std::ceil(low / distance));
    const auto last = static_cast<std::int64_t>(std::ceil((high - 0.5) / distance));
    for (std::int64_t line = first; line < last; ++line) {
        const double sum = static_cast<double>(line) * distance + 0.5;
        const double from = std::max(box.left, rising ? sum - box.bottom : sum + box.top);
        const double to = std::min(box.right, rising ? sum - box.top : sum + box.bottom);
        if (from < to) {
            path.moveTo(from, rising ? sum - from : from - sum);
            path.lineTo(to, rising ? sum - to : to - sum);
        }
    }
}

QPainterPath dots(const Box& box) {
    QPainterPath path;
    const double distance = dot_distance;
    bool odd = static_cast<std::int64_t>(std::ceil(box.top / distance)) % 2 != 0;
    for (double y = std::ceil(box.top / distance) * distance; y + 1 <= box.bottom; y += distance, odd = !odd) {
        const double shift = odd ? distance / 2 : 0;
        for (double x = std::ceil((box.left - shift) / distance) * distance + shift; x + 1 <= box.right;
             x += distance) {
            path.addRect(x, y, 1, 1);
        }
    }
    return path;
}

class DrawingPainter {
public:
    DrawingPainter(QPainter& painter, Medium medium) : painter_(painter), medium_(medium) {}

    void operator()(const FilledBox& item) {
        const Box box = aligned(item.box);
        if (medium_ == Medium::pixels) {
            fill_pixels(item, box);
        } else {
            fill_shape(item, box);
        }
    }

    void operator()(const StraightLine& line) {
        QPen pen(qt_color(line.color), line.width);
        pen.setCapStyle(Qt::FlatCap);
        if (line.dash == Dash::dashed) {
            pen.setDashPattern({7 / line.width, 4 / line.width});
        } else if (line.dash == Dash::dotted) {
            pen.setDashPattern({2 / line.width, 2 / line.width});
        }
        painter_.setRenderHint(QPainter::Antialiasing, medium_ == Medium::shapes);
        painter_.setPen(pen);
        painter_.drawLine(qt_point(line.from), qt_point(line.to));
    }

    void operator()(const Path& path) {
        QPolygonF polygon;
        polygon.reserve(static_cast<int>(path.points.size()));
        for (const Point point : path.points) {
            polygon.append(qt_point(point));
        }
        // A curve with a step at every pixel gains nothing from antialiasing, and is drawn ten times faster without.
        const bool plain = medium_ == Medium::pixels && path.points.size() > most_smooth_points;
        painter_.setRenderHint(QPainter::Antialiasing, !plain);
        if (path.fill) {
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(qt_color(*path.fill));
            painter_.drawPolygon(polygon);
        }
        if (path.color) {
            painter_.setBrush(Qt::NoBrush);
            QPen pen(qt_color(*path.color), plain ? 1 : path.width);
            pen.setJoinStyle(Qt::BevelJoin);
            painter_.setPen(pen);
            draw_polyline(polygon, plain);
        }
    }

    void operator()(const DrawnText& item) {
        const Face& face = face_of(item.style);
        const QString text = visible_text(item.text);
        const double text_width = item.align == DrawnText::Align::left ? 0 : face.metrics.horizontalAdvance(text);
        const double left = item.align == DrawnText::Align::left     ? 0
                            : item.align == DrawnText::Align::center ? -text_width / 2
                                                                     : -text_width;
        painter_.setFont(face.font);
        painter_.setPen(qt_color(item.color));
        const double baseline = face.metrics.capHeight() / 2;
        if (item.upwards) {
            painter_.save();
            painter_.translate(item.at.x, item.at.y);
            painter_.rotate(-90);
            painter_.drawText(QPointF(left, baseline), text);
            painter_.restore();
        } else {
            painter_.drawText(QPointF(item.at.x + left, item.at.y + baseline), text);
        }
    }

    void operator()(const std::shared_ptr<const PixelGrid>& grid) {
        // If the medium has fewer pixels than the grid, scaling would drop grid pixels, and with them whole buffers.
        const QSize room = pixels_of(grid->box);
        if (medium_ == Medium::pixels && (room.width() < grid->columns || room.height() < grid->rows)) {
            paint_grid(reduced(*grid, std::min(room.width(), grid->columns), std::min(room.height(), grid->rows)));
        } else {
            paint_grid(*grid);
        }
    }

    void operator()(const ClipBegin& clip) {
        painter_.save();
        painter_.setClipRect(qt_rect(clip.box), Qt::IntersectClip);
    }

    void operator()(const ClipEnd&) { painter_.restore(); }

private:
    struct Face {
        QFont font;
        QFontMetricsF metrics;
    };

    /// Qt takes quadratic time for a line that crosses a row of pixels often, so a long one is drawn in pieces.
    void draw_polyline(const QPolygonF& line, bool in_pieces) {
        constexpr int most_points = 64;
        const int piece = in_pieces ? most_points : static_cast<int>(line.size());
        for (int first = 0; first + 1 < line.size(); first += piece - 1) {
            painter_.drawPolyline(line.constData() + first, std::min(piece, static_cast<int>(line.size()) - first));
        }
    }

    void paint_grid(const PixelGrid& grid) {
        const std::vector<std::uint32_t> colors = colors_of(grid);
        const QImage image(reinterpret_cast<const uchar*>(colors.data()), grid.columns, grid.rows,
                           std::int64_t{grid.columns} * static_cast<int>(sizeof(std::uint32_t)),
                           QImage::Format_ARGB32_Premultiplied);
        painter_.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter_.drawImage(qt_rect(grid.box), image);
    }

    /// The number of whole device pixels in a box in each direction; at least one.
    [[nodiscard]] QSize pixels_of(const Box& box) const {
        const QTransform& transform = painter_.deviceTransform();
        return {std::max(1, static_cast<int>(width(box) * transform.m11() + 1e-6)),
                std::max(1, static_cast<int>(height(box) * transform.m22() + 1e-6))};
    }

    /// On pixels, rounds outwards to whole pixels, so that a thin box does not vanish.
    [[nodiscard]] Box aligned(const Box& box) const {
        if (medium_ == Medium::shapes) {
            return box;
        }
        return {std::floor(box.left + 1e-6), std::floor(box.top + 1e-6), std::ceil(box.right - 1e-6),
                std::ceil(box.bottom - 1e-6)};
    }

    void fill_pixels(const FilledBox& item, const Box& box) {
        painter_.setRenderHint(QPainter::Antialiasing, false);
        if (item.fill) {
            painter_.fillRect(qt_rect(box), fill_color(item));
        }
        draw_pattern(item, box);
        if (item.edge) {
            painter_.setRenderHint(QPainter::Antialiasing, false);
            const double line = std::max(1.0, std::round(item.edge_width));
            const QColor color = qt_color(*item.edge);
            painter_.fillRect(QRectF(box.left, box.top, width(box), line), color);
            painter_.fillRect(QRectF(box.left, box.bottom - line, width(box), line), color);
            painter_.fillRect(QRectF(box.left, box.top, line, height(box)), color);
            painter_.fillRect(QRectF(box.right - line, box.top, line, height(box)), color);
        }
    }

    /// Draws fill and edge as one element if nothing is between them.
    void fill_shape(const FilledBox& item, const Box& box) {
        painter_.setRenderHint(QPainter::Antialiasing, true);
        const double half = item.edge ? item.edge_width / 2 : 0;
        const Box inner = width(box) > 2 * half && height(box) > 2 * half ? inset(box, half) : box;
        QPen pen(Qt::NoPen);
        if (item.edge) {
            pen = QPen(qt_color(*item.edge), item.edge_width);
            pen.setJoinStyle(Qt::MiterJoin);
        }
        painter_.setPen(pen);
        painter_.setBrush(item.fill ? QBrush(fill_color(item)) : QBrush(Qt::NoBrush));
        painter_.drawRect(qt_rect(inner));
        draw_pattern(item, inset(inner, half));
    }

    void draw_pattern(const FilledBox& item, const Box& box) {
        if (item.pattern == Pattern::plain) {
            return;
        }
        painter_.setRenderHint(QPainter::Antialiasing, true);
        if (item.pattern == Pattern::dots) {
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(qt_color(item.mark));
            painter_.drawPath(dots(box));
            return;
        }
        QPainterPath lines;
        if (item.pattern == Pattern::falling_hatch) {
            add_diagonals(lines, box, false, falling_distance);
        } else {
            add_diagonals(lines, box, true, hatch_distance);
        }
        if (item.pattern == Pattern::cross_hatch) {
            add_diagonals(lines, box, false, hatch_distance);
        }
        QPen pen(qt_color(item.mark), 1);
        pen.setCapStyle(Qt::FlatCap);
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
        painter_.drawPath(lines);
    }

    const Face& face_of(TextStyle style) {
        const auto key = std::pair(style.size, style.bold);
        auto found = faces_.find(key);
        if (found == faces_.end()) {
            const QFont font = picture_font(style);
            found = faces_.emplace(key, Face{font, QFontMetricsF(font)}).first;
        }
        return found->second;
    }

    QPainter& painter_;
    Medium medium_;
    std::map<std::pair<double, bool>, Face> faces_;
};

}  // namespace

QFont picture_font(TextStyle style) {
    // Uses the actual family name, because programs that read SVG spell generic names differently.
    static const QString family = QFontInfo(QGuiApplication::font()).family();
    QFont font(family);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(style.size))));
    font.setBold(style.bold);
    // Hinted widths differ between media, so that a label measured to fit might not fit.
    font.setHintingPreference(QFont::PreferNoHinting);
    // Any letter spacing turns ligatures off. A ligature in a PDF becomes one odd character when it is searched or
    // copied.
    font.setLetterSpacing(QFont::PercentageSpacing, 100.1);
    return font;
}

MeasureText picture_text_measure() {
    const auto metrics = std::make_shared<std::map<std::pair<double, bool>, QFontMetricsF>>();
    return [metrics](std::string_view text, TextStyle style) {
        const auto key = std::pair(style.size, style.bold);
        auto found = metrics->find(key);
        if (found == metrics->end()) {
            found = metrics->emplace(key, QFontMetricsF(picture_font(style))).first;
        }
        return found->second.horizontalAdvance(visible_text(text));
    };
}

void paint(QPainter& painter, const Drawing& drawing, Medium medium) {
    painter.save();
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    // Otherwise a PDF stores pixels as JPEG, which blurs hatches and thin lines.
    painter.setRenderHint(QPainter::LosslessImageRendering, true);
    DrawingPainter visitor(painter, medium);
    for (const Primitive& primitive : drawing.primitives) {
        std::visit(visitor, primitive);
    }
    painter.restore();
}

}  // namespace arenascope

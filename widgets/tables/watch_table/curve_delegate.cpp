#include "widgets/tables/watch_table/curve_delegate.h"

#include <utility>

#include <QMouseEvent>
#include <QPainter>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr int wished_width = 260;
constexpr double side_margin = 8.0;
constexpr double edge_margin = 4.0;

void draw_curve(QPainter& painter, const WatchCurve& curve, const QRectF& area, const Palette& tokens) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (curve.threshold) {
        QPen dashes(qt_color(tokens.accent), 1.2);
        dashes.setDashPattern({4, 3});
        painter.setPen(dashes);
        const double y = curve_y(curve, *curve.threshold, area);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(qt_color(tokens.ink), 1.4));
    for (const QPolygonF& line : curve_lines(curve, area)) {
        painter.drawPolyline(line);
    }
}

}  // namespace

QRectF curve_area(const QRect& cell) {
    return QRectF(cell).adjusted(side_margin, edge_margin, -side_margin, -edge_margin);
}

void CurveDelegate::set_curves(std::vector<std::optional<WatchCurve>> curves) {
    curves_ = std::move(curves);
    shown_moment_.reset();
}

const WatchCurve* CurveDelegate::curve(int row) const {
    const auto place = static_cast<std::size_t>(row);
    return place < curves_.size() && curves_[place] ? &*curves_[place] : nullptr;
}

QSize CurveDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {wished_width, QStyledItemDelegate::sizeHint(option, index).height()};
}

void CurveDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const WatchCurve* curve = this->curve(index.row());
    if (curve == nullptr) {
        return;
    }
    painter->save();
    const QRectF area = curve_area(option.rect);
    const Palette& tokens = palette(theme_of(option.palette));
    draw_curve(*painter, *curve, area, tokens);
    if (const auto moment = shown_moment_) {
        const double x = curve_x(*moment, curve->numbers.size(), area);
        painter->setPen(QPen(qt_color(tokens.accent), 1));
        painter->drawLine(QPointF(x, option.rect.top()), QPointF(x, option.rect.bottom() + 1));
    }
    painter->restore();
}

bool CurveDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<const QMouseEvent*>(event);
        const WatchCurve* curve = this->curve(index.row());
        if (press->button() == Qt::LeftButton && curve != nullptr) {
            const std::size_t moment = moment_at(press->position().x(), curve->numbers.size(), curve_area(option.rect));
            emit moment_chosen(moment);
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

}  // namespace arenascope

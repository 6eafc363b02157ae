#include "widgets/tables/watch_table/curve_delegate.h"

#include <utility>

#include <QMouseEvent>
#include <QPainter>

#include "qt/painting/theme.h"
#include "widgets/base/run_curve.h"

namespace arenascope {
namespace {

constexpr int wished_width = 260;
constexpr double side_margin = 8.0;
constexpr double edge_margin = 4.0;

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
    const CurveScale scale = curve->scale(curve_area(option.rect));
    const Palette& tokens = palette(theme_of(option.palette));
    draw_levels(*painter, tokens, curve->numbers, curve->threshold, scale);
    if (shown_moment_) {
        draw_shown_step(*painter, tokens, scale.x_of(*shown_moment_), option.rect.top(), option.rect.bottom() + 1);
    }
    painter->restore();
}

bool CurveDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<const QMouseEvent*>(event);
        const WatchCurve* curve = this->curve(index.row());
        if (press->button() == Qt::LeftButton && curve != nullptr) {
            emit moment_chosen(curve->scale(curve_area(option.rect)).moment_at(press->position().x()));
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

}  // namespace arenascope

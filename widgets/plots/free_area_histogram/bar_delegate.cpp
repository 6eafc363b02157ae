#include "widgets/plots/free_area_histogram/bar_delegate.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QPainter>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr double bar_edge = 3.0;  ///< pixels above and below a bar

}  // namespace

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    // The ground first: the bar lies between it and the figure.
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = std::exchange(ground.text, QString());
    const QWidget* widget = option.widget;
    (widget != nullptr ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &ground, painter, widget);
    const double share = index.data(bar_role).toDouble();
    const QRectF cell = QRectF(option.rect).adjusted(bar_edge, bar_edge, -bar_edge, -bar_edge);
    const Palette& tokens = palette(theme_of(option.palette));
    painter->save();
    if (share > 0) {
        const double width = std::max(1.0, share * cell.width());
        painter->fillRect(QRectF(cell.right() - width, cell.top(), width, cell.height()), qt_color(tokens.live_fill));
    }
    painter->setPen(qt_color(tokens.ink));
    painter->setFont(ground.font);
    painter->drawText(QRectF(option.rect).adjusted(0, 0, -2 * bar_edge, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

}  // namespace arenascope

#include "widgets/base/name_delegate.h"

#include <string>
#include <string_view>

#include <QApplication>
#include <QFontMetricsF>
#include <QStyle>

#include "core/picture/plan/label.h"

namespace arenascope {

QSize NameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem whole = option;
    whole.rect = {};  // the view sets the current width of the column, which must not shorten what is measured
    return QStyledItemDelegate::sizeHint(whole, index);
}

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (option->rect.isEmpty()) {
        return;
    }
    const QStyle& style = option->widget == nullptr ? *QApplication::style() : *option->widget->style();
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, option, option->widget) + 1;
    const double room = option->rect.width() - 2 * margin;
    const QFontMetricsF metrics(option->fontMetrics);
    if (metrics.horizontalAdvance(option->text) <= room) {
        return;
    }
    const auto measure = [&metrics](std::string_view text, TextStyle /*style*/) {
        return metrics.horizontalAdvance(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    };
    const std::string shown = elided_in_middle(option->text.toStdString(), room, {}, measure);
    if (!shown.empty()) {
        option->text = QString::fromStdString(shown);
        // The style would shorten it again if it rounded its width up.
        option->textElideMode = Qt::ElideNone;
    }
}

}  // namespace arenascope

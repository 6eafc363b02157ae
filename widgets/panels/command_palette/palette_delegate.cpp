#include "widgets/panels/command_palette/palette_delegate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "core/picture/plan/label.h"
#include "qt/painting/theme.h"
#include "widgets/panels/command_palette/palette_model.h"

namespace arenascope {
namespace {

constexpr int side_margin = 12;
constexpr int row_height_margin = 8;
constexpr int gap = 16;                  ///< between title and detail
constexpr double largest_detail = 0.55;  ///< as a share of the row

QString fitting(const QString& text, double room, const QFont& font) {
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= room) {
        return text;
    }
    const auto measure = [&metrics](std::string_view part, TextStyle /*style*/) {
        return metrics.horizontalAdvance(QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())));
    };
    return QString::fromStdString(elided_in_middle(text.toStdString(), room, {}, measure));
}

QTextLayout::FormatRange range_of(qsizetype begin, qsizetype length, const QColor& color, bool is_bold) {
    QTextLayout::FormatRange range;
    range.start = static_cast<int>(begin);
    range.length = static_cast<int>(length);
    range.format.setForeground(color);
    if (is_bold) {
        range.format.setFontWeight(QFont::Bold);
    }
    return range;
}

/// The letters of a text at these bytes, as ranges of UTF-16.
QList<QTextLayout::FormatRange> emphasis(const QString& text, const FuzzyPattern& pattern, const QColor& color) {
    const std::string bytes = text.toStdString();
    const std::vector<std::uint32_t> places = pattern.places(bytes);
    QList<QTextLayout::FormatRange> ranges;
    for (std::size_t i = 0; i < places.size();) {
        std::size_t last = i;
        while (last + 1 < places.size() && places[last + 1] == places[last] + 1) {
            ++last;
        }
        const auto letters = [&bytes](std::size_t begin, std::size_t end) {
            return QString::fromUtf8(bytes.data() + begin, static_cast<qsizetype>(end - begin)).size();
        };
        ranges << range_of(letters(0, places[i]), letters(places[i], places[last] + 1), color, true);
        i = last + 1;
    }
    return ranges;
}

}  // namespace

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + row_height_margin};
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& tokens = palette(theme_of(option.palette));
    const bool is_available = index.data(PaletteModel::is_available).toBool();
    const QColor dim = qt_color(tokens.dim);
    const QColor ink = is_available ? qt_color(tokens.ink) : dim;
    const QColor accent = is_available ? qt_color(tokens.accent) : dim;
    const QStyle& style = option.widget == nullptr ? *QApplication::style() : *option.widget->style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);

    painter->save();
    painter->setClipRect(option.rect);
    painter->setFont(option.font);
    painter->setPen(dim);
    const QFontMetrics& metrics = option.fontMetrics;
    QRect room = option.rect.adjusted(side_margin, 0, -side_margin, 0);
    const int sign_width = metrics.horizontalAdvance(QLatin1Char('@'));
    painter->drawText(QRect(room.left(), room.top(), sign_width, room.height()), Qt::AlignCenter,
                      index.data(PaletteModel::sign).toString());
    room.setLeft(room.left() + 2 * sign_width);

    const QString detail = metrics.elidedText(index.data(PaletteModel::detail).toString(), Qt::ElideRight,
                                              static_cast<int>(room.width() * largest_detail));
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, detail);
    room.setRight(room.right() - metrics.horizontalAdvance(detail) - gap);

    QFont bold = option.font;  // the widest that a letter can be
    bold.setBold(true);
    const QString whole = index.data(Qt::DisplayRole).toString();
    const QString title = fitting(whole, room.width(), bold);
    const auto* model = qobject_cast<const PaletteModel*>(index.model());
    QList<QTextLayout::FormatRange> formats{range_of(0, title.size(), ink, false)};
    if (title == whole) {
        formats << range_of(0, index.data(PaletteModel::menus_length).toLongLong(), dim, false);
    }
    if (model != nullptr) {
        formats << emphasis(title, model->pattern(), accent);
    }
    QTextLayout layout(title, option.font, painter->device());
    layout.setFormats(formats);
    QTextOption one_line;
    one_line.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(one_line);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    painter->setClipRect(room);
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2));
    painter->restore();
}

}  // namespace arenascope

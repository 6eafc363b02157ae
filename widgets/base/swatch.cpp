#include "widgets/base/swatch.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include "qt/painting/theme.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr int gap_to_text = 6;

void paint_pattern(QPainter& painter, const QRectF& square, const RiskStyle& style) {
    if (style.pattern == Pattern::hatch) {
        painter.setPen(QPen(qt_color(style.mark), 1.0));
        const double step = square.width() / 3.0;
        for (double x = square.left() - square.height(); x < square.right(); x += step) {
            painter.drawLine(QPointF(x, square.bottom()), QPointF(x + square.height(), square.top()));
        }
    } else if (style.pattern == Pattern::dots) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(qt_color(style.edge));
        const double step = square.width() / 4.0;
        for (double y = square.top() + step / 2; y < square.bottom(); y += step) {
            for (double x = square.left() + step / 2; x < square.right(); x += step) {
                painter.drawEllipse(QPointF(x, y), 0.7, 0.7);
            }
        }
    }
}

}  // namespace

int to_role_value(Risk risk) {
    return static_cast<int>(risk.tier) * 8 + static_cast<int>(risk.cause);
}

Risk risk_of_role_value(int value) {
    return {static_cast<Tier>(value / 8), static_cast<Cause>(value % 8)};
}

void paint_swatch(QPainter& painter, const QRectF& square, Risk risk, Theme theme) {
    paint_swatch(painter, square, style_of(palette(theme), risk));
}

void paint_swatch(QPainter& painter, const QRectF& square, const RiskStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0);
    painter.fillPath(outline, qt_color(style.fill));
    painter.save();
    painter.setClipPath(outline);
    paint_pattern(painter, square, style);
    painter.restore();
    painter.setPen(QPen(qt_color(style.edge), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(outline);
    if (style.letter != 0) {
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(std::max(7, static_cast<int>(square.height() * 0.72)));
        painter.setFont(font);
        painter.setPen(qt_color(style.text));
        painter.drawText(square, Qt::AlignCenter, QString(QLatin1Char(style.letter)));
    }
    painter.restore();
}

int swatch_side(const QFontMetrics& metrics) {
    return metrics.ascent() + 2;
}

Swatch::Swatch(QWidget* parent) : QWidget(parent) {
    setAccessibleName(risk_words(risk_));
}

void Swatch::set_risk(Risk risk) {
    risk_ = risk;
    setAccessibleName(risk_words(risk_));
    update();
}

QSize Swatch::sizeHint() const {
    const int side = swatch_side(fontMetrics());
    return {side, side};
}

void Swatch::paintEvent(QPaintEvent* /*event*/) {
    const int side = std::min({width(), height(), swatch_side(fontMetrics())});
    QPainter painter(this);
    paint_swatch(painter, QRectF(QRect((width() - side) / 2, (height() - side) / 2, side, side)), risk_,
                 theme_of(palette()));
}

void SwatchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant value = index.data(risk_role);
    if (!value.isValid()) {
        return;
    }
    const QString text = index.data(Qt::DisplayRole).toString();
    const int side = swatch_side(option.fontMetrics);
    const int margin = QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const int text_width = option.fontMetrics.horizontalAdvance(text);
    const int left =
        std::max(option.rect.left() + margin, option.rect.right() + 1 - margin - text_width - gap_to_text - side);
    const int top = option.rect.center().y() + 1 - side / 2;
    paint_swatch(*painter, QRectF(QRect(left, top, side, side)), risk_of_role_value(value.toInt()),
                 theme_of(option.palette));
}

QSize SwatchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {text.width() + swatch_side(option.fontMetrics) + gap_to_text, text.height()};
}

}  // namespace arenascope

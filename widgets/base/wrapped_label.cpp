#include "widgets/base/wrapped_label.h"

#include <cmath>

#include <QPainter>
#include <QTextLayout>

namespace arenascope {
namespace {

constexpr int least_letters = 12;

/// The text in lines of a width. `height` is that of all lines.
void lay_out(QTextLayout& lines, int width, double& height) {
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    lines.setTextOption(option);
    lines.beginLayout();
    height = 0;
    for (QTextLine line = lines.createLine(); line.isValid(); line = lines.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    lines.endLayout();
}

}  // namespace

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);  // the height follows from the width
}

int WrappedLabel::heightForWidth(int width) const {
    QTextLayout lines(text(), font());
    double height = 0;
    lay_out(lines, std::max(1, width), height);
    return static_cast<int>(std::ceil(height));
}

QSize WrappedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + 1, heightForWidth(QWIDGETSIZE_MAX)};
}

QSize WrappedLabel::minimumSizeHint() const {
    return {least_letters * fontMetrics().averageCharWidth(), fontMetrics().height()};
}

void WrappedLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    QTextLayout lines(text(), font());
    double height = 0;
    lay_out(lines, width(), height);
    lines.draw(&painter, {0, 0});
}

}  // namespace arenascope

#include "widgets/base/fitting_label.h"

#include <algorithm>

#include <QPainter>

#include "qt/words/tooltip.h"
#include "widgets/base/accessible_names.h"

namespace arenascope {

FittingLabel::FittingLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
}

void FittingLabel::set_parts(const QStringList& parts, const QString& separator) {
    parts_ = parts;
    separator_ = separator.isEmpty() ? tr(" · ") : separator;
    const QString before = text();
    setText(parts_.join(separator_));
    if (text() != before && !accessibleName().isEmpty()) {
        tell_text_changed(*this);
    }
    setToolTip(plain_tooltip(text()));
}

QStringList FittingLabel::shown_parts() const {
    return parts_.join(separator_) == text() ? parts_ : QStringList{text()};
}

QString FittingLabel::shown_text() const {
    const QStringList parts = shown_parts();
    for (qsizetype count = parts.size(); count > 0; --count) {
        const QString line = parts.first(count).join(separator_);
        if (fontMetrics().horizontalAdvance(line) <= width()) {
            return line;
        }
    }
    return parts.isEmpty() ? QString() : fontMetrics().elidedText(parts.first(), Qt::ElideRight, width());
}

void FittingLabel::set_least_letters(int letters) {
    least_letters_ = letters;
    updateGeometry();
}

QSize FittingLabel::minimumSizeHint() const {
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(fontMetrics().horizontalAdvance(shown_parts().value(0)),
                     least_letters_ * fontMetrics().averageCharWidth()),
            whole.height()};
}

void FittingLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), static_cast<int>(alignment()), shown_text());
}

}  // namespace arenascope

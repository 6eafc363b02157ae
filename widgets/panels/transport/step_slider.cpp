#include "widgets/panels/transport/step_slider.h"

#include <utility>

#include <QPainter>
#include <QStyleOptionSlider>

#include "qt/painting/theme.h"

namespace arenascope {

StepSlider::StepSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {}

void StepSlider::set_marks(std::vector<int> marks) {
    marks_ = std::move(marks);
    update();
}

/// Of ticks in the same pixel column, only the first is drawn.
void StepSlider::paintEvent(QPaintEvent* event) {
    QSlider::paintEvent(event);
    if (marks_.empty()) {
        return;
    }
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    constexpr int half_height = 6;
    QPainter painter(this);
    const QColor tick = qt_color(arenascope::palette(theme_of(palette())).hit);
    int last = -2;
    for (const int mark : marks_) {
        if (mark < minimum() || mark > maximum()) {
            continue;
        }
        const int x = groove.left() + handle.width() / 2 +
                      QStyle::sliderPositionFromValue(minimum(), maximum(), mark, groove.width() - handle.width());
        if (x > last + 1) {
            painter.fillRect(QRect(x, rect().center().y() - half_height, 2, 2 * half_height + 1), tick);
            last = x;
        }
    }
}

}  // namespace arenascope

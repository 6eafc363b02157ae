#include "widgets/picture/layout_view/live_split.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "widgets/picture/layout_view/layout_plot.h"

namespace arenascope {
namespace {

constexpr int grip_dots = 6;
constexpr int grip_step = 4;
constexpr int grip_side = 2;

}  // namespace

LiveSplit::LiveSplit(LayoutPlot& plot, QWidget* parent) : QWidget(parent), plot_(plot) {
    setCursor(Qt::SplitVCursor);
    setToolTip(plain_tooltip(tr("Drag to change the height of the live size. A double click restores it.")));
    connect(&plot, &QCustomPlot::afterLayout, this, &LiveSplit::cover_gap);
}

void LiveSplit::set_share(std::optional<double> share) {
    plot_.set_live_share(share);
}

std::optional<double> LiveSplit::share() const {
    return plot_.live_share();
}

void LiveSplit::cover_gap() {
    const PlotBoxes boxes = plot_.boxes();
    const int top = static_cast<int>(std::ceil(boxes.containers.bottom));
    const int bottom = static_cast<int>(std::floor(boxes.live.top));
    const int left = static_cast<int>(boxes.live.left);
    setGeometry(left, top + 1, static_cast<int>(boxes.live.right) - left, std::max(0, bottom - top - 1));
}

void LiveSplit::mousePressEvent(QMouseEvent* event) {
    grip_ = plot_.boxes().live.top - mapToParent(event->pos()).y();
}

void LiveSplit::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) {
        plot_.set_live_share(plot_.live_share_at(mapToParent(event->pos()).y() + grip_));
        emit share_changed();
    }
}

void LiveSplit::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    plot_.set_live_share(std::nullopt);
    emit share_changed();
}

void LiveSplit::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const QColor color = qt_color(arenascope::palette(theme_of(palette())).dim);
    const int left = (width() - grip_dots * grip_step) / 2;
    for (int i = 0; i < grip_dots; ++i) {
        painter.fillRect(left + i * grip_step, (height() - grip_side) / 2, grip_side, grip_side, color);
    }
}

}  // namespace arenascope

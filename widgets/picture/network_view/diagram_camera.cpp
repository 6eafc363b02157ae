#include "widgets/picture/network_view/diagram_camera.h"

#include <algorithm>

namespace arenascope {
namespace {

/// The way that moves [from, to] into [0, room]; its beginning counts if it does not fit.
double way_into(double from, double to, double room) {
    if (from < 0 || to - from > room) {
        return -from;
    }
    return to > room ? room - to : 0;
}

}  // namespace

void DiagramCamera::fit(QSizeF diagram, QSizeF view) {
    if (diagram.isEmpty() || view.isEmpty()) {
        return;
    }
    const double whole = std::min(view.width() / diagram.width(), view.height() / diagram.height());
    scale_ = std::clamp(whole, least_scale, 1.0);
    const QSizeF left = view - diagram * scale_;
    origin_ = {left.width() / 2, std::max(0.0, left.height() / 2)};
}

bool DiagramCamera::begin(QSizeF diagram, QSizeF view, QRectF first) {
    fit(diagram, view);
    if (scale_ >= readable_scale || diagram.isEmpty()) {
        return true;
    }
    scale_ = std::clamp(view.width() / diagram.width(), 2 * readable_scale, 1.0);
    const double left = view.width() - diagram.width() * scale_;  // negative: the diagram is wider than the view
    const double middle = view.width() / 2 - first.center().x() * scale_;
    origin_ = {left < 0 ? std::clamp(middle, left, 0.0) : left / 2, 0};
    return false;
}

void DiagramCamera::zoom(double factor, QPointF at) {
    const QPointF point = to_diagram(at);
    scale_ = std::clamp(scale_ * factor, least_scale, greatest_scale);
    origin_ = at - point * scale_;
}

void DiagramCamera::show_box(QRectF box, QSizeF view, double margin) {
    const QRectF shown = to_view(box).adjusted(-margin, -margin, margin, margin);
    origin_ += QPointF(way_into(shown.left(), shown.right(), view.width()),
                       way_into(shown.top(), shown.bottom(), view.height()));
}

}  // namespace arenascope

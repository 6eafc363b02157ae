#include "widgets/picture/layout_view/drawing_plottable.h"

#include "qt/painting/picture_painter.h"

namespace arenascope {

DrawingPlottable::DrawingPlottable(QCPAxis* across, QCPAxis* up, std::function<Drawing()> make)
    : QCPAbstractPlottable(across, up), make_(std::move(make)) {
    setSelectable(QCP::stNone);
}

double DrawingPlottable::selectTest(const QPointF& /*position*/, bool /*only_selectable*/,
                                    QVariant* /*details*/) const {
    return -1;
}

QCPRange DrawingPlottable::getKeyRange(bool& found, QCP::SignDomain /*domain*/) const {
    found = true;
    return {0, 1};
}

QCPRange DrawingPlottable::getValueRange(bool& found, QCP::SignDomain /*domain*/, const QCPRange& /*keys*/) const {
    found = true;
    return {0, 1};
}

QRect DrawingPlottable::clipRect() const {
    return mParentPlot->viewport();
}

void DrawingPlottable::draw(QCPPainter* painter) {
    paint(*painter, make_(), Medium::pixels);
}

void DrawingPlottable::drawLegendIcon(QCPPainter* /*painter*/, const QRectF& /*rect*/) const {}

}  // namespace arenascope

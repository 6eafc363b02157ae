#pragma once

#include <functional>

#include <qcustomplot.h>

#include "core/picture/plan/drawing.h"

namespace arenascope {

/// Paints a drawing of core/picture into an axis rectangle of a plot. One plottable draws all buffers, because one item
/// for each buffer takes quadratic time. Each replot makes a new drawing, in pixels of the plot.
class DrawingPlottable final : public QCPAbstractPlottable {
public:
    DrawingPlottable(QCPAxis* across, QCPAxis* up, std::function<Drawing()> make);

    double selectTest(const QPointF& position, bool only_selectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth,
                           const QCPRange& keys = QCPRange()) const override;

protected:
    /// The whole plot. A drawing clips itself, because parts of it are in the margin.
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::function<Drawing()> make_;
};

}  // namespace arenascope

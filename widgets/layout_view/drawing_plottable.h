#pragma once

#include <functional>

#include <qcustomplot.h>

#include "core/picture/drawing.h"

namespace arenascope {

/// Paints a drawing of core/picture into an axis rectangle of a plot: the one plottable for all buffers, because an
/// item each is quadratic. The drawing is asked for anew at each replot, in pixels of the plot.
class DrawingPlottable final : public QCPAbstractPlottable {
    Q_OBJECT

public:
    DrawingPlottable(QCPAxis* across, QCPAxis* up, std::function<Drawing()> make);

    double selectTest(const QPointF& position, bool only_selectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth,
                           const QCPRange& keys = QCPRange()) const override;

protected:
    /// The whole plot: a drawing cuts itself, because some of it stands in the margin.
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::function<Drawing()> make_;
};

}  // namespace arenascope

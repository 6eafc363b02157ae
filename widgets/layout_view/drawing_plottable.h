#pragma once

#include <functional>
#include <vector>

#include <qcustomplot.h>

#include "core/picture/drawing.h"
#include "widgets/layout_view/axis_marks.h"

namespace arenascope {

/// Paints a drawing of core/picture into an axis rectangle of a plot. One plottable draws all buffers, because one item
/// for each buffer takes quadratic time. Each replot makes a new drawing, in pixels of the plot.
class DrawingPlottable final : public QCPAbstractPlottable {
    Q_OBJECT

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

/// The ticks of an axis with the fixed range [0, 1]. Positions and labels come from core/picture, because the doubles
/// of the plot cannot hold steps near 10^18 exactly.
class ViewportTicker final : public QCPAxisTicker {
public:
    explicit ViewportTicker(std::function<std::vector<AxisMark>()> marks) : marks_(std::move(marks)) {}

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override;

private:
    std::function<std::vector<AxisMark>()> marks_;
};

}  // namespace arenascope

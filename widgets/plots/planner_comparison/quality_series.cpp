#include "widgets/plots/planner_comparison/quality_series.h"

#include <algorithm>
#include <vector>

#include <QCoreApplication>
#include <qcustomplot.h>

#include "core/picture/plan/axis_drawing.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr int icon_width = 20;
constexpr int legend_margin = 24;  ///< pixels, both sides together
constexpr int entry_margin = 18;   ///< pixels around an icon and its name

/// A graph that does not clip points at the edge of the axes.
class WholePoints final : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    QRect clipRect() const override {
        constexpr int around = 10;
        return QCPGraph::clipRect().adjusted(-around, -around, around, around);
    }
};

QString words(const char* text) {
    return QCoreApplication::translate("arenascope::QualitySeries", text);
}

}  // namespace

QualitySeries::QualitySeries(QCustomPlot& plot) : plot_(plot) {
    auto* above = new QCPLayoutGrid;
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, above);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setRowSpacing(0);
    above->addElement(0, 0, plot.legend);
    // An empty column takes the remaining width.
    above->expandTo(1, 2);
    above->setColumnStretchFactor(0, 0.001);
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setIconSize(icon_width, 12);
    plot.legend->setFont(picture_font(axis_style));
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setVisible(true);
    const std::array<QString, kind_count> names{words(QT_TR_NOOP("planner")), words(QT_TR_NOOP("lowest peak")),
                                                words(QT_TR_NOOP("selected")), words(QT_TR_NOOP("above the view")),
                                                words(QT_TR_NOOP("threshold"))};
    for (const Kind kind : {threshold, planners, lowest, above_view, selected}) {
        QCPGraph* graph = new WholePoints(plot.xAxis, plot.yAxis);
        graph->setName(names[kind]);
        graph->setSelectable(QCP::stNone);
        graph->setAdaptiveSampling(false);
        graph->setLineStyle(kind == threshold ? QCPGraph::lsLine : QCPGraph::lsNone);
        graphs_[kind] = graph;
    }
    set_theme(theme_);
}

void QualitySeries::set_theme(Theme theme) {
    theme_ = theme;
    const Palette& tokens = palette(theme);
    const auto set_look = [this](Kind kind, QCPScatterStyle::ScatterShape shape, Color color, double size) {
        graphs_[kind]->setScatterStyle(QCPScatterStyle(shape, QPen(qt_color(color), 1), QBrush(qt_color(color)), size));
    };
    set_look(planners, QCPScatterStyle::ssCircle, tokens.high_over.edge, 2 * radius);
    set_look(lowest, QCPScatterStyle::ssDiamond, tokens.good, 2.75 * radius);
    set_look(above_view, QCPScatterStyle::ssTriangle, tokens.high_over.edge, 2.5 * radius);
    graphs_[threshold]->setPen(QPen(qt_color(tokens.accent), 1.5, Qt::DashLine));
    plot_.legend->setTextColor(qt_color(tokens.dim));
}

void QualitySeries::show(std::span<const QualityPoint> points) {
    for (QCPGraph* graph : graphs_) {
        graph->data()->clear();
    }
    const QColor accent = qt_color(palette(theme_).accent);
    for (const QualityPoint& point : points) {
        const Kind kind = point.is_above_view ? above_view : point.is_lowest ? lowest : planners;
        graphs_[point.is_selected ? selected : kind]->addData(point.seconds, point.share);
        if (point.is_selected) {
            QCPScatterStyle look = graphs_[kind]->scatterStyle();
            look.setSize(look.size() * selected_radius / radius);
            look.setPen(QPen(accent, 1));
            look.setBrush(accent);
            graphs_[selected]->setScatterStyle(look);
        }
    }
    const QCPRange seconds = plot_.xAxis->range();
    if (plot_.yAxis->range().contains(0)) {
        graphs_[threshold]->setData({seconds.lower, seconds.upper}, {0, 0}, true);
    }
    fill_legend();
}

/// Arranges the legend in as many columns as fit.
void QualitySeries::fill_legend() {
    plot_.legend->clearItems();
    const QFontMetrics metrics(plot_.legend->font());
    std::vector<QCPGraph*> shown;
    int room = plot_.width() - legend_margin;
    int columns = 0;
    for (QCPGraph* graph : graphs_) {
        if (!graph->data()->isEmpty() || graph == graphs_[threshold]) {
            shown.push_back(graph);
            room -= icon_width + metrics.horizontalAdvance(graph->name()) + entry_margin;
            columns += room >= 0 ? 1 : 0;
        }
    }
    plot_.legend->setWrap(std::max(1, columns));
    for (QCPGraph* graph : shown) {
        graph->addToLegend();
    }
}

}  // namespace arenascope

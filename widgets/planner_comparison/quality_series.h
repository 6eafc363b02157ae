#pragma once

#include <array>
#include <span>

#include "core/picture/palette.h"
#include "widgets/planner_comparison/quality_point.h"

class QCPGraph;
class QCustomPlot;

namespace arenascope {

/// The marks of a QualityPlot with their legend: planners are discs, those with the lowest peak diamonds, those above
/// the view triangles; the selected one is larger and in the accent; the threshold is a dashed line.
class QualitySeries {
public:
    /// Adds empty series to a plot, which owns them, and puts its legend above the axes.
    explicit QualitySeries(QCustomPlot& plot);

    void set_theme(Theme theme);
    /// Shows these points of the plot's present view. Does not replot.
    void show(std::span<const QualityPoint> points);

    /// Half the width of a disc, in pixels.
    static constexpr double radius = 4;
    static constexpr double selected_radius = 6;

private:
    enum Kind : std::uint8_t { planners, lowest, selected, beyond, threshold, kind_count };

    void fill_legend();

    QCustomPlot& plot_;
    std::array<QCPGraph*, kind_count> graphs_{};
    Theme theme_ = Theme::light;
};

}  // namespace arenascope

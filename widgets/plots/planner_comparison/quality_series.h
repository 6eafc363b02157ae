#pragma once

#include <array>
#include <span>

#include "core/picture/plan/palette.h"
#include "widgets/plots/planner_comparison/quality_point.h"

class QCPGraph;
class QCustomPlot;

namespace arenascope {

/// The marks of a QualityPlot with their legend. Planners are discs, planners with the lowest peak are diamonds, and
/// planners above the view are triangles. The selected mark is larger and has the accent colour. The threshold is a
/// dashed line.
class QualitySeries {
public:
    /// Adds empty series to a plot, and places its legend above the axes. The plot owns the series.
    explicit QualitySeries(QCustomPlot& plot);

    void set_theme(Theme theme);
    /// Sets the points, which must fit the plot's current view. Does not replot.
    void show(std::span<const QualityPoint> points);

    /// Half the width of a disc, in pixels.
    static constexpr double radius = 4;
    static constexpr double selected_radius = 6;

private:
    enum Kind : std::uint8_t { planners, lowest, selected, above_view, threshold, kind_count };

    void fill_legend();

    QCustomPlot& plot_;
    std::array<QCPGraph*, kind_count> graphs_{};
    Theme theme_ = Theme::light;
};

}  // namespace arenascope

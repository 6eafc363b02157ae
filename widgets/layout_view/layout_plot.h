#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "core/picture/drawing.h"
#include "core/picture/palette.h"
#include "core/picture/unit.h"
#include "widgets/layout_view/axis_marks.h"
#include "widgets/layout_view/viewports.h"

namespace arenascope {

/// What stands in the four parts of a LayoutPlot, asked for anew at each replot.
struct PlotParts {
    std::function<Drawing()> tray;
    std::function<Drawing()> containers;
    std::function<Drawing()> live;
    std::function<Drawing()> names;
    std::function<std::vector<PlacedTick>()> offsets;  ///< along the containers
    std::function<std::vector<PlacedTick>()> sizes;    ///< along the live size
    std::function<std::vector<PlacedTick>()> steps;    ///< along the time axis of all parts
};

/// How much room the tray and what stands beside the containers need.
struct TrayRoom {
    std::int64_t lanes = 0;   ///< 0: the tray is hidden
    bool has_placed = false;  ///< then the tray leaves most of the height to the containers
    double strip_pixels = 0;  ///< right of the containers
};

/// Four axis rectangles on one time axis: the tray on top, the containers, their live size, the names of the steps.
///
/// It lets the mouse through to the widget that it is in.
class LayoutPlot final : public QCustomPlot {
    Q_OBJECT

public:
    explicit LayoutPlot(const PlotParts& parts, QWidget* parent = nullptr);

    void set_look(Theme theme, Unit unit);
    void set_tray(const TrayRoom& room);
    /// Pixels of the longest name of a step; nothing: the strip of names is hidden.
    void set_names(std::optional<double> longest);
    [[nodiscard]] PlotBoxes boxes() const;
    /// Soon, once for all calls until then.
    void redraw();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::vector<QCPAxisRect*> rects() const;
    void fit_tray();
    void fit_names();

    QCPAxisRect* tray_;
    QCPAxisRect* containers_;
    QCPAxisRect* live_;
    QCPAxisRect* names_;
    TrayRoom room_;
    std::optional<double> longest_name_;
};

}  // namespace arenascope

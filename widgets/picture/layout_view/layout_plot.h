#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "core/base/text/amount.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "widgets/picture/layout_view/axis_marks.h"
#include "widgets/picture/layout_view/viewports.h"

namespace arenascope {

/// The functions that make the contents of a LayoutPlot. Each replot calls them.
struct PlotParts {
    std::function<Drawing()> tray;
    std::function<Drawing()> containers;
    std::function<Drawing()> live;
    std::function<Drawing()> names;
    std::function<std::vector<PlacedTick>()> offsets;  ///< ticks of the offset axis
    std::function<std::vector<PlacedTick>()> sizes;    ///< ticks of the live-size axis
    std::function<std::vector<PlacedTick>()> steps;    ///< ticks of the time axis
    std::function<std::vector<PlacedTick>()> clock;    ///< ticks of the axis of time beside that of events
};

/// The space for the tray, and for the names and labels around the containers.
struct TrayRoom {
    std::int64_t lanes = 0;   ///< 0: the tray is hidden
    std::int64_t most = 0;    ///< lanes of this tray or of one beside it; its room is that of the higher
    bool has_placed = false;  ///< true: the tray takes at most 30 % of the height, else 70 %
    double strip_pixels = 0;  ///< width of the region names
    bool is_single = false;   ///< one container, whose labels may lie above it
};

/// Four axis rectangles with one time axis, from top to bottom: tray, containers, live size, step names.
///
/// It passes mouse events to its parent widget.
class LayoutPlot final : public QCustomPlot {
public:
    explicit LayoutPlot(const PlotParts& parts, QWidget* parent = nullptr);

    void set_look(Theme theme, Unit unit);
    void set_titles(PlotTitles titles);
    void set_tray(const TrayRoom& room);
    /// Sets the width of the longest step name in pixels. Empty: the step names are hidden.
    void set_names(std::optional<double> longest);
    [[nodiscard]] PlotBoxes boxes() const;
    /// Sets the height of the live curve as a share of the height for containers and curve, as the user chose it.
    /// Empty: the default, which leaves most of a low window to the containers.
    void set_live_share(std::optional<double> share);
    [[nodiscard]] std::optional<double> live_share() const { return live_share_; }
    /// The share at which the live curve begins at this height, in widget pixels.
    [[nodiscard]] double live_share_at(double top) const;
    /// Schedules one replot for all calls until it happens.
    void redraw();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::vector<QCPAxisRect*> rects() const;
    void fit_rows();
    void fit_tray();
    void fit_headroom();
    /// Pixels above the containers for the label of the peak, with their current height.
    [[nodiscard]] double needed_headroom() const;
    void fit_names(int inside);
    void fit_titles();
    [[nodiscard]] double least_live_height() const;
    [[nodiscard]] bool is_in_low_window() const;

    QCPAxisRect* tray_;
    QCPAxisRect* containers_;
    QCPAxisRect* live_;
    QCPAxisRect* names_;
    QCPAxis* clock_;  ///< below the axis of events
    PlotTitles titles_;
    TrayRoom room_;
    std::optional<double> longest_name_;
    std::optional<double> live_share_;
    double room_for_both_ = 1;  ///< height for the containers and the live curve, in pixels
    Unit unit_ = Unit::bytes;
    double headroom_ = 0;  ///< pixels above the containers for a label
};

}  // namespace arenascope

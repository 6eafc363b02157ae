#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "core/picture/plan/axis.h"
#include "core/picture/plan/drawing.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/viewports.h"

namespace arenascope {

/// The ticks of the offset axis, from 0 to 1. Each container starts at its own offset 0; bands have one axis. `port` is
/// the viewport of the containers.
[[nodiscard]] std::vector<PlacedTick> offset_marks(const LayoutPicture& picture, const Viewport& port);

/// The ticks of the live-size axis, from 0 to 1.
[[nodiscard]] std::vector<PlacedTick> live_marks(const Viewport& port, Unit unit);

/// The ticks of the time axis, from 0 to 1, which all parts share: as many as their labels leave room for.
[[nodiscard]] std::vector<PlacedTick> time_marks(const Viewport& port, const MeasureText& measure);

/// The ticks of the axis of time beside that of events, see clock_ticks(). Empty without times.
[[nodiscard]] std::vector<PlacedTick> clock_marks(const LayoutPicture& picture, const Viewport& port,
                                                  const MeasureText& measure);

/// The titles of the axes, without units.
struct PlotTitles {
    QStringList offsets;  ///< the longest that fits is shown
    QStringList sizes;
    QString time;
    bool has_clock = false;  ///< there is an axis of time beside that of events
};

/// The titles that suit the shown problem.
[[nodiscard]] PlotTitles plot_titles(const LayoutPicture& picture);

/// Draws as many step names as fit.
[[nodiscard]] Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

/// The width of the longest step name in pixels, also of a picture beside this one; empty if no step has a name.
/// Linear.
[[nodiscard]] std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure);

}  // namespace arenascope

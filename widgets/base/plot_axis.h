#pragma once

#include <functional>
#include <vector>

#include "core/picture/plan/axis.h"
#include "core/picture/plan/palette.h"

class QCPAxis;

namespace arenascope {

/// Gives the ticks of an axis that shows the range from `from` to `to`.
using TickSource = std::function<std::vector<PlacedTick>(double from, double to)>;

/// Lets an axis of a plot show ticks that core/picture computes. The source is asked again at each replot.
void set_ticks(QCPAxis& axis, TickSource source);

/// The colours and the font of an axis and its grid. The same for every plot of the window.
void apply_axis_look(QCPAxis& axis, Theme theme);

}  // namespace arenascope

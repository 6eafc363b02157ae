#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `peak-suppression`: the layout tuner of 000_ac36546300477820.
///
///   sort ─▶ place ─▶ classify ─▶ tune high and medium risk ─▶ merge ─▶ place ─┐
///                       ▲                                                    │ until a goal holds
///                       └────────────────────────────────────────────────────┘
///
/// Hands out the best complete layout that it has seen, the earliest among equals. Regions are tuned one after the
/// other, each in a pass of its own.
[[nodiscard]] Planner layout_tuner();

}  // namespace arenascope

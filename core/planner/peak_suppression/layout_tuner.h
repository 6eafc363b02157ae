#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `peak-suppression`: the layout tuner.
///
///   sort ─▶ place ─▶ classify ─▶ tune high and medium risk ─▶ merge ─▶ place ─┐
///                       ▲                                                    │ until a goal is reached
///                       └────────────────────────────────────────────────────┘
///
/// The result is the best complete layout of the run, the earliest among equals. Regions are tuned one after the other,
/// each in its own passes. The stop token is called every hundred thousand visits, also during placements and searches.
/// If the run is stopped before the first placement is complete, the layout of the result is empty.
///
/// Source: docs/method.md, "Peak suppression".
[[nodiscard]] Planner layout_tuner();

}  // namespace arenascope

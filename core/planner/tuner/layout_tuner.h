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
/// other, each in passes of their own. The stop token is asked every hundred thousand visits, inside a placement and
/// inside a search too; stopped before the first placement is complete, the result's layout is empty.
[[nodiscard]] Planner layout_tuner();

}  // namespace arenascope

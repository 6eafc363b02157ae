#pragma once

#include <QString>

#include "core/model/tiers/risk.h"
#include "core/trace/frame.h"

namespace arenascope {

/// What the method's words mean, translated, for tooltips where a word stands. Each meaning is written here once.

[[nodiscard]] QString threshold_meaning();
[[nodiscard]] QString lower_bound_meaning();
[[nodiscard]] QString work_meaning();

/// Why a buffer is in a tier: what "over", "at" and "beside" mean.
[[nodiscard]] QString risk_meaning(Risk risk);

/// What follows from the way a run ended; empty if its words say it all.
[[nodiscard]] QString goal_meaning(Goal goal);

}  // namespace arenascope

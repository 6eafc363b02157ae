#pragma once

#include <string>

#include "core/picture/plan/unit.h"

namespace arenascope {

/// What a run has reached, for people: "best 498.75 KiB (+4.4 %)", the second figure over the threshold. "no layout
/// yet" if `best_peak` is 0.
[[nodiscard]] std::string best_peak_text(Offset best_peak, Bytes threshold, Unit unit);

}  // namespace arenascope

#pragma once

#include <string>

#include "core/trace/trace.h"

namespace arenascope {

/// The words for a step of a run below a picture: "iteration 7 (of 0 to 8), group 2, rearrangement 15, in the tiers of
/// iteration 6". The numbers are those that `--iteration` takes.
[[nodiscard]] std::string step_caption(const Trace& trace, FrameIndex frame);

}  // namespace arenascope

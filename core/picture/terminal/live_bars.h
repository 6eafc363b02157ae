#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/picture/terminal/text_scale.h"

namespace arenascope {

/// The highest live size of each column, as a level from 0 to `most` (≥ 2). Level 0 means no live byte, and `most` the
/// highest live size of the whole plan: no other amount has these levels. O(changes + columns).
///
///   live   16 of 16, 9, 1, 0      levels up to 8   8 4 1 0   █▄▁
[[nodiscard]] std::vector<std::int32_t> live_bars(const LiveProfile& profile, const StepColumns& columns,
                                                  std::int32_t most);

}  // namespace arenascope

#pragma once

#include <string_view>

#include "core/base/error/error.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The frame that a text names: `7` is a main step, counted from 0 through all passes; `7.2` its second group; `7.2.15`
/// the fifteenth rearrangement of that group. The error says what there is. Linear in the trace.
[[nodiscard]] Expected<FrameIndex> frame_numbered(const Trace& trace, std::string_view text);

}  // namespace arenascope

#pragma once

#include <cstdint>

#include <QString>

#include "core/trace/trace.h"

namespace arenascope {

/// "1 iteration", "12 iterations".
[[nodiscard]] QString frames_words(FrameKind kind, std::uint64_t count);

/// All kinds with a count above 0: "2 iterations, 12 groups".
[[nodiscard]] QString frame_counts_words(const FrameCounts& counts);

}  // namespace arenascope

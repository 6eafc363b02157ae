#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What of a frame the problem of its trace does not have.
struct Misplacement {
    FrameIndex frame;
    std::string_view key;  ///< of the frame in a trace of JSON: "region", "step" or "learning"
    std::string cause;
};

/// The first region, or the first place of a step, that does not exist in the problem. The trace must be valid. Linear
/// in the steps.
[[nodiscard]] std::optional<Misplacement> first_misplacement(const Problem& problem, const Trace& trace);

/// Why a buffer cannot lie there: its tail or its address does not fit in 64 bits. Empty: it can.
[[nodiscard]] std::string unfit_place(const Problem& problem, BufferIndex buffer, Offset offset);

}  // namespace arenascope

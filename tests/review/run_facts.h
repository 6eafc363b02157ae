#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/step_search.h"
#include "core/analysis/explain/placing_reason.h"
#include "core/model/memory/problem.h"
#include "core/trace/trace.h"

/// What the core says about a recorded run. The review compares the window with it.
namespace arenascope::test {

/// The largest buffer (bytes times steps) that is `high` at a step, but not at the first one; otherwise the largest one
/// that is ever `high`. none(): no buffer is.
[[nodiscard]] BufferIndex buffer_that_becomes_high(const Problem& problem, const Trace& trace);

/// The condition must be one that can be read.
[[nodiscard]] std::vector<StepHit> hits_of(const RecordedRun& run, const std::string& condition);

/// All steps in the order in which they end.
[[nodiscard]] std::vector<FrameIndex> steps_in_time_order(const RecordedRun& run);

/// The steps that the keys walk from a step: the main steps, or the groups or rearrangements beside it.
[[nodiscard]] std::vector<FrameIndex> steps_beside(const Trace& trace, FrameIndex frame);

[[nodiscard]] Layout layout_at(const RecordedRun& run, FrameIndex frame);

/// Why the buffer lies where it lies at a step of the run.
[[nodiscard]] std::optional<PlacingReason> reason_at(const RecordedRun& run, FrameIndex frame, BufferIndex buffer);

}  // namespace arenascope::test

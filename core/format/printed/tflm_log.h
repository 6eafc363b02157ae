#pragma once

#include "core/format/format.h"

namespace arenascope {

/// The memory plan that TensorFlow Lite Micro prints (`PrintMemoryPlan`) in a log, which may hold any other output:
///
///   0 (id=0): size=9216, offset=0, first_used=0 last_used=1      last_used is inclusive
///   1 (id=1): size=36864, offset=9216, first_used=1 last_used=2
///
/// A map follows these lines and shows that the plan is complete. The older wording (`Planner buffer ID: 0, calculated
/// offset: 0, size required: 16, first_time_created: 0, last_time_used: 1`) is read too.
/// If there are several plans, the last complete one is taken, with a note. Buffers are named by id: `buffer_0`, …
/// A log with sums of the recording allocator, but without a plan, opens too, see tflm_recording.h. With a plan, they
/// are notes. Linear. Errors name the line: an incomplete line, a missing id.
[[nodiscard]] Format tflm_log_format();

}  // namespace arenascope

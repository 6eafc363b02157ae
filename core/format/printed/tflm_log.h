#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// Whether a line is one of a plan's buffers as TensorFlow Lite Micro prints them, as far as its first words tell.
[[nodiscard]] bool is_tflm_line(std::string_view line);

/// Reads the memory plan that TensorFlow Lite Micro prints (`PrintMemoryPlan`) out of a log, which may hold anything
/// else before, behind and in front of the lines:
///
///   0 (id=0): size=9216, offset=0, first_used=0 last_used=1      last_used is inclusive
///   1 (id=1): size=36864, offset=9216, first_used=1 last_used=2
///
/// and behind them a map, by which a plan is known to be complete. The older wording (`Planner buffer ID: 0, calculated
/// offset: 0, size required: 16, first_time_created: 0, last_time_used: 1`) is read too. Of several plans the last
/// complete one is taken, with a note. Buffers are named `buffer_0`, … by id. Linear. Errors name the line: a line that
/// breaks off, an id that is missing.
[[nodiscard]] Expected<Document> parse_tflm_log(std::string_view content, const std::string& source);

}  // namespace arenascope

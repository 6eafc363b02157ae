#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/model/memory/arena_recording.h"

namespace arenascope {

/// The part of `info` about an arena that a runtime recorded: head, tail by kind, sum, and the share that a planner can
/// change.
[[nodiscard]] std::string arena_info_text(const ArenaRecording& arena);
/// The same as a JSON object.
[[nodiscard]] Json arena_info_json(const ArenaRecording& arena);

}  // namespace arenascope

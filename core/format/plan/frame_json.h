#pragma once

#include <string>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/trace/frame.h"

namespace arenascope {

/// Appends a frame with its changes as one object on one line; see parse_trace_json().
void append_frame(std::string& out, const Frame& frame, const FrameChanges& changes);

/// Reads what append_frame() has written. The links of the frame, but for its parent, are not there. Numbers out of
/// range are errors, so that no conversion truncates them.
[[nodiscard]] Frame read_frame(const JsonField& field);
[[nodiscard]] FrameChanges read_frame_changes(const JsonField& field);

}  // namespace arenascope

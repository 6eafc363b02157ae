#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/containers/indexed_vector.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The frames of a trace without their changes, as columns: all kinds, all goals, all parents and so on. See
/// docs/formats.md, section "Binary trace".
[[nodiscard]] std::string frame_columns(const IndexedVector<FrameIndex, Frame>& frames);

/// Reads what frame_columns() has written. The links of the frames, but for the parents, are not there, and indices are
/// not checked. Empty: the bytes are damaged. Takes no more memory than 16 times the bytes.
[[nodiscard]] std::optional<IndexedVector<FrameIndex, Frame>> frames_of_columns(std::string_view bytes);

}  // namespace arenascope

#pragma once

#include <optional>
#include <string_view>

#include "core/base/text/content_limits.h"
#include "core/format/file_format.h"

namespace arenascope {

/// The binary format, of a model, a trace or a memory snapshot, that `content` starts with; empty: none. The first
/// chunk of a file suffices.
[[nodiscard]] std::optional<FileFormat> binary_model_format(std::string_view content);

/// Limits on the size of a file with this first chunk: the limit of binary files, else the limits for text.
[[nodiscard]] ContentLimits document_limits(std::string_view first_chunk);

}  // namespace arenascope

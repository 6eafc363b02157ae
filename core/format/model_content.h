#pragma once

#include <optional>
#include <string_view>

#include "core/format/file_format.h"
#include "core/text/content_limits.h"

namespace arenascope {

/// Which of the binary formats of models this is, told by its first bytes; none where it is none of them. The first
/// chunk of a file suffices.
[[nodiscard]] std::optional<FileFormat> binary_model_format(std::string_view content);

/// How much of a file that begins so is read: of a model the most that its format can hold, else what a text may have.
[[nodiscard]] ContentLimits document_limits(std::string_view first_chunk);

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/format/document.h"

namespace arenascope {

/// The largest binary model that is read: the most that their formats can hold.
inline constexpr std::size_t model_size_limit = std::size_t{2} << 30U;

/// Which of the binary formats of models this is, told by its first bytes; none where it is none of them. The first
/// chunk of a file suffices.
[[nodiscard]] std::optional<FileFormat> binary_model_format(std::string_view content);

}  // namespace arenascope

#pragma once

#include <string>

#include "core/format/document.h"

namespace arenascope {

/// The format in which a plan is written there: by suffix; "-", standard output, takes MiniMalloc CSV. Errors: another
/// suffix.
[[nodiscard]] Expected<FileFormat> plan_format_of(const std::string& path);

}  // namespace arenascope

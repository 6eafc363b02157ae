#pragma once

#include <QString>

#include "core/format/registry.h"

namespace arenascope {

/// The name of a group of formats, translated, as a heading: "From PyTorch".
[[nodiscard]] QString group_words(const FormatGroup& group);

/// What files of a format are called, translated: "memory snapshot".
[[nodiscard]] QString format_words(FileFormat format);

}  // namespace arenascope

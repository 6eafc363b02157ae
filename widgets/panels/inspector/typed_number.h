#pragma once

#include <cstdint>

#include <QString>

#include "core/base/error/error.h"

namespace arenascope {

/// A number of bytes as people type it: "12288", "12,288", "12 KiB". See parse_bytes() for units and errors.
[[nodiscard]] Expected<std::int64_t> typed_bytes(const QString& text);

/// A step as people type it: "1,024", "-3".
[[nodiscard]] Expected<std::int64_t> typed_step(const QString& text);

}  // namespace arenascope

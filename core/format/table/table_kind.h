#pragma once

#include <optional>
#include <string_view>

#include "core/model/memory/buffer.h"

namespace arenascope {

/// The kind with this name in a table, where OmniMalloc has names of its own: `workspace` is an activation, `constant`
/// a variable. Empty: there is none.
[[nodiscard]] std::optional<BufferKind> table_kind_named(std::string_view name);

}  // namespace arenascope

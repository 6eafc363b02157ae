#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/memory/buffer.h"

namespace arenascope {

/// Two buffers with the same name, by position.
struct DuplicateName {
    std::size_t first = 0;
    std::size_t second = 0;
};

/// The first buffer whose name an earlier one has, with that earlier one; nothing if all names differ. Linear, on
/// several threads if there are many; takes 16 bytes a buffer for the time of the call.
[[nodiscard]] std::optional<DuplicateName> first_duplicate_name(const std::vector<Buffer>& buffers);

}  // namespace arenascope

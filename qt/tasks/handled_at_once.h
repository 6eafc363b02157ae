#pragma once

#include <cstddef>

#include "core/model/memory/problem.h"

namespace arenascope {

/// The window's thread does nothing that is linear in a list of more elements than this, and does not wait for work on
/// it. Less takes a few milliseconds most of the time.
inline constexpr std::size_t most_handled_at_once = 20'000;

/// Whether the window's thread does nothing that is linear in the buffers.
[[nodiscard]] inline bool is_large(const Problem& problem) {
    return problem.buffers.size() > most_handled_at_once;
}

}  // namespace arenascope

#pragma once

#include <cstddef>

#include "core/memory/problem.h"

namespace arenascope::bench {

/// A random problem of `count` buffers in random order, with about `alive` of them at each step; the same at each call.
/// One buffer begins at each step.
[[nodiscard]] Problem crowded_problem(std::size_t count, std::size_t alive);

}  // namespace arenascope::bench

#pragma once

#include <cstddef>

#include "core/model/memory/problem.h"

namespace arenascope::bench {

/// A random problem of `count` buffers in random order; the same in each call. About `alive` buffers are alive at each
/// step, and one buffer begins at each step.
[[nodiscard]] Problem crowded_problem(std::size_t count, std::size_t alive);

}  // namespace arenascope::bench

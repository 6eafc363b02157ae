#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/memory/problem.h"

namespace arenascope {

/// A long run with few buffers alive at a time. One buffer begins at each step. Most live for up to 64 steps, every
/// 32nd for up to 4,096: about a hundred are alive at a time, whatever the count.
///
///   bytes
///     │      ▬▬       ▬▬▬
///     │  ▬▬▬    ▬▬▬▬▬▬▬▬▬▬▬▬▬▬
///     │ ▬▬    ▬▬▬        ▬▬  ▬▬▬
///     └────────────────────────── step
///
/// Sizes are multiples of 64 bytes, small ones more often than large ones. Linear.
[[nodiscard]] Problem sparse_problem(std::size_t count, std::uint64_t seed);

}  // namespace arenascope

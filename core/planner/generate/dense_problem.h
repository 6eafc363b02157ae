#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/memory/problem.h"

namespace arenascope {

/// A short run with many buffers alive at a time. There are about as many steps as the square root of the count, from
/// 16 to 1,024. Lifetimes are drawn from all ranges of steps of up to half the run, so about two fifths of all buffers
/// are alive in the middle.
///
///   bytes
///     │ ▬▬▬▬▬▬  ▬▬▬▬▬
///     │   ▬▬▬▬▬▬▬▬▬
///     │ ▬▬▬▬▬▬▬   ▬▬▬
///     │    ▬▬▬▬▬▬▬▬▬
///     └────────────────── step
///
/// Sizes are multiples of 64 bytes, small ones more often than large ones. Linear.
[[nodiscard]] Problem dense_problem(std::size_t count, std::uint64_t seed);

}  // namespace arenascope

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/planner/generate/generated_kind.h"

namespace arenascope {

/// The most buffers of a generated problem. Their sizes then still add up within 64 bits.
inline constexpr std::size_t most_generated_buffers = 100'000'000;

/// A problem of `count` buffers in one region, with nothing placed. The same arguments give the same problem on every
/// machine. Linear in `count`. An error if there are no buffers or too many.
[[nodiscard]] Expected<Problem> generated_problem(GeneratedKind kind, std::size_t count, std::uint64_t seed);

}  // namespace arenascope

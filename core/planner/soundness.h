#pragma once

#include <cstdint>
#include <string>

#include "core/error/error.h"
#include "core/planner/planner.h"

namespace arenascope {

/// Refuses a result that must not leave the program: a layout with an overlap that nothing declares, a misaligned
/// buffer, a buffer that has left its pin or its region, or a complete layout whose peak is below the bound that its
/// planner says to have proved. A layout above its capacity, or one with buffers that found no room, is a result like
/// any other. `problem` is the one as planned. The error is an internal one: it names planner and seed.
/// O((n + k) log n), see check().
[[nodiscard]] Expected<void> check_soundness(const Problem& problem, const PlanResult& result,
                                             const std::string& planner, std::uint64_t seed);

}  // namespace arenascope

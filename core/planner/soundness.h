#pragma once

#include <cstdint>
#include <string>

#include "core/base/error/error.h"
#include "core/planner/planner.h"

namespace arenascope {

/// Describes the first fault in where a layout places its buffers: an overlap that is not declared as sharing, a
/// misaligned buffer, or one away from its pin or its region. The capacity is ignored, and so are unplaced buffers.
/// Empty: there is no fault. O((n + k) log n), see check().
[[nodiscard]] std::string placement_fault(const Problem& problem, const Layout& layout);

/// Rejects a wrong result of a planner: an overlap that is not declared as sharing, a misaligned buffer, a buffer away
/// from its pin or its region, or a complete layout with a peak below the lower bound that the planner claims to have
/// proved. A layout above its capacity passes, and so does an incomplete one. `problem` is the problem as planned. The
/// error is an internal one and names the planner and the seed. O((n + k) log n), see check().
[[nodiscard]] Expected<void> check_soundness(const Problem& problem, const PlanResult& result,
                                             const std::string& planner, std::uint64_t seed);

}  // namespace arenascope

#pragma once

#include <optional>

#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// Changes how many bytes a region has; empty: no limit. No buffer moves. An error if the capacity is negative.
/// O(n log n).
[[nodiscard]] Expected<EditedPlan> changed_capacity(const Problem& problem, const Layout& layout, RegionIndex region,
                                                    std::optional<Bytes> capacity);

}  // namespace arenascope

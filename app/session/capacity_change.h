#pragma once

#include <optional>

#include "app/session/open_plan.h"

namespace arenascope {

/// Sets the capacity of a region of the open plan, or removes it. Can be undone. Layout, trace and edits stay, and the
/// check runs at once. Nothing happens if the capacity is the same.
void change_capacity(OpenPlan& plan, RegionIndex region, std::optional<Bytes> capacity);

/// Whether the file of the plan still says what its network is: nothing but capacities was edited.
[[nodiscard]] bool is_network_of_file(const PlanState& state);

}  // namespace arenascope

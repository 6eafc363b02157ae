#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds what a plan with scratch came to: `heap`, with `parts` where there are several, `choices`, and `free_areas`
/// where `report=areas` asks for it. Nothing for a plan that speaks of no heap.
///
/// `initial` and `final` are [bottom, top] in the offsets from before; buffers and free areas are told in the plan's
/// own, which are higher by `raised`. With several parts `initial` and `final` of the whole are addresses, and each of
/// the parts has its own bounds and its own `raised`.
///
/// `free_areas` lists each step of the time span; of a span of more than 100,000 steps only those at which something
/// begins or ends.
void add_heap(Json& json, const Plan& plan);

/// The heap before and after, and how often each rule placed a scratch buffer, for people; empty without a heap.
[[nodiscard]] std::string heap_text(const Plan& plan);

}  // namespace arenascope

#pragma once

#include <string_view>

#include "core/planner/planner.h"

namespace arenascope {

/// Of its option `work`.
inline constexpr std::string_view default_work_of_exact = "12000000000";

/// The planner `exact`: an anytime branch and bound. It ends with a layout whose peak is proved lowest. If its budget
/// is spent or the run is stopped, it ends with the best known layout and the highest proved bound. A run that is
/// stopped at once still places every buffer greedily.
///
///   region ── components ── rounds of probes ── CapacitySearch under one capacity each
///             (no buffer      (bound ≤ peak,      (only settled layouts, in which each buffer rests on the ground or
///              crosses)        both moving)        on another; sections prove failure early; equal buffers are
///                                                  interchangeable)
///
/// Regions are planned separately. The component with the highest peak gets the work until no peak is above the highest
/// bound of any component. Every component gets a greedy layout first, so that there is always a result. A component
/// that is too large for the search starts from the best fast strategy (see race()) and is then rearranged by order.
///
/// Exponential in the worst case, as the problem is NP-hard; the budget limits it to O(work). Under a time limit, the
/// time is the only limit unless the user sets the budget, and the highest region gets all of it until its optimum is
/// proved. Memory: two CapacitySearch objects per thread. The layout does not depend on the number of threads.
///
/// Canonical placements, splitting in time and inference by sections are known from Moffitt, "MiniMalloc: A Lightweight
/// Memory Allocator for Hardware-Accelerated Machine Learning", ASPLOS 2024. MiniMalloc decides whether a layout fits a
/// given capacity and builds it by rising offset. This planner minimises the peak by many short searches under changing
/// capacities, which may branch in any section, and it proves its result.
///
/// The bound rises above the threshold for five reasons: searches that found nothing, waste by alignment, pinned tails,
/// cliques of buffers with gaps, and the grid of possible sums of sizes. Buffers with windows can be nested in more
/// ways than the search tries. If a component has such buffers, no search raises its bound.
[[nodiscard]] Planner exact_planner();

}  // namespace arenascope

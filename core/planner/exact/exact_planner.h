#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// `exact`: an anytime branch and bound. It ends with a layout whose peak is proved lowest, or, when its budget of work
/// is spent or it is stopped, with the best layout known and the highest bound proved. A run that is stopped at once
/// still places every buffer, greedily.
///
///   region ── components ── rounds of probes ── CapacitySearch under one capacity each
///             nothing         bound ≤ peak       settled layouts only, where a buffer rests on the ground or on
///             another crosses         closing in         one; sections prove failure early; equal buffers are
///             interchangeable
///
/// Each region is an arena of its own. Its highest component is worked on until none is above the highest bound of any.
/// Every component gets a greedy layout first, so that there is something to hand out. One that is too large for the
/// search starts from the best of all fast strategies (see race()), and is read from orders that complain of the peak.
///
/// Exponential in the worst case, as the problem is NP-hard; a budget of work bounds it: O(work). Under a time limit
/// time does, where no budget is set, and the highest region has all of it until its optimum is proved. Memory: that of
/// CapacitySearch, twice a thread. The same layout comes out on any number of threads.
///
/// Where it differs from Moffitt, "MiniMalloc: A Lightweight Memory Allocator for Hardware-Accelerated Machine
/// Learning", ASPLOS 2024, from which canonical placements, splitting in time and inference by sections are known: that
/// one asks whether a layout fits a given capacity and grows it by rising offset; this one minimises, by many short
/// searches under changing capacities, each of which may branch in any section, and proves what it hands out.
/// The bound rises above the threshold by searches that found nothing, by the waste of alignment, by pinned tails, by
/// buffers with gaps that meet two by two and never all at once, and to the next sum that sizes can make. Buffers that
/// keep windows of themselves can reach past each other in more ways than the search looks at: with one of them the
/// bound stays at the threshold.
[[nodiscard]] Planner exact_planner();

}  // namespace arenascope

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"
#include "core/planner/planner.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// The option `start` of planners that can begin with the layout of the file. `file`: the first placing order is that
/// of its offsets, and the layout itself is the first result. So the result is never higher.
///
/// Placing buffers again by lowest fit, in the order of their offsets, raises none of them:
///
///   ┌──┐                     By induction: those placed before x were at or below it and have not risen. Where they
///   │x │      ┌──┐           shared a step with x, they ended at or below its offset, and still do. Pinned buffers
///   └──┘  ─▶  │x │           stay. So its old offset is free, and the lowest fit is not above it.
///   ┌────┐    └──┘
///   │    │    ┌────┐         This needs buffers that use all their bytes or none. A window may lie above x in a
///   └────┘    └────┘         buffer that begins below it; then the first placement may be higher, and the start stays.
[[nodiscard]] OptionSpec start_option();

/// The layout to start from; null: the planner begins as usual.
[[nodiscard]] const Layout* start_of(const PlanRequest& request);

/// The buffers by their offset in the start; those that it does not place come last, in the given order. O(n log n).
[[nodiscard]] std::vector<BufferIndex> by_offset(std::vector<BufferIndex> buffers, const Layout& start);

/// Why the start cannot be a result itself: it is incomplete, or a placement is wrong for the problem. Memory that its
/// buffers share on purpose is such a fault, because these planners share none. Empty: it can. As placement_fault().
[[nodiscard]] std::string start_fault(const Problem& problem, const Layout& start);

/// A note for the result about a start that is not kept; empty: it is.
[[nodiscard]] std::string start_note(const std::string& fault);

/// Whether a planner looks for the lowest peak that it can find, so that it also starts from the layout of the file. A
/// way to plan that follows a source, or a rule, keeps its own figure.
[[nodiscard]] bool starts_from_own_layout(const PlannerDescription& planner, const OptionValues& options);

/// Makes sure that no region of the result is higher than in the file, for a planner that starts from its layout: a
/// region that is gets the placements of the file, and the trace a last frame. For every other planner, a note names
/// the file's lower layout. Nothing happens if the layout of the file is incomplete or has a fault, see
/// placement_fault(); its capacity does not matter, because a lower layout is better even so. `trace` may be null.
void compare_with_own_layout(const Problem& problem, const Layout& given, const PlannerDescription& planner,
                             const OptionValues& options, PlanResult& result, TraceSink* trace);

}  // namespace arenascope

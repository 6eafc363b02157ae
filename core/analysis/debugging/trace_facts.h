#pragma once

#include <bitset>
#include <optional>
#include <string>

#include "core/analysis/debugging/step_expression.h"
#include "core/base/containers/indexed_vector.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What occurs anywhere in a recorded run.
struct TraceFacts {
    std::bitset<frame_kind_count> kinds = {};       ///< by FrameKind
    IndexedVector<RegionIndex, bool> regions = {};  ///< that some step is about
};

/// Linear in the trace.
[[nodiscard]] TraceFacts facts_of(const Trace& trace, const Problem& problem);

/// Why the condition holds at no step of such a run: "the run has no groups". Empty: it may hold. Not every condition
/// that never holds is found, but each reason is proved. Linear in the condition.
[[nodiscard]] std::optional<std::string> never_holds(const StepExpression& condition, const TraceFacts& facts,
                                                     const Problem& problem);

}  // namespace arenascope

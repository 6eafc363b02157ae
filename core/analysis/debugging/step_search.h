#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/analysis/debugging/step_expression.h"
#include "core/model/memory/layout.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A run that was recorded. All of it must outlive what works on it; the trace must be valid, and of the problem.
struct RecordedRun {
    const Problem* problem = nullptr;
    const Trace* trace = nullptr;
    const Layout* result = nullptr;  ///< the layout that it ended with, for the sharing that is meant; may be null
};

/// What the names of conditions mean in a run.
[[nodiscard]] StepScope scope_of(const RecordedRun& run);

/// Whether the search goes on. Called now and then, with the steps that were visited.
using SearchPoll = std::function<bool(std::size_t visited)>;

/// A step at which a condition holds.
struct StepHit {
    FrameIndex frame;
    Offset peak;  ///< the largest tail at the step
    friend bool operator==(const StepHit&, const StepHit&) = default;
};

/// All steps at which a condition holds, in time order; see StepWalk. Empty: `poll` ended the search. Linear in the
/// trace, plus what the condition reads of each step.
[[nodiscard]] std::optional<std::vector<StepHit>> all_hits(const RecordedRun& run, const StepExpression& condition,
                                                           const SearchPoll& poll = {});

/// The first hit that ends after the step `from`, or the last one that ends before it: run on, and run back. none():
/// there is none. `hits` are those of all_hits(). O(log n) times the depth.
[[nodiscard]] FrameIndex next_hit(const Trace& trace, const std::vector<StepHit>& hits, FrameIndex from);
[[nodiscard]] FrameIndex previous_hit(const Trace& trace, const std::vector<StepHit>& hits, FrameIndex from);

/// By frame: the path of each step, "7.2.15"; empty for passes. Linear.
[[nodiscard]] IndexedVector<FrameIndex, std::string> frame_paths(const Trace& trace);

}  // namespace arenascope

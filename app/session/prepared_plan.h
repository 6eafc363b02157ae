#pragma once

#include <memory>
#include <vector>

#include "app/session/plan_state.h"
#include "app/session/replay.h"
#include "app/session/shown_plan.h"

namespace arenascope {

/// What was shown before a state, as far as it can be kept.
struct FormerPlan {
    std::shared_ptr<const Problem> problem;  ///< null: nothing was open
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<Replay> replay;
    std::shared_ptr<const ShownPlan> plan = no_plan();  ///< not a preview
    std::vector<BufferIndex> selected;
    FrameIndex frame = FrameIndex::none();  ///< the step that was shown
};

/// What a state shows. It is made on any thread, because all that is linear in the plan happens here.
///
///   state ─▶ layout at the step, with the edits ─▶ tiers, live sizes ─▶ ShownPlan
struct PreparedPlan {
    PlanState state;
    std::shared_ptr<Replay> replay;  ///< null: no trace
    std::shared_ptr<const ShownPlan> plan;
    std::vector<BufferIndex> selected_before;  ///< as in FormerPlan
    std::vector<BufferIndex> selected;         ///< the same buffers by name
};

/// Prepares a state. Shares with the former plan what is the same. O(n log n).
[[nodiscard]] PreparedPlan prepared(PlanState state, const FormerPlan& former);

/// The buffers in `now` with the same names as `buffers` in `before`. Linear, unless there are none.
[[nodiscard]] std::vector<BufferIndex> same_named(const std::vector<BufferIndex>& buffers, const Problem& before,
                                                  const Problem& now);

}  // namespace arenascope

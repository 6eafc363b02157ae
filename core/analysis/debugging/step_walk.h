#pragma once

#include <vector>

#include "core/analysis/debugging/step_state.h"
#include "core/trace/trace.h"

namespace arenascope {

/// All steps of a trace in the order in which they ended: the rearrangements of a group, the group, its iteration. Each
/// step costs its changes, so a whole walk is linear in the trace.
class StepWalk {
public:
    /// The problem, the trace and the result must outlive this. The trace must be valid, and of the problem.
    StepWalk(const Problem& problem, const Trace& trace, const StepNeeds& needs, const Layout* result = nullptr);

    /// The next step; null: there are no more. Valid until the next call.
    [[nodiscard]] const RecordedStep* next();

private:
    struct Open {
        FrameIndex frame;
        std::size_t next_child = 0;
    };
    void enter(FrameIndex frame);

    const Trace* trace_;
    ChangeReader reader_;
    StepState state_;
    bool has_tiers_;  ///< whether the run recorded tiers at all
    std::size_t next_root_ = 0;
    std::vector<Open> open_;
};

/// Whether the run recorded the tiers of its iterations. Linear.
[[nodiscard]] bool has_tiers(const Trace& trace);

/// Whether step `a` ends before step `b`: the one inside the other does, else the earlier one. Linear in the depth.
[[nodiscard]] bool ends_before(const Trace& trace, FrameIndex a, FrameIndex b);

}  // namespace arenascope

#pragma once

#include <cstdint>
#include <optional>

#include "core/base/threads/resumable_run.h"
#include "core/planner/planner.h"

namespace arenascope {

/// A run of a planner that is held and goes on as its owner wants, so that several planners share the work:
///
///   work      1       2           4                   8
///   exact     ▬▬      ▬▬▬▬        ▬▬▬▬▬▬▬▬            …         each goes on where it was held
///   tuner       ▬▬        ▬▬▬▬            ▬▬▬▬▬▬▬▬
///
/// Held or not, the run does the same: the points where it can be held depend on its request alone (PlanRequest::turn).
/// Its progress is told while it has its turn, so that the owner may use the layout at once.
class PlannerInTurns {
public:
    /// The planner must call `turn`. The request is for it alone; what it refers to must outlive this.
    PlannerInTurns(const Planner& planner, PlanRequest request);

    /// Goes on until it has done that much work or more, or until it has ended. Rethrows what the planner threw.
    void go_on(std::uint64_t work_end);
    [[nodiscard]] bool has_ended() const { return run_.has_ended(); }
    [[nodiscard]] std::uint64_t work() const { return work_; }
    /// Null before the end, and if the planner gave an error.
    [[nodiscard]] const PlanResult* result() const { return result_ && *result_ ? &**result_ : nullptr; }

private:
    std::uint64_t work_ = 0;
    std::uint64_t work_end_ = 0;
    std::optional<Expected<PlanResult>> result_;
    ResumableRun run_;  ///< last, so that it ends before what it uses
};

}  // namespace arenascope

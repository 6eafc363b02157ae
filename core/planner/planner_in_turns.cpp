#include "core/planner/planner_in_turns.h"

#include <algorithm>
#include <utility>

namespace arenascope {

PlannerInTurns::PlannerInTurns(const Planner& planner, PlanRequest request)
    : run_([this, plan = planner.plan, request = std::move(request)](ResumableRun& self) mutable {
          request.stop = [&self, stop = std::move(request.stop)] { return self.is_dismissed() || (stop && stop()); };
          request.turn = [this, &self](std::uint64_t work) {
              work_ = std::max(work_, work);
              if (work_ >= work_end_) {
                  self.pause();
              }
          };
          result_ = plan(request);
          if (*result_) {
              work_ = std::max(work_, (*result_)->work);
          }
      }) {}

void PlannerInTurns::go_on(std::uint64_t work_end) {
    work_end_ = work_end;
    if (!run_.has_ended() && (work_ < work_end || work_ == 0)) {
        run_.resume();
    }
}

}  // namespace arenascope

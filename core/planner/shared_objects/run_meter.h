#pragma once

#include <cstdint>

#include "core/planner/planner.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// Counts the work of a strategy, reports it as progress, and polls the stop token.
class RunMeter {
public:
    RunMeter(const StopToken& stop, const ProgressSink& progress) : stop_(stop), progress_(&progress) {}

    /// Adds visits (of a record or an object). True: the run must end.
    bool spend(std::uint64_t visits) {
        work_ += visits;
        if (work_ >= next_report_) {
            next_report_ = work_ + visits_between_reports;
            if (*progress_) {
                (*progress_)({.work = work_});
            }
        }
        return stop_.check_at(work_);
    }
    /// Calls the stop token now, for work that is not counted. True: the run must end.
    bool check_now() { return stop_.check_now(); }
    [[nodiscard]] bool stopped() const { return stop_.stopped(); }
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    static constexpr std::uint64_t visits_between_reports = 1'000'000;

    StopPoll stop_;
    const ProgressSink* progress_;
    std::uint64_t work_ = 0;
    std::uint64_t next_report_ = visits_between_reports;
};

}  // namespace arenascope

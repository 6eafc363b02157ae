#pragma once

#include <cstdint>
#include <optional>

#include "core/planner/planner.h"

namespace arenascope {

/// Reports progress, if anybody wants to know.
inline void report_to(const ProgressSink& sink, const Progress& progress) {
    if (sink) {
        sink(progress);
    }
}

/// Calls the stop token of a run once per bounded amount of work. Once the token has returned true, it is not called
/// again.
class StopPoll {
public:
    /// `turn` is called as often as the token that check_at() calls; null: nobody is. Only for runs of which all work
    /// is done on one thread, so that these points depend on nothing else.
    explicit StopPoll(const StopToken& token, const TurnSink* turn = nullptr) : token_(&token), turn_(turn) {}

    /// Calls the token now.
    bool check_now() {
        stopped_ = stopped_ || (*token_ && (*token_)());
        return stopped_;
    }
    /// Calls the token if enough work has been done since the last call. `work` is the total number of visits so far.
    bool check_at(std::uint64_t work) {
        return check_at(work, [] {});
    }
    /// As check_at(work), and calls `tell()` after each call of the token, to report progress equally often.
    template <class Tell>
    bool check_at(std::uint64_t work, Tell&& tell) {
        if (work >= next_check_) {
            next_check_ = work + visits_between_checks;
            check_now();
            tell();
            if (turn_ != nullptr && *turn_) {
                (*turn_)(work);
            }
        }
        return stopped_;
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Whether a stopped run that completes its first layout should do so by the quickest way. `work` as in check_at().
    [[nodiscard]] bool is_overdue(std::uint64_t work) {
        if (stopped_ && !work_at_stop_) {
            work_at_stop_ = work;
        }
        return stopped_ && work - *work_at_stop_ > most_visits_after_stop;
    }

private:
    static constexpr std::uint64_t visits_between_checks = 100'000;
    /// About a tenth of a second.
    static constexpr std::uint64_t most_visits_after_stop = 30'000'000;

    const StopToken* token_;
    const TurnSink* turn_;
    std::uint64_t next_check_ = 0;
    std::optional<std::uint64_t> work_at_stop_;
    bool stopped_ = false;
};

}  // namespace arenascope

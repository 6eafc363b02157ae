#pragma once

#include <cstdint>

#include "core/planner/planner.h"

namespace arenascope {

/// Asks a run's stop token at a bounded amount of work, and never again once it has said stop.
class StopPoll {
public:
    explicit StopPoll(const StopToken& token) : token_(&token) {}

    /// Asks at once.
    bool ask() {
        stopped_ = stopped_ || (*token_ && (*token_)());
        return stopped_;
    }
    /// Asks when enough work has been done since the last question; `work` counts the visits of the run.
    bool ask_at(std::uint64_t work) {
        return ask_at(work, [] {});
    }
    /// The same; calls `tell()` after each question, so that progress is told as often.
    template <class Tell>
    bool ask_at(std::uint64_t work, Tell&& tell) {
        if (work >= next_question_) {
            next_question_ = work + visits_between_questions;
            ask();
            tell();
        }
        return stopped_;
    }
    [[nodiscard]] bool stopped() const { return stopped_; }

private:
    static constexpr std::uint64_t visits_between_questions = 100'000;

    const StopToken* token_;
    std::uint64_t next_question_ = 0;
    bool stopped_ = false;
};

}  // namespace arenascope

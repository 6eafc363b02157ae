#include "core/analysis/debugging/breaking_sink.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "core/analysis/debugging/step_state.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

bool can_stop(const Breakpoint& breakpoint) {
    return breakpoint.is_enabled && breakpoint.action == Breakpoint::Action::stop;
}

/// What a pause shows beside what the conditions read.
StepNeeds with_shown(StepNeeds needs) {
    needs.peak = true;
    needs.tiers = true;
    return needs;
}

/// Passes on what the planner tells, and holds its run at steps where breakpoints say so.
class BreakingSink final : public TraceSink {
public:
    BreakingSink(TraceSink& recorder, const Problem& problem, BreakpointRun breakpoints,
                 const std::vector<Breakpoint>& settings, PauseSink ask, StopFilter still_stops,
                 std::shared_ptr<RunPause> pause)
        : recorder_(recorder),
          breakpoints_(std::move(breakpoints)),
          settings_(settings),
          state_(problem, with_shown(breakpoints_.needs())),
          ask_(std::move(ask)),
          still_stops_(std::move(still_stops)),
          pause_(std::move(pause)) {}

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region = RegionIndex::none()) override {
        recorder_.enter(kind, note, members, region);
        state_.enter(kind, note, region);
    }

    void leave(const FrameState& state) override {
        recorder_.leave(state);
        const RecordedStep* step = state_.leave(state);
        if (step == nullptr || pause_->is_cancelled()) {
            return;
        }
        stops_ = breakpoints_.next(*step).stops;
        if (still_stops_) {
            std::erase_if(stops_, [this](std::size_t breakpoint) { return !still_stops_(breakpoint); });
        }
        if (!stops_.empty() || is_stepping_) {
            stand_at(*step, state.order);
        }
    }

    void mark_result() override { recorder_.mark_result(); }
    [[nodiscard]] bool has_room() const override { return recorder_.has_room(); }

private:
    void stand_at(const RecordedStep& step, std::span<const BufferIndex> order) {
        StepPause here{.path = {step.path.begin(), step.path.end()},
                       .kind = step.kind,
                       .reason = reason_text(step.note, step.goal),
                       .breakpoints = stops_,
                       .condition = stops_.empty() ? std::string() : settings_[stops_.front()].condition,
                       .hits = stops_.empty() ? 0 : breakpoints_.hits(stops_.front()),
                       .layout = step.state->layout(),
                       .risks = {step.risks.begin(), step.risks.end()},
                       .order = {order.begin(), order.end()},
                       .best = step.best};
        PauseAnswer answer = PauseAnswer::resume;
        {
            const RunPause::Hold hold(*pause_);
            answer = ask_(std::move(here));
        }
        is_stepping_ = answer == PauseAnswer::step;
        if (answer == PauseAnswer::cancel) {
            pause_->cancel();
        }
    }

    TraceSink& recorder_;
    BreakpointRun breakpoints_;
    std::vector<Breakpoint> settings_;
    StepState state_;
    PauseSink ask_;
    StopFilter still_stops_;
    std::shared_ptr<RunPause> pause_;
    std::vector<std::size_t> stops_;  ///< the breakpoints that stop at the step; keeps its memory
    bool is_stepping_ = false;
};

}  // namespace

void stop_at(PlanOrder& order, std::vector<Breakpoint> breakpoints, PauseSink pause, StopFilter still_stops) {
    if (std::ranges::none_of(breakpoints, can_stop)) {
        return;
    }
    for (Breakpoint& each : breakpoints) {
        if (!can_stop(each)) {
            each = {.condition = "placed < 0", .is_enabled = false};  // the others keep their numbers
        }
    }
    order.record = true;
    order.pause = std::make_shared<RunPause>();
    order.watch = [breakpoints = std::move(breakpoints), ask = std::move(pause), filter = std::move(still_stops),
                   run_pause = order.pause](TraceSink& recorder, const Problem& problem,
                                            Bytes threshold) -> Expected<std::unique_ptr<TraceSink>> {
        auto bound = BreakpointRun::of(breakpoints, {&problem, threshold});
        if (!bound) {
            return tl::unexpected(bound.error());
        }
        return std::make_unique<BreakingSink>(recorder, problem, std::move(*bound), breakpoints, ask, filter,
                                              run_pause);
    };
}

}  // namespace arenascope

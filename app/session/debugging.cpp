#include "app/session/debugging.h"

#include <algorithm>
#include <utility>

#include "core/base/error/out_of_memory.h"
#include "qt/words/shown_names.h"

namespace arenascope {
namespace {

void cancel(const std::shared_ptr<std::atomic<bool>>& cancelled) {
    if (cancelled) {
        *cancelled = true;
    }
}

}  // namespace

Debugging::Debugging(OpenPlan& plan, QObject* parent) : QObject(parent), plan_(plan) {
    connect(&plan_, &OpenPlan::plan_changed, this, &Debugging::follow_plan);
    connect(&plan_, &OpenPlan::closed, this, &Debugging::follow_plan);
    for (const BackgroundTask* task : {&searching_, &trying_}) {
        connect(task, &BackgroundTask::ran_out_of_memory, this, [this] {
            emit failed(out_of_memory(tr("to search the run").toStdString(), tr("close other programs").toStdString()));
            emit findings_changed();
        });
    }
}

Debugging::~Debugging() {
    cancel(search_cancelled_);
    cancel(trial_cancelled_);
}

void Debugging::set_breakpoints(std::vector<Breakpoint> breakpoints) {
    if (breakpoints != breakpoints_) {
        breakpoints_ = std::move(breakpoints);
        emit lists_changed();
        search();
    }
}

void Debugging::add_breakpoint(const std::string& condition) {
    std::vector<Breakpoint> longer = breakpoints_;
    const auto found = std::ranges::find_if(longer, [&condition](const Breakpoint& each) {
        return each.condition == condition && each.action == Breakpoint::Action::stop;
    });
    if (found != longer.end()) {
        found->is_enabled = true;
    } else {
        longer.push_back({.condition = condition});
    }
    set_breakpoints(std::move(longer));
}

void Debugging::set_watches(std::vector<std::string> watches) {
    if (watches != watches_) {
        watches_ = std::move(watches);
        emit lists_changed();
        search();
    }
}

void Debugging::follow_plan() {
    const PlanState& state = plan_.state();
    if (state.problem != problem_ || state.trace != trace_ || state.layout != result_) {
        search();
    }
}

template <class Deliver>
void Debugging::start(BackgroundTask& task, Cancelled& cancelled, std::vector<Breakpoint> breakpoints,
                      std::vector<std::string> watches, Deliver deliver) {
    cancelled = std::make_shared<std::atomic<bool>>(false);
    task.start(
        [problem = plan_.state().problem, trace = plan_.state().trace, result = plan_.state().layout, cancelled,
         breakpoints = std::move(breakpoints), watches = std::move(watches)]() -> std::shared_ptr<const RunFindings> {
            auto found = find_in_run({problem.get(), trace.get(), result.get()}, breakpoints, watches,
                                     [&cancelled](std::size_t) { return !*cancelled; });
            return found ? std::make_shared<const RunFindings>(std::move(*found)) : nullptr;
        },
        std::move(deliver));
}

void Debugging::search() {
    problem_ = plan_.state().problem;
    trace_ = plan_.state().trace;
    result_ = plan_.state().layout;
    cancel(search_cancelled_);
    searching_.abandon();
    findings_ = nullptr;
    if (has_run()) {
        start(searching_, search_cancelled_, breakpoints_, watches_, [this](std::shared_ptr<const RunFindings> found) {
            findings_ = std::move(found);
            emit findings_changed();
        });
    }
    emit findings_changed();
}

void Debugging::try_condition(const std::string& text) {
    cancel(trial_cancelled_);
    trying_.abandon();
    if (!text.empty() && has_run()) {
        start(trying_, trial_cancelled_, {Breakpoint{.condition = text}}, {},
              [this](const std::shared_ptr<const RunFindings>& found) {
                  if (found) {
                      emit condition_tried(found);
                  }
              });
    }
}

StepScope Debugging::scope() const {
    const PlanState& state = plan_.state();
    return {state.problem.get(), state.trace ? state.trace->threshold : plan_.shown()->unshared_threshold,
            shown_rule(state.problem)};
}

std::optional<Error> Debugging::error_in_condition(const std::string& text) const {
    if (!plan_.is_open()) {
        return std::nullopt;
    }
    const auto condition = StepExpression::condition(text, scope());
    return condition ? std::nullopt : std::optional(condition.error());
}

std::optional<Error> Debugging::error_in_watch(const std::string& text) const {
    if (!plan_.is_open()) {
        return std::nullopt;
    }
    const auto value = StepExpression::value(text, scope());
    return value ? std::nullopt : std::optional(value.error());
}

FrameIndex Debugging::next_hit() const {
    if (!findings_ || findings_->hits.empty()) {
        return FrameIndex::none();
    }
    const FrameIndex here = plan_.state().frame;
    return here == FrameIndex::none() ? findings_->hits.front().frame
                                      : arenascope::next_hit(*trace_, findings_->hits, here);
}

FrameIndex Debugging::previous_hit() const {
    if (!findings_ || findings_->hits.empty()) {
        return FrameIndex::none();
    }
    const FrameIndex here = plan_.state().frame;
    return here == FrameIndex::none() ? findings_->hits.back().frame
                                      : arenascope::previous_hit(*trace_, findings_->hits, here);
}

}  // namespace arenascope

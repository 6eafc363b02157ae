#include "app/session/tuning.h"

#include <algorithm>
#include <utility>

#include "core/error/out_of_memory.h"
#include "core/inspection/step_search.h"
#include "core/memory/allocator_history.h"
#include "core/planner/registry.h"
#include "core/planner/start_layout.h"

namespace arenascope {

Tuning::Tuning(OpenPlan& plan, QObject* parent) : QObject(parent), plan_(plan) {
    connect(&plan_, &OpenPlan::superseded, this, &Tuning::abandon);
    connect(&plan_, &OpenPlan::layout_changed, this, [this] { is_followed_ = is_followed_ && is_showing_; });
    connect(&run_, &PlanRun::progressed, this,
            [this](std::uint64_t, std::uint64_t, Offset, const std::shared_ptr<const BestSoFar>& best) {
                best_ = best ? best : best_;
                follow();
            });
    connect(&run_, &PlanRun::paused, this, [this](const std::shared_ptr<const PauseReport>& report) {
        if (is_wanted_) {
            is_followed_ = true;  // whoever set a breakpoint wants to see where it stops
            show(report->shown);
        }
    });
    connect(&run_, &PlanRun::finished, this, [this](const std::shared_ptr<Expected<Plan>>& result) {
        forget_layouts();
        if (std::exchange(is_wanted_, false)) {
            receive(*result);
        }
    });
}

void Tuning::set_breakpoints(std::vector<Breakpoint> breakpoints) {
    breakpoints_ = std::move(breakpoints);
    run_.keep_stopping_at(breakpoints_);
}

void Tuning::start(const PlanOrder& order) {
    begin(order, breakpoints_);
}

void Tuning::start_from_shown(PlanOrder order) {
    const std::string key(start_option().key);
    std::erase_if(order.settings, [&key](const KeyValue& setting) { return setting.first == key; });
    const auto planner = planner_named(order.planner);
    if (planner && std::ranges::find((*planner)->description.options, key, &OptionSpec::key) !=
                       (*planner)->description.options.end()) {
        order.settings.emplace_back(key, "file");
    }
    begin(order, breakpoints_);
    is_from_shown_ = is_wanted_;
}

bool Tuning::is_repeatable() const {
    const Trace* trace = plan_.is_open() ? plan_.state().trace.get() : nullptr;
    return trace != nullptr && trace->provenance.reproducible && planner_named(trace->provenance.planner).has_value() &&
           std::ranges::none_of(trace->provenance.options, [](const auto& option) { return option.second == "file"; });
}

void Tuning::run_to(FrameIndex frame) {
    if (is_repeatable()) {
        const Trace& trace = *plan_.state().trace;
        const Provenance& made = trace.provenance;
        const Breakpoint here{.condition = "frame == " + frame_paths(trace)[frame]};
        begin({.planner = made.planner, .settings = made.options, .seed = made.seed, .record = true}, {here});
    }
}

void Tuning::start_unasked(const PlanOrder& order) {
    begin(order, {});
}

void Tuning::begin(const PlanOrder& order, const std::vector<Breakpoint>& breakpoints) {
    is_from_shown_ = false;
    if (plan_.is_open()) {
        is_wanted_ = true;
        is_followed_ = true;
        forget_layouts();
        planner_ = QString::fromStdString(order.planner);
        run_.start(plan_.state().problem, plan_.without_preview().layout, order, breakpoints);
    }
}

void Tuning::abandon() {
    is_wanted_ = false;
    forget_layouts();
    run_.cancel();
}

void Tuning::forget_layouts() {
    best_.reset();
    shown_.reset();
}

void Tuning::follow() {
    if (best_ != shown_ && best_ && is_wanted_ && is_followed_ && !run_.pause()) {
        show(best_);
    }
}

void Tuning::show(const std::shared_ptr<const BestSoFar>& layout) {
    is_showing_ = true;
    shown_ = layout;
    const bool is_shown = within_memory({}, {}, [&] {
                              plan_.show_preview(layout);
                              return Expected<void>();
                          }).has_value();
    is_showing_ = false;
    if (!is_shown) {
        plan_.end_preview();  // the run continues without previews
    }
}

void Tuning::receive(Expected<Plan>& plan) {
    if (!plan) {
        plan_.end_preview();
        emit failed(plan.error());
    } else if (!is_complete(plan->result.layout) && plan->result.misfits.empty()) {
        plan_.end_preview();
        emit ended_without_layout();
    } else if (const auto better = better_peak_than(*plan)) {
        plan_.end_preview();
        emit kept(*better, peak(plan->problem, plan->result.layout));
    } else {
        adopt(std::move(*plan));
    }
}

void Tuning::adopt(Plan plan) {
    const Layout& former = *plan_.without_preview().layout;
    // The highest tail in any segment of an allocator is no peak of a plan.
    const bool has_peak = is_complete(former) && !has_segment_regions(*plan_.state().problem);
    const Offset before = has_peak ? peak(*plan_.state().problem, former) : Offset();
    const Offset now = peak(plan.problem, plan.result.layout);
    const Expected<void> adopted =
        within_memory(tr("to show the result").toStdString(), tr("close other programs").toStdString(), [&] {
            plan_.adopt(std::move(plan), tr("Tune"));
            return Expected<void>();
        });
    if (!adopted) {
        plan_.end_preview();
        emit failed(adopted.error());
    } else if (before > Offset() && now > before) {
        emit raised(before, now);
    }
}

std::optional<Offset> Tuning::better_peak_than(const Plan& plan) const {
    const PlanState& state = plan_.state();
    if ((plan.result.reproducible && !is_from_shown_) || plan.problem != *state.problem) {
        return std::nullopt;
    }
    const Layout& standing = state.edits.empty() && !is_from_shown_ ? *state.layout : *plan_.without_preview().layout;
    const CheckReport found = check(*state.problem, standing, 0);
    // A plan above the capacity counts too: of two such plans, the lower one is better.
    if (found.overlap_count > 0 || !found.misaligned.empty() || !found.unplaced.empty()) {
        return std::nullopt;
    }
    const Offset top = peak(*state.problem, standing);
    const bool is_better = is_complete(plan.result.layout) && peak(plan.problem, plan.result.layout) < top;
    return is_better ? std::nullopt : std::optional(top);
}

}  // namespace arenascope

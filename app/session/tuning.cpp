#include "app/session/tuning.h"

#include <algorithm>
#include <utility>

#include "core/analysis/debugging/step_search.h"
#include "core/base/error/out_of_memory.h"
#include "core/model/memory/allocator_history.h"
#include "core/planner/registry.h"
#include "core/planner/start_layout.h"

namespace arenascope {

Tuning::Tuning(OpenPlan& plan, QObject* parent) : QObject(parent), plan_(plan) {
    connect(&plan_, &OpenPlan::superseded, this, &Tuning::abandon);
    connect(&plan_, &OpenPlan::layout_changed, this, [this] {
        is_followed_ = is_followed_ && is_showing_;
        end_search_if_edited();
    });
    connect(&plan_.preparation(), &PlanPreparation::changed, this, &Tuning::end_search_if_edited);
    connect(&choosing_, &BackgroundTask::ran_out_of_memory, this, [this] {
        emit failed(out_of_memory(tr("to plan").toStdString(), tr("close other programs").toStdString()));
    });
    connect(&judging_, &BackgroundTask::ran_out_of_memory, this, [this] {
        end_stages();
        plan_.show_preview(nullptr);
        emit failed(out_of_memory(tr("to show the result").toStdString(), tr("close other programs").toStdString()));
    });
    connect(&run_, &PlanRun::progressed, this,
            [this](std::uint64_t, std::uint64_t, Offset peak, const std::shared_ptr<const BestSoFar>& best) {
                const bool is_lower = !first_peak_ || peak < *first_peak_;
                best_ = best && is_lower ? best : best_;
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
            receive(result);
        }
    });
}

void Tuning::set_breakpoints(std::vector<Breakpoint> breakpoints) {
    breakpoints_ = std::move(breakpoints);
    run_.keep_stopping_at(breakpoints_);
}

void Tuning::start(const PlanOrder& order) {
    plan_.changes().then([this, order] { begin(order, breakpoints_); }, true);
}

void Tuning::start_from_shown(PlanOrder order) {
    const std::string key(start_option().key);
    std::erase_if(order.settings, [&key](const KeyValue& setting) { return setting.first == key; });
    const auto planner = planner_named(order.planner);
    if (planner && std::ranges::find((*planner)->description.options, key, &OptionSpec::key) !=
                       (*planner)->description.options.end()) {
        order.settings.emplace_back(key, "file");
    }
    const auto begin_from_shown = [this, order] {
        begin(order, breakpoints_);
        is_from_shown_ = is_wanted_;
    };
    plan_.changes().then(begin_from_shown, true);
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
    end_stages();
    if (!plan_.is_open()) {
        return;
    }
    const auto problem = plan_.state().problem;
    choosing_.run(
        problem->buffers.size(), [problem, order] { return planning_stages(*problem, order); },
        [this, order](std::optional<PlanningStages> stages) {
            if (!stages) {
                begin(order, {});
                is_asked_ = false;
                return;
            }
            is_asked_ = false;
            stages_ = std::move(stages);
            run_.set_recording(false);
            run_.set_previewing(false);  // its only layout becomes the plan at once
            run(PlanOrder(stages_->first), {});
            run_.set_recording(true);
            run_.set_previewing(true);
        },
        1);
}

void Tuning::end_stages() {
    choosing_.abandon();
    judging_.abandon();
    stages_.reset();
    first_peak_.reset();
}

void Tuning::end_search_if_edited() {
    if (first_peak_ && !is_showing_ && !plan_.preparation().coming_or(plan_.state()).edits.empty()) {
        abandon();
        emit search_ended_by_edit();
    }
}

QString Tuning::placed_by() const {
    return first_peak_ ? QString::fromStdString(stages_->first.planner) : QString();
}

Offset Tuning::best_of(Offset best_of_run) const {
    return first_peak_ && (best_of_run == Offset() || best_of_run > *first_peak_) ? *first_peak_ : best_of_run;
}

void Tuning::begin(const PlanOrder& order, const std::vector<Breakpoint>& breakpoints) {
    end_stages();
    is_asked_ = true;
    run(order, breakpoints);
}

void Tuning::run(const PlanOrder& order, const std::vector<Breakpoint>& breakpoints) {
    is_from_shown_ = false;
    if (plan_.is_open()) {
        is_wanted_ = true;
        is_followed_ = true;
        forget_layouts();
        provenance_ = {.planner = order.planner, .options = order.settings, .seed = order.seed};
        if (has_segment_regions(*plan_.state().problem)) {
            run_.set_recording(false);
            run_.set_previewing(false);
            run_.start(plan_.state().problem, plan_.without_preview().layout, order, {});
            run_.set_recording(true);
            run_.set_previewing(true);
            return;
        }
        run_.start(plan_.state().problem, layout_to_plan_from(plan_.state(), plan_.without_preview().layout, order),
                   order, breakpoints);
    }
}

void Tuning::abandon() {
    end_stages();
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
                              plan_.show_preview(layout, run_.pause() != nullptr);
                              return Expected<void>();
                          }).has_value();
    is_showing_ = false;
    if (!is_shown) {
        plan_.show_preview(nullptr);  // the run continues without previews
    }
}

void Tuning::receive(const std::shared_ptr<Expected<Plan>>& result) {
    if (!*result) {
        const bool had_layout = first_peak_.has_value();
        end_stages();
        plan_.show_preview(nullptr);
        if (result->error().cause != stopped_too_early().cause) {
            emit failed(result->error());
        } else if (!had_layout) {
            emit ended_without_layout();
        }
        return;
    }
    const PlanState& state = plan_.state();
    RunRival rival{state.problem, plan_.without_preview().layout, nullptr};
    // Nobody knows whether an external planner gives the same twice, but whoever asks for it wants to see its layout.
    const bool is_cut_short = !(*result)->result.reproducible && !is_external_planner(provenance_.planner);
    if (!first_peak_ && (is_cut_short || is_from_shown_)) {
        rival.standing = state.edits.empty() && !is_from_shown_ ? state.layout : rival.shown;
    }
    judging_.run(
        rival.problem->buffers.size(),
        [result, rival, is_from_shown = is_from_shown_] { return run_verdict(**result, rival, is_from_shown); },
        [this, result](const RunVerdict& verdict) { settle(**result, verdict); }, 1);
}

void Tuning::settle(Plan& plan, const RunVerdict& verdict) {
    if (!verdict.is_complete && plan.result.misfits.empty()) {
        const bool had_layout = first_peak_.has_value();
        end_stages();
        plan_.show_preview(nullptr);
        if (!had_layout) {
            emit ended_without_layout();
        }
    } else if (first_peak_ && verdict.peak >= *first_peak_) {
        end_stages();
        plan_.show_preview(nullptr);
    } else if (verdict.kept) {
        plan_.show_preview(nullptr);
        emit kept(*verdict.kept, verdict.peak);
    } else {
        adopt(std::move(plan), verdict);
    }
}

void Tuning::adopt(Plan plan, const RunVerdict& verdict) {
    std::optional<PlanningStages> stages = std::exchange(stages_, std::nullopt);
    const bool replaces_first = std::exchange(first_peak_, std::nullopt).has_value();
    const bool goes_on = stages && stages->search && !replaces_first && verdict.is_complete && plan.result.reproducible;
    if (stages) {
        const auto& notes = replaces_first ? stages->search_notes : stages->first_notes;
        plan.result.notes.insert(plan.result.notes.end(), notes.begin(), notes.end());
    }
    const std::shared_ptr<const Layout> layout_before = plan_.without_preview().layout;
    const Expected<void> adopted =
        within_memory(tr("to show the result").toStdString(), tr("close other programs").toStdString(), [&] {
            plan_.adopt(std::move(plan), tr("Tune"),
                        {.is_same_problem = verdict.is_same_problem, .replaces_first = replaces_first});
            return Expected<void>();
        });
    if (!adopted) {
        plan_.show_preview(nullptr);
        emit failed(adopted.error());
    } else if (goes_on) {
        stages_ = std::move(stages);
        first_peak_ = verdict.peak;
        // Later, because the listeners of the ended run must hear of its end before another one starts.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (first_peak_ && !run_.is_running()) {
                    run_.set_recording(stages_->is_search_recorded);
                    run(PlanOrder(*stages_->search), {});
                    run_.set_recording(true);
                }
            },
            Qt::QueuedConnection);
    } else if (verdict.before > Offset() && (is_asked_ || verdict.peak > verdict.before)) {
        emit answered(verdict.before, verdict.peak, plan_.state().layout->placements != layout_before->placements);
    }
}

}  // namespace arenascope

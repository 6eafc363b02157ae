#include "app/window/debug/step_views.h"

#include <string>
#include <vector>

#include "app/window/frame/action_reason.h"
#include "core/analysis/explain/learning_curve.h"
#include "core/model/memory/live_profile.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/tables/iteration_list/iteration_list.h"

namespace arenascope {
namespace {

std::vector<std::string> region_names(const Session& session) {
    std::vector<std::string> names;
    if (session.has_plan()) {
        for (const Region& region : session.state().problem->regions) {
            names.push_back(region.name);
        }
    }
    return names;
}

}  // namespace

StepViews::StepViews(const WindowFrame& frame, Transport& transport) : WindowPart(frame), transport_(transport) {
    for (QAction* back : {transport_.first_action(), transport_.previous_action()}) {
        explain(*back, tr("No step of a recorded run comes before the shown one."));
    }
    for (QAction* on : {transport_.next_action(), transport_.last_action()}) {
        explain(*on, tr("No step of a recorded run comes after the shown one."));
    }
    explain(*transport_.play_action(), tr("No run with several steps is recorded."));
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &StepViews::show_trace);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &StepViews::show_position);
    connect(&session_.plan(), &OpenPlan::closed, this, [this] {
        show_trace();
        show_position();
    });
    const PlanRun* run = session_.tuning().run();
    connect(run, &PlanRun::started, this, &StepViews::show_running);
    connect(run, &PlanRun::finished, this, &StepViews::show_running);
    connect(docks_.iterations, &IterationList::frame_chosen, &session_.plan(), &OpenPlan::show_frame);
    connect(docks_.iterations, &IterationList::run_requested, this,
            [this](FrameIndex chosen) { session_.tuning().run_to(chosen); });
    connect(&transport_, &Transport::step_requested, this, [this](int step) { session_.steps().show_in_row(step); });
    connect(&transport_, &Transport::beyond_requested, this,
            [this](bool forward) { session_.steps().show_beyond_row(forward); });
    connect(actions_.into, &QAction::triggered, this, [this] {
        if (!session_.steps().go_in()) {
            notices_.inform(tr("This step has no groups or rearrangements, and none follows."));
        }
    });
    connect(actions_.out_of, &QAction::triggered, this, [this] {
        if (!session_.steps().go_out()) {
            notices_.inform(tr("This step is in no other step."));
        }
    });
    connect(actions_.largest_drop, &QAction::triggered, this, [this] {
        if (!session_.steps().show_largest_drop()) {
            notices_.inform(tr("No step lowered the peak."));
        }
    });
    show_trace();
    show_position();
}

void StepViews::show_trace() {
    const PlanState& state = session_.state();
    const bool shares = session_.has_plan() && !state.layout->sharing.empty();
    docks_.iterations->set_repeatable(session_.tuning().is_repeatable());
    docks_.iterations->set_trace(state.trace, region_names(session_),
                                 shares ? std::optional(threshold_of_plan()) : std::nullopt,
                                 state.trace ? learning_curve(*state.trace, *state.problem) : LearningCurve());
    show_row();
}

/// Of the plan itself, of which a step may be shown.
Bytes StepViews::threshold_of_plan() const {
    const ShownPlan& shown = *session_.shown();
    const PlanState& state = session_.state();
    return shown.problem == state.problem && !thresholds_may_differ(*shown.layout, *state.layout)
               ? shown.threshold()
               : threshold(*state.problem, *state.layout);
}

void StepViews::show_row() {
    const Steps& steps = session_.steps();
    transport_.set_range(static_cast<int>(steps.row().size()));
    transport_.set_position(steps.position());
    transport_.set_beyond(steps.beyond_row(false) != FrameIndex::none(), steps.beyond_row(true) != FrameIndex::none());
    transport_.set_place(steps.is_between_chief_steps() ? steps.place() : QString());
}

void StepViews::show_running() {
    Tuning& tuning = session_.tuning();
    docks_.iterations->set_running(tuning.run()->is_running() ? QString::fromStdString(tuning.provenance().planner)
                                                              : QString());
}

QString StepViews::edited_remark() const {
    const PlanState& state = session_.state();
    const QString edited = edited_words(session_.hand_edits(), false);
    if (edited.isEmpty()) {
        return {};
    }
    if (!state.trace) {
        return tr("The shown plan is %1. No run of it is recorded.").arg(edited);
    }
    if (hand_edited(session_.hand_edits()) == HandEdited::problem) {
        return tr("The run is %1.").arg(edited);
    }
    return tr("Shown: %1, %2.").arg(session_.steps().place(), edited_words(session_.hand_edits(), true));
}

void StepViews::show_position() {
    const PlanState& state = session_.state();
    if (session_.shown()->is_preview) {
        docks_.iterations->set_current(FrameIndex::none());  // a preview belongs to no recorded run
    } else {
        const bool is_edited = hand_edited(session_.hand_edits()) == HandEdited::plan;
        docks_.iterations->set_current(is_edited ? FrameIndex::none() : state.frame, edited_remark());
    }
    show_row();
}

}  // namespace arenascope

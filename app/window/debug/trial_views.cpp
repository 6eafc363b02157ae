#include "app/window/debug/trial_views.h"

#include <algorithm>

#include "core/planner/scratch/scratch_choices.h"
#include "widgets/tables/trial_table/trial_table.h"

namespace arenascope {

TrialViews::TrialViews(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &TrialViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &TrialViews::show_plan);
    connect(&session_.selection(), &Selection::changed, this, &TrialViews::show_selection);
    connect(docks_.trials, &TrialTable::chosen, this, [this](BufferIndex buffer) {
        session_.selection().select({buffer});
        session_.selection().set_cursor(session_.problem()->buffers[buffer].lifetime.begin);
    });
    connect(docks_.trials, &TrialTable::trial_requested, this, &TrialViews::place_as_in);
    show_plan();
}

void TrialViews::show_plan() {
    const PlanState& state = session_.state();
    const bool has_trials = session_.has_plan() && state.heap_trials && !state.heap_trials->queue.empty();
    docks_.trials.offer(has_trials);
    if (has_trials) {
        docks_.trials->set_trials(state.problem, state.layout, state.heap_trials, state.plan_notes);
    } else {
        docks_.trials->set_trials(nullptr, nullptr, nullptr, {});
    }
    show_selection();
}

void TrialViews::show_selection() {
    const std::vector<BufferIndex>& buffers = session_.selection().buffers();
    docks_.trials->set_selected(buffers.size() == 1 ? buffers.front() : BufferIndex::none());
}

void TrialViews::place_as_in(const HeapTrial& trial) {
    const PlanState& state = session_.state();
    if (!state.provenance || !state.heap_trials) {
        return;
    }
    PlanOrder order{.planner = state.provenance->planner, .seed = state.provenance->seed, .record = true};
    std::vector<KeyValue> choices = choice_settings(trial.choices, state.heap_trials->may_spill);
    choices.emplace_back("tensors", "file");
    for (const KeyValue& setting : state.provenance->options) {
        const bool is_chosen = std::any_of(choices.begin(), choices.end(),
                                           [&](const KeyValue& choice) { return choice.first == setting.first; });
        order.settings.push_back(
            is_chosen ? *std::find_if(choices.begin(), choices.end(),
                                      [&](const KeyValue& choice) { return choice.first == setting.first; })
                      : setting);
    }
    session_.tuning().start(order);
}

}  // namespace arenascope

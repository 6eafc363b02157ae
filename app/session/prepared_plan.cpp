#include "app/session/prepared_plan.h"

#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/trace/step_layout.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/released_apart.h"
#include "qt/words/shown_names.h"

namespace arenascope {
namespace {

/// The tiers of a layout. Empty for the addresses of a recorded allocator: nobody planned them.
IndexedVector<BufferIndex, Risk> tiers_in(const Problem& problem, const Layout& layout) {
    return has_segment_regions(problem) ? IndexedVector<BufferIndex, Risk>() : classify(problem, layout);
}

/// Whether a person went to the step that is shown. What a run found is shown without the marks of its last step.
bool is_gone_to(const PlanState& state, const FormerPlan& former) {
    return state.frame != state.trace->result ||
           (state.trace == former.trace && (state.frame != former.frame || !former.plan->moves->empty()));
}

/// The layout, the tiers and the moves of a state, not judged yet.
ShownPlan laid_out(const PlanState& state, Replay* replay, const FormerPlan& former) {
    const ShownPlan& before = *former.plan;
    const std::size_t buffers = state.problem->buffers.size();
    std::shared_ptr<const Layout> layout = state.layout;
    const bool is_step = replay != nullptr && state.frame != FrameIndex::none();
    // An edited layout is no step of the run.
    const bool is_unedited_step = is_step && state.edits.empty();
    // The player of a trace is one for all, and work that is not wanted any more may still use it.
    const auto turn = is_step ? replay->turn() : std::unique_lock<std::mutex>();
    std::shared_ptr<const OrderPlaces> order;
    FrameIndex tiers_of = FrameIndex::none();
    if (is_step) {
        Layout at_frame = step_layout(replay->layout_at(state.frame, *state.problem), *state.layout, *state.problem);
        if (!is_unedited_step || at_frame != *state.layout) {
            layout = released_apart(edited_layout(state, std::move(at_frame)), buffers);
        }
    } else if (!state.edits.empty()) {
        layout = released_apart(edited_layout(state, *state.layout), buffers);
    }
    if (is_unedited_step) {
        order = replay->order();
        tiers_of = replay->tiers_of(state.frame);
    }
    auto risks = released_apart(
        tiers_of != FrameIndex::none() ? replay->risks_at(tiers_of) : tiers_in(*state.problem, *layout), buffers);
    ShownPlan plan = unjudged_plan(state.problem, std::move(layout), std::move(risks), before);
    std::vector<HandEdit> hand_edits = hand_edits_of(state);
    const std::size_t hand_edit_count = hand_edits.size();
    plan.hand_edits = released_apart(std::move(hand_edits), hand_edit_count);
    if (is_unedited_step) {
        if (is_gone_to(state, former)) {
            plan.moves = std::make_shared<const std::vector<Move>>(replay->moves_at(state.frame));
        }
        plan.order = std::move(order);
        plan.group = replay->group_of(state.frame);
        plan.tiers_of = tiers_of == state.frame ? FrameIndex::none() : tiers_of;
        plan.is_under_way = plan.layout != state.layout && !plan.figures->is_complete() && is_complete(*state.layout);
    }
    return plan;
}

}  // namespace

std::vector<BufferIndex> same_named(const std::vector<BufferIndex>& buffers, const Problem& before,
                                    const Problem& now) {
    if (buffers.empty()) {
        return {};
    }
    // Only the names that are asked for, of which there are few most of the time.
    std::unordered_map<std::string_view, BufferIndex> indices;
    indices.reserve(buffers.size());
    for (const BufferIndex buffer : buffers) {
        indices.emplace(before.buffers[buffer].name, BufferIndex::none());
    }
    for (std::size_t i = 0; i < now.buffers.size(); ++i) {
        if (const auto asked = indices.find(now.buffers[i].name);
            asked != indices.end() && asked->second == BufferIndex::none()) {
            asked->second = BufferIndex(i);
        }
    }
    std::vector<BufferIndex> kept;
    for (const BufferIndex buffer : buffers) {
        if (const BufferIndex index = indices.at(before.buffers[buffer].name); index != BufferIndex::none()) {
            kept.push_back(index);
        }
    }
    return kept;
}

PreparedPlan prepared(PlanState state, const FormerPlan& former) {
    PreparedPlan next;
    if (state.trace == former.trace) {
        next.replay = former.replay;
    } else if (state.trace) {
        next.replay = std::make_shared<Replay>(state.trace);
    }
    next.selected_before = former.selected;
    next.selected = former.problem && former.problem != state.problem
                        ? same_named(former.selected, *former.problem, *state.problem)
                        : former.selected;
    // Views ask for the rule of the names at once. It takes about as long as the rest.
    const bool has_other_names = former.problem != state.problem;
    WorkerThreads names(has_other_names && is_large(*state.problem) ? 1 : 0,
                        [&state](std::size_t /*thread*/) { (void)shown_rule(state.problem); });
    next.plan = std::make_shared<const ShownPlan>(laid_out(state, next.replay.get(), former));
    names.join();
    if (has_other_names) {
        (void)shown_rule(state.problem);  // of a small plan, or if there was no thread
    }
    next.state = std::move(state);
    return next;
}

}  // namespace arenascope

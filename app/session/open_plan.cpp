#include "app/session/open_plan.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/session/state_change.h"
#include "core/memory/allocator_history.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "core/trace/step_layout.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

/// The tiers of a layout. Empty for the addresses of a recorded allocator: nobody planned them.
IndexedVector<BufferIndex, Risk> tiers_in(const Problem& problem, const Layout& layout) {
    return has_segment_regions(problem) ? IndexedVector<BufferIndex, Risk>() : classify(problem, layout);
}

/// The layout, the tiers and the moves of a state, not judged yet. `before` was shown before.
ShownPlan laid_out(const PlanState& state, Replay* replay, const ShownPlan& before) {
    std::shared_ptr<const Layout> layout = state.layout;
    const bool is_step = replay != nullptr && state.frame != FrameIndex::none();
    // An edited layout is no step of the run.
    const bool is_unedited_step = is_step && state.edits.empty();
    std::shared_ptr<const OrderPlaces> order;
    FrameIndex tiers_of = FrameIndex::none();
    if (is_step) {
        Layout at_frame = step_layout(replay->layout_at(state.frame, *state.problem), *state.layout, *state.problem);
        layout = std::make_shared<const Layout>(edited_layout(state, std::move(at_frame)));
    } else if (!state.edits.empty()) {
        layout = std::make_shared<const Layout>(edited_layout(state, *state.layout));
    }
    if (is_unedited_step) {
        order = replay->order();
        tiers_of = replay->tiers_of(state.frame);
    }
    auto risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(
        tiers_of != FrameIndex::none() ? replay->risks_at(tiers_of) : tiers_in(*state.problem, *layout));
    ShownPlan plan = unjudged_plan(state.problem, std::move(layout), std::move(risks), before);
    if (is_unedited_step) {
        plan.moves = std::make_shared<const std::vector<Move>>(replay->moves_at(state.frame));
        plan.order = std::move(order);
        plan.group = replay->group_of(state.frame);
        plan.tiers_of = tiers_of == state.frame ? FrameIndex::none() : tiers_of;
    }
    return plan;
}

/// The buffers in `now` with the same names as `buffers` in `before`.
std::vector<BufferIndex> same_named(const std::vector<BufferIndex>& buffers, const Problem& before,
                                    const Problem& now) {
    std::unordered_map<std::string_view, BufferIndex> indices;
    for (std::size_t i = 0; i < now.buffers.size(); ++i) {
        indices.emplace(now.buffers[i].name, BufferIndex(i));
    }
    std::vector<BufferIndex> kept;
    for (const BufferIndex buffer : buffers) {
        if (const auto found = indices.find(before.buffers[buffer].name); found != indices.end()) {
            kept.push_back(found->second);
        }
    }
    return kept;
}

/// Whether a file without a plan is shown as it was read.
bool is_unplanned_file(const QUndoStack& changes, const PlanState& state, const Layout& layout) {
    return changes.isClean() && changes.index() == changes.count() && !state.provenance && !has_placements(layout);
}

/// A state with only what belongs to the file and its edits: no layout, no trace.
PlanState state_of_same_file(const PlanState& state) {
    PlanState same;
    same.problem = state.problem;
    same.source = state.source;
    same.import = state.import;
    same.switches = state.switches;
    same.format = state.format;
    same.notes = state.notes;
    same.left_out = state.left_out;
    same.hand_edits = hand_edits_of(state);
    same.pinned_notes = state.pinned_notes;
    same.bookmarks = without_frames(state.bookmarks);
    return same;
}

bool has_same_annotations(const PlanState& one, const PlanState& other) {
    return one.pinned_notes == other.pinned_notes && one.bookmarks == other.bookmarks;
}

/// Moves the notes and bookmarks of a state from the problem that they are about to the problem of the state.
void move_annotations(PlanState& state, const Problem& before) {
    state.pinned_notes = repinned(std::move(state.pinned_notes), before, *state.problem);
    state.bookmarks = moved_bookmarks(std::move(state.bookmarks), before, *state.problem);
}

bool differs_only_in_usage_graph(const Problem& problem, const Problem& before) {
    if (problem.usage_graph == before.usage_graph) {
        return false;
    }
    Problem other = before;
    other.usage_graph = problem.usage_graph;
    return problem == other;
}

}  // namespace

OpenPlan::OpenPlan(Selection& selection, Judgement& judgement, QObject* parent)
    : QObject(parent), selection_(selection), judgement_(judgement) {}

OpenPlan::Shown OpenPlan::Shown::by(const PlanState& state, const OpenPlan& open) {
    Shown next;
    next.path = open.path_;
    next.state = state;
    next.selection = open.selection_.state();
    const bool other_trace = state.trace != open.state_.trace;
    const bool other_problem = state.problem != open.state_.problem;
    if (!other_trace) {
        next.replay = open.replay_;
    } else if (state.trace) {
        next.replay = std::make_shared<Replay>(state.trace);
    }
    if (other_problem && open.is_open()) {
        next.selection.buffers = same_named(open.selection_.buffers(), *open.state_.problem, *state.problem);
    }
    next.plan = std::make_shared<const ShownPlan>(laid_out(state, next.replay.get(), open.without_preview()));
    return next;
}

void OpenPlan::Shown::exchange(OpenPlan& open) noexcept {
    std::swap(open.path_, path);
    std::swap(open.state_, state);
    std::swap(open.replay_, replay);
    open.judgement_.exchange(plan);
    open.selection_.exchange(selection);
}

void OpenPlan::Shown::drop_preview(OpenPlan& open) noexcept {
    if (open.behind_preview_) {
        open.judgement_.exchange(open.behind_preview_);
        open.behind_preview_.reset();
    }
}

void OpenPlan::show(Shown next, bool of_file) {
    const bool other_problem = next.state.problem != state_.problem;
    const bool other_plan = other_problem || next.state.trace != state_.trace;
    const bool other_annotations = other_plan || !has_same_annotations(next.state, state_);
    // Emits the signals for the change, and judges what has no verdict yet.
    const auto announce = [this, other_plan, other_problem, other_annotations] {
        if (other_plan) {
            emit plan_changed();
        }
        emit layout_changed();
        if (other_annotations) {
            emit annotations_changed();
        }
        judgement_.judge();
        if (other_problem) {
            emit selection_.changed();
        }
    };
    Shown::drop_preview(*this);
    next.exchange(*this);
    try {
        announce();
        if (of_file) {
            emit opened();
        }
    } catch (...) {
        if (of_file) {
            Shown::drop_preview(*this);
            emit superseded();  // a listener may have started a run
        }
        next.exchange(*this);
        next = {};  // frees memory that the views need now
        try {
            if (is_open()) {
                announce();
            } else {
                close();
            }
        } catch (...) {
            close();
        }
        throw;
    }
}

void OpenPlan::push(const PlanState& after, const QString& text, bool of_file, MergeKey key) {
    auto pushed = std::make_shared<PlanState>(after);
    auto change = std::make_unique<StateChange>(state_, pushed, text, std::move(key),
                                                [this](const PlanState& state) { show(Shown::by(state, *this)); });
    show(Shown::by(after, *this), of_file);
    pushed_ = std::move(pushed);
    undo_stack_.push(change.release());
}

void OpenPlan::show_file(Document document, const QString& path, const std::vector<KeyValue>& switches, bool again) {
    PlanState state;
    state.problem = std::make_shared<const Problem>(std::move(document.problem));
    state.layout = std::make_shared<const Layout>(std::move(document.layout));
    state.provenance = std::move(document.provenance);
    state.source = path;
    if (document.import) {
        state.import = std::make_shared<const ImportReport>(std::move(*document.import));
    }
    state.switches = switches;
    state.format = document.format;
    state.notes = std::move(document.notes);
    state.left_out = document.left_out;
    state.hand_edits = std::move(document.hand_edits);
    state.pinned_notes = std::move(document.pinned_notes);
    state.bookmarks = std::move(document.bookmarks);
    // A file without any, such as a model, cannot have those of the open plan.
    const bool keeps_annotations = again && has_same_annotations(state, PlanState());
    if (keeps_annotations) {
        state.pinned_notes = state_.pinned_notes;
        state.bookmarks = without_frames(state_.bookmarks);
        move_annotations(state, *state_.problem);
    }
    const bool is_all_of_file = !keeps_annotations || has_same_annotations(state, PlanState());
    if (document.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*document.trace));
        state.frame = state.trace->result;
    }
    if (again) {
        Shown::drop_preview(*this);
        emit superseded();
        push(state, tr("Reload"), true);
    } else {
        Shown next = Shown::by(state, *this);
        next.path = path;
        next.selection = {};
        Shown::drop_preview(*this);
        emit superseded();
        show(std::move(next), true);
        undo_stack_.clear();
        pushed_.reset();
    }
    // A source that was read again is not what the plan's own file holds.
    if (path == path_ && is_all_of_file) {
        undo_stack_.setClean();
    }
}

void OpenPlan::show_recovered(PlanState state, const QString& path) {
    Shown next = Shown::by(state, *this);
    next.path = path;
    next.selection = {};
    Shown::drop_preview(*this);
    emit superseded();
    show(std::move(next), true);
    undo_stack_.clear();
    pushed_.reset();
    undo_stack_.resetClean();
}

void OpenPlan::adopt(Plan plan, const QString& text) {
    PlanState state = state_of_same_file(state_);
    state.hand_edits = after_planning(std::move(state.hand_edits));
    // An equal problem stays the same object, so that views keep their state for it.
    if (plan.problem != *state_.problem) {
        state.problem = std::make_shared<const Problem>(std::move(plan.problem));
        move_annotations(state, *state_.problem);
    }
    state.layout = std::make_shared<const Layout>(std::move(plan.result.layout));
    state.provenance = std::move(plan.provenance);
    state.seconds = plan.seconds;
    state.misfits = std::move(plan.result.misfits);
    state.plan_notes = std::move(plan.result.notes);
    if (plan.result.heap_trials) {
        state.heap_trials = std::make_shared<const HeapTrials>(std::move(*plan.result.heap_trials));
    }
    if (plan.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*plan.trace));
        state.frame = state.trace->result;
    }
    // is_unplanned_file() must not see the preview.
    Shown::drop_preview(*this);
    emit superseded();
    if (!is_unplanned_file(undo_stack_, state_, *without_preview().layout)) {
        push(state, text);
        return;
    }
    // The file has no plan, so nothing of it changed, and the result is not an undo step of its own.
    show(Shown::by(state, *this));
    if (pushed_) {
        *pushed_ = std::move(state);
    }
}

void OpenPlan::describe(Problem problem, const QString& text) {
    if (differs_only_in_usage_graph(problem, *state_.problem)) {
        PlanState after = state_;
        after.problem = std::make_shared<const Problem>(std::move(problem));
        Shown::drop_preview(*this);
        emit superseded();
        push(after, text);
        return;
    }
    PlanState after = state_of_same_file(state_);
    after.problem = std::make_shared<const Problem>(std::move(problem));
    after.layout = without_preview().layout;
    if (after.problem->graph != state_.problem->graph) {
        // Both refer to operators of the former graph.
        Layout same = *without_preview().layout;
        same.removed.clear();
        same.copies.clear();
        after.layout = std::make_shared<const Layout>(std::move(same));
    }
    after.provenance = state_.provenance;
    Shown::drop_preview(*this);
    emit superseded();
    push(after, text);
}

void OpenPlan::move_buffers(std::vector<Edit> edits, const EditTitle& title) {
    std::erase_if(edits,
                  [this](const Edit& edit) { return shown()->layout->placements[edit.buffer] == edit.placement; });
    if (edits.empty()) {
        return;
    }
    for (Edit& edit : edits) {
        edit.from = shown()->layout->placements[edit.buffer];
    }
    PlanState after = state_;
    MergeKey key;
    if (title.is_nudge) {
        for (const Edit& edit : edits) {
            key.push_back(edit.buffer);
        }
        // Many nudges of a buffer leave one edit.
        while (!after.edits.empty() && std::ranges::find(key, after.edits.back().buffer) != key.end()) {
            const Edit& former = after.edits.back();
            std::ranges::find(edits, former.buffer, &Edit::buffer)->from = former.from;
            after.edits.pop_back();
        }
    }
    const BufferIndex named = title.is_nudge ? edits.front().buffer : title.buffer;
    QString text = title.text;
    if (text.isEmpty()) {
        const QString name = in_a_menu(QString::fromStdString(arenascope::shown(state_.problem->buffers[named].name)));
        text = !title.is_nudge  ? tr("Move %1").arg(name)
               : key.size() > 1 ? tr("Nudge %1 Buffers").arg(key.size())
                                : tr("Nudge %1").arg(name);
    }
    after.edits.insert(after.edits.end(), edits.begin(), edits.end());
    push(after, text, false, std::move(key));
}

void OpenPlan::change_problem(EditedPlan plan, const QString& text) {
    if (plan.hand_edits.empty()) {
        return;
    }
    const bool fits_trace =
        plan.layout == *without_preview().layout && fingerprint(plan.problem) == fingerprint(*state_.problem);
    PlanState after = state_;
    after.problem = std::make_shared<const Problem>(std::move(plan.problem));
    move_annotations(after, *state_.problem);
    if (!fits_trace) {
        after.bookmarks = without_frames(std::move(after.bookmarks));
        after.hand_edits = hand_edits_of(state_);
        after.layout = std::make_shared<const Layout>(std::move(plan.layout));
        after.edits.clear();
        after.trace.reset();
        after.frame = FrameIndex::none();
        after.misfits.clear();
        after.heap_trials.reset();
    }
    for (HandEdit& edit : plan.hand_edits) {
        add_hand_edit(after.hand_edits, std::move(edit));
    }
    Shown::drop_preview(*this);
    emit superseded();
    push(after, text);
    if (!plan.changed.empty()) {
        selection_.select(plan.changed);
    }
}

void OpenPlan::annotate(std::vector<PinnedNote> notes, std::vector<Bookmark> bookmarks, const QString& text) {
    auto after = std::make_shared<PlanState>(state_);
    after->pinned_notes = std::move(notes);
    after->bookmarks = std::move(bookmarks);
    if (has_same_annotations(*after, state_)) {
        return;
    }
    const auto show_annotations = [this](const PlanState& state) {
        PlanState other;
        other.pinned_notes = state.pinned_notes;
        other.bookmarks = state.bookmarks;
        const auto exchange = [this, &other]() noexcept {
            std::swap(state_.pinned_notes, other.pinned_notes);
            std::swap(state_.bookmarks, other.bookmarks);
        };
        exchange();
        try {
            emit annotations_changed();
        } catch (...) {
            exchange();
            throw;
        }
    };
    auto change = std::make_unique<StateChange>(state_, after, text, show_annotations);
    show_annotations(*after);
    undo_stack_.push(change.release());
}

void OpenPlan::show_frame(FrameIndex frame) {
    if (!state_.trace || (frame == state_.frame && state_.edits.empty() && !is_previewing())) {
        return;
    }
    PlanState after = state_;
    after.frame = frame;
    after.edits.clear();
    if (state_.edits.empty()) {
        show(Shown::by(after, *this));
    } else {
        push(after, tr("Iteration"));
    }
}

void OpenPlan::show_preview(const std::shared_ptr<const BestSoFar>& best) {
    if (best->layout.placements.size() != state_.problem->buffers.size()) {
        return;
    }
    ShownPlan preview = unjudged_plan(state_.problem, {best, &best->layout}, {best, &best->risks}, without_preview());
    preview.is_preview = true;
    std::shared_ptr<const ShownPlan> other = std::make_shared<const ShownPlan>(std::move(preview));
    judgement_.exchange(other);
    if (!behind_preview_) {
        behind_preview_ = std::move(other);
    }
    emit layout_changed();
    judgement_.judge();
}

void OpenPlan::end_preview() {
    if (is_previewing()) {
        show(Shown::by(PlanState(state_), *this));
    }
}

void OpenPlan::take_file(const QString& path) {
    if (path == state_.source) {
        state_.switches.clear();  // the file holds their result now, and must not get them twice
    }
    if (path != path_) {
        path_ = path;
        emit renamed();
    }
}

void OpenPlan::close() {
    Shown::drop_preview(*this);
    emit superseded();
    undo_stack_.clear();
    pushed_.reset();
    Shown nothing;
    nothing.exchange(*this);
    emit closed();
}

}  // namespace arenascope

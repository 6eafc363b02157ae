#include "app/session/open_plan.h"

#include <algorithm>
#include <utility>

#include "app/session/state_change.h"
#include "widgets/background/released_apart.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

std::shared_ptr<const Problem> shared(Problem problem) {
    const std::size_t buffers = problem.buffers.size();
    return released_apart(std::move(problem), buffers);
}

std::shared_ptr<const Layout> shared(Layout layout) {
    const std::size_t buffers = layout.placements.size();
    return released_apart(std::move(layout), buffers);
}

/// Whether a file is shown as it was read or saved, and nothing can be done again.
bool is_unchanged(const QUndoStack& changes) {
    return changes.isClean() && changes.index() == changes.count();
}

/// Whether a file without a plan is shown as it was read.
bool is_unplanned_file(const QUndoStack& changes, const PlanState& state, const Layout& layout) {
    return is_unchanged(changes) && !state.provenance && !has_placements(layout);
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

/// Whether a state has the plan of another one and its edits, and perhaps more edits.
bool only_adds_edits(const PlanState& state, const PlanState& before) {
    return state.problem == before.problem && state.layout == before.layout && state.trace == before.trace &&
           state.frame == before.frame && state.edits.size() >= before.edits.size() &&
           std::equal(before.edits.begin(), before.edits.end(), state.edits.begin());
}

/// Where a buffer lies in a state. `shown` has all of its edits but the last ones.
std::optional<Placement> placement_in(const PlanState& state, const Layout& shown, BufferIndex buffer) {
    const auto last = std::find_if(state.edits.rbegin(), state.edits.rend(),
                                   [buffer](const Edit& edit) { return edit.buffer == buffer; });
    return last == state.edits.rend() ? shown.placements[buffer] : last->placement;
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
    : QObject(parent),
      selection_(selection),
      judgement_(judgement),
      preparation_(
          [this] {
              return FormerPlan{state_.problem, state_.trace, replay_, behind_preview_ ? behind_preview_ : shown(),
                                selection_.buffers()};
          },
          [this](PreparedPlan prepared, const ComingState& coming) {
              show(Shown::of(std::move(prepared), *this), coming.of_file);
              if (!coming.select.empty()) {
                  selection_.select(coming.select);
              }
          },
          undo_stack_, this) {}

OpenPlan::Shown OpenPlan::Shown::of(PreparedPlan prepared, const OpenPlan& open) {
    Shown next;
    next.path = open.path_;
    next.selection = open.selection_.state();
    if (next.selection.buffers == prepared.selected_before) {
        next.selection.buffers = std::move(prepared.selected);
    } else if (open.is_open() && prepared.state.problem != open.state_.problem) {
        next.selection.buffers = same_named(open.selection_.buffers(), *open.state_.problem, *prepared.state.problem);
    }
    next.state = std::move(prepared.state);
    next.replay = std::move(prepared.replay);
    next.plan = std::move(prepared.plan);
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

void OpenPlan::push(const PlanState& after, const QString& text, bool of_file, MergeKey key,
                    const std::vector<BufferIndex>& select) {
    auto pushed = std::make_shared<PlanState>(after);
    auto change = std::make_unique<StateChange>(preparation_.coming_or(state_), pushed, text, std::move(key),
                                                [this](const PlanState& state) { preparation_.begin({state}); });
    preparation_.begin({after, of_file, select});
    pushed_ = std::move(pushed);
    undo_stack_.push(change.release());
}

void OpenPlan::show_file(Document document, const QString& path, const std::vector<KeyValue>& switches, bool again) {
    PlanState state = state_of(std::move(document), path, switches);
    if (!again) {
        show_file(prepared(std::move(state), FormerPlan()), path);
        return;
    }
    preparation_.finish();
    // A file without any, such as a model, cannot have those of the open plan.
    const bool keeps_annotations = has_same_annotations(state, PlanState());
    if (keeps_annotations) {
        state.pinned_notes = state_.pinned_notes;
        state.bookmarks = without_frames(state_.bookmarks);
        move_annotations(state, *state_.problem);
    }
    const bool is_all_of_file = !keeps_annotations || has_same_annotations(state, PlanState());
    emit superseded();
    push(state, tr("Reload"), true);
    // A source that was read again is not what the plan's own file holds.
    if (path == path_ && is_all_of_file) {
        undo_stack_.setClean();
    }
}

void OpenPlan::show_file(PreparedPlan file, const QString& path, bool is_saved) {
    Shown next;
    next.path = path;
    next.state = std::move(file.state);
    next.replay = std::move(file.replay);
    next.plan = std::move(file.plan);
    preparation_.drop();
    Shown::drop_preview(*this);
    emit superseded();
    show(std::move(next), true);
    undo_stack_.clear();
    pushed_.reset();
    if (!is_saved) {
        undo_stack_.resetClean();
    }
}

void OpenPlan::adopt(Plan plan, const QString& text, Adoption adoption) {
    preparation_.finish();
    PlanState state = state_of_same_file(state_);
    state.hand_edits = after_planning(std::move(state.hand_edits));
    // An equal problem stays the same object, so that views keep their state for it.
    if (!adoption.is_same_problem && plan.problem != *state_.problem) {
        state.problem = shared(std::move(plan.problem));
        move_annotations(state, *state_.problem);
    }
    state.layout = shared(std::move(plan.result.layout));
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
    emit superseded();
    const bool is_first = adoption.replaces_first && is_unchanged(undo_stack_);
    if (!is_first && !is_unplanned_file(undo_stack_, state_, *without_preview().layout)) {
        push(state, text);
        return;
    }
    // The file has no plan, so nothing of it changed, and the result is not an undo step of its own.
    preparation_.begin({state});
    if (pushed_) {
        *pushed_ = std::move(state);
    }
}

void OpenPlan::describe(Problem problem, const QString& text) {
    preparation_.finish();
    if (differs_only_in_usage_graph(problem, *state_.problem)) {
        PlanState after = state_;
        after.problem = shared(std::move(problem));
        emit superseded();
        push(after, text);
        return;
    }
    PlanState after = state_of_same_file(state_);
    after.problem = shared(std::move(problem));
    after.layout = without_preview().layout;
    if (after.problem->graph != state_.problem->graph) {
        // Both refer to operators of the former graph.
        Layout same = *without_preview().layout;
        same.removed.clear();
        same.copies.clear();
        after.layout = shared(std::move(same));
    }
    after.provenance = state_.provenance;
    emit superseded();
    push(after, text);
}

void OpenPlan::move_buffers(std::vector<Edit> edits, const EditTitle& title) {
    if (!only_adds_edits(preparation_.coming_or(state_), state_)) {
        preparation_.finish();
    }
    PlanState after = preparation_.coming_or(state_);
    for (Edit& edit : edits) {
        edit.from = placement_in(after, *shown()->layout, edit.buffer);
    }
    std::erase_if(edits, [](const Edit& edit) { return edit.from == edit.placement; });
    if (edits.empty()) {
        return;
    }
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
    preparation_.finish();
    const bool fits_trace =
        plan.layout == *without_preview().layout && fingerprint(plan.problem) == fingerprint(*state_.problem);
    PlanState after = state_;
    after.problem = shared(std::move(plan.problem));
    move_annotations(after, *state_.problem);
    if (!fits_trace) {
        after.bookmarks = without_frames(std::move(after.bookmarks));
        after.hand_edits = hand_edits_of(state_);
        after.layout = shared(std::move(plan.layout));
        after.edits.clear();
        after.trace.reset();
        after.frame = FrameIndex::none();
        after.misfits.clear();
        after.heap_trials.reset();
    }
    for (HandEdit& edit : plan.hand_edits) {
        add_hand_edit(after.hand_edits, std::move(edit));
    }
    emit superseded();
    push(after, text, false, {}, plan.changed);
}

void OpenPlan::annotate(std::vector<PinnedNote> notes, std::vector<Bookmark> bookmarks, const QString& text) {
    preparation_.finish();
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
    const PlanState& now = preparation_.coming_or(state_);
    if (!now.trace || (frame == now.frame && now.edits.empty() && (!is_previewing() || preparation_.is_running()))) {
        return;
    }
    PlanState after = now;
    after.frame = frame;
    after.edits.clear();
    if (now.edits.empty()) {
        preparation_.begin({after});
    } else {
        push(after, tr("Iteration"));
    }
}

void OpenPlan::show_preview(const std::shared_ptr<const BestSoFar>& best) {
    if (!best) {
        if (is_previewing()) {
            Shown next;
            next.path = path_;
            next.state = state_;
            next.replay = replay_;
            next.plan = behind_preview_;
            next.selection = selection_.state();
            show(std::move(next));
        }
        return;
    }
    if (preparation_.is_running() || best->layout.placements.size() != state_.problem->buffers.size()) {
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
    preparation_.drop();
    Shown::drop_preview(*this);
    emit superseded();
    undo_stack_.clear();
    pushed_.reset();
    Shown nothing;
    nothing.exchange(*this);
    emit closed();
}

}  // namespace arenascope

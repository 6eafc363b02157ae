#include "app/session/open_plan.h"

#include <algorithm>
#include <utility>

#include "app/session/state_change.h"
#include "core/model/memory/allocator_history.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/released_apart.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

/// Whether a file is shown as it was read or saved, and nothing can be done again.
bool is_unchanged(const QUndoStack& changes) {
    return changes.isClean() && changes.index() == changes.count();
}

/// Whether a file without a plan is shown as it was read.
bool is_unplanned_file(const QUndoStack& changes, const PlanState& state, const Layout& layout) {
    return is_unchanged(changes) && !state.provenance && !has_placements(layout);
}

/// Whether saving a state without moves writes the same as saving another one, whose layout is `shown`. Linear if all
/// but the layouts is equal.
bool is_saved_as(const PlanState& state, const PlanState& other, const Layout& shown) {
    return state.problem == other.problem && state.provenance == other.provenance && other.edits.empty() &&
           state.hand_edits == other.hand_edits.get() && has_same_notes(state, other) && *state.layout == shown;
}

/// Whether a state has the plan of another one and its edits, and perhaps more edits.
bool only_adds_edits(const PlanState& state, const PlanState& before) {
    return state.problem == before.problem && state.layout == before.layout && state.trace == before.trace &&
           state.frame == before.frame && state.edits.size() >= before.edits.size() &&
           std::equal(before.edits.begin(), before.edits.end(), state.edits.begin());
}

/// Takes them out of the plan.
PlannerFacts facts_of(Plan& made) {
    PlanResult& result = made.result;
    return {std::move(result.misfits),
            result.heap_trials ? std::make_shared<const HeapTrials>(std::move(*result.heap_trials)) : nullptr,
            std::move(result.notes), made.seconds, result.lower_bound};
}

/// The edits of buffers of `seen` in another problem, in the regions of the same names.
std::vector<Edit> edits_in(std::vector<Edit> edits, const std::shared_ptr<const Problem>& seen,
                           const std::shared_ptr<const Problem>& now) {
    if (seen == now) {
        return edits;
    }
    const IndexedVector<RegionIndex, RegionIndex> regions = same_regions(*seen, *now);
    std::vector<Edit> kept;
    for (const Edit& edit : edits) {
        const std::vector<BufferIndex> buffer = same_named({edit.buffer}, *seen, *now);
        const RegionIndex region = regions[edit.placement.region];
        if (!buffer.empty() && region != RegionIndex::none()) {
            kept.push_back({buffer.front(), {edit.placement.offset, region}});
        }
    }
    return kept;
}

}  // namespace

std::function<QString(const MadeEdit&)> EditTitle::text_of() const {
    return [title = *this](const MadeEdit& made) {
        if (!title.text.isEmpty()) {
            return title.text;
        }
        const BufferIndex named = title.is_nudge ? made.key.front() : made.state.edits.back().buffer;
        const QString name = in_a_menu(QString::fromStdString(shown(made.state.problem->buffers[named].name)));
        return !title.is_nudge       ? OpenPlan::tr("Move %1").arg(name)
               : made.key.size() > 1 ? OpenPlan::tr("Nudge %1 Buffers").arg(made.key.size())
                                     : OpenPlan::tr("Nudge %1").arg(name);
    };
}

OpenPlan::OpenPlan(Selection& selection, Judgement& judgement, QObject* parent)
    : QObject(parent),
      selection_(selection),
      judgement_(judgement),
      preparation_(
          [this] {
              return FormerPlan{
                  state_.problem,       state_.trace, replay_, behind_preview_ ? behind_preview_ : shown(),
                  selection_.buffers(), state_.frame};
          },
          [this](PreparedPlan prepared, const ComingState& coming) {
              SelectionState selection = Shown::selection_in(prepared, *this);
              show(Shown::of(std::move(prepared), path_, std::move(selection)), coming.of_file);
              if (!coming.select.empty()) {
                  selection_.select(coming.select);
              }
          },
          undo_stack_, this),
      changes_(
          [this] {
              return EditBase{preparation_.coming_or(state_), without_preview().layout, state_.edits.size()};
          },
          [this] { return only_adds_edits(preparation_.coming_or(state_), state_); }, preparation_, undo_stack_, this) {
}

OpenPlan::Shown OpenPlan::Shown::of(PreparedPlan prepared, QString path, SelectionState selection) {
    return {std::move(path), std::move(prepared.state), std::move(prepared.replay), std::move(prepared.plan),
            std::move(selection)};
}

SelectionState OpenPlan::Shown::selection_in(PreparedPlan& prepared, const OpenPlan& open) {
    SelectionState selection = open.selection_.state();
    if (selection.buffers == prepared.selected_before) {
        selection.buffers = std::move(prepared.selected);
    } else if (open.is_open() && prepared.state.problem != open.state_.problem) {
        selection.buffers = same_named(selection.buffers, *open.state_.problem, *prepared.state.problem);
    }
    return selection;
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
    const bool other_annotations = other_plan || !has_same_notes(next.state, state_);
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
    auto change = std::make_unique<StateChange>(
        preparation_.coming_or(state_), pushed, text, [this](const PlanState& state) { preparation_.begin({state}); },
        std::move(key));
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
    changes_.drop();  // the file replaces what they would lead to
    preparation_.finish();
    // A file without notes, such as a model, takes none away: those of the open plan stay.
    const bool keeps_annotations = has_same_notes(state, {});
    if (keeps_annotations) {
        static_cast<PlanNotes&>(state) = {state_.pinned_notes, without_frames(state_.bookmarks)};
        move_annotations(state, *state_.problem);
    }
    const bool is_all_of_file = !keeps_annotations || has_same_notes(state, {});
    // What a reload brings is saved only if it read the plan's own file, and not the source of the plan.
    const bool is_saved = path == path_ && is_all_of_file;
    emit superseded();
    push(state, tr("Reload"), true);
    if (is_saved) {
        undo_stack_.setClean();
    }
}

void OpenPlan::show_file(PreparedPlan file, const QString& path, bool is_saved) {
    changes_.drop();
    preparation_.drop();
    Shown::drop_preview(*this);
    emit superseded();
    show(Shown::of(std::move(file), path, {}), true);
    undo_stack_.clear();
    pushed_.reset();
    // An empty history that counted as unsaved, as after a recovery, stays so when it is cleared.
    is_saved ? undo_stack_.setClean() : undo_stack_.resetClean();
}

void OpenPlan::adopt(Plan plan, const QString& text, Adoption adoption) {
    const auto act = [this, made = std::make_shared<Plan>(std::move(plan)), text, adoption, seen = state_.problem] {
        if (state_.problem != seen) {
            return;  // an edit has superseded the run
        }
        if (has_segment_regions(*state_.problem)) {
            emit changes_.planned_beside(made);
            return;
        }
        PlanState state = state_of_same_file(state_);
        state.hand_edits = after_planning(std::move(state.hand_edits));
        // An equal problem stays the same object, so that views keep their state for it.
        if (!adoption.is_same_problem && made->problem != *state_.problem) {
            state.problem = freed_apart(std::move(made->problem));
            move_annotations(state, *state_.problem);
        }
        if (state.problem->buffers.size() == state_.problem->buffers.size() &&
            state.problem->regions.size() == state_.problem->regions.size()) {
            state.own_layout = state_.own_layout && state_.edits.empty() ? state_.own_layout : without_preview().layout;
        }
        state.layout = freed_apart(std::move(made->result.layout));
        state.provenance = std::move(made->provenance);
        static_cast<PlannerFacts&>(state) = facts_of(*made);
        if (made->trace) {
            state.trace = std::make_shared<const Trace>(std::move(*made->trace));
            state.frame = state.trace->result;
        }
        emit superseded();
        const bool is_first = adoption.replaces_first && is_unchanged(undo_stack_);
        if (!is_first && !is_unplanned_file(undo_stack_, state_, *without_preview().layout) &&
            !is_saved_as(state, state_, *without_preview().layout)) {
            push(state, text);
            return;
        }
        // The file has no plan, or the run has found the same one. So nothing changed that could be saved, and the
        // result is not an undo step of its own.
        preparation_.begin({state});
        if (pushed_ && undo_stack_.index() == undo_stack_.count()) {
            *pushed_ = std::move(state);
        }
    };
    changes_.then(act, true);
}

void OpenPlan::change(PlanChange change) {
    const auto take = [this, text = std::move(change.text), failed = std::move(change.failed),
                       told = std::move(change.made)](Expected<std::optional<MadeEdit>> made) {
        if (!made) {
            failed ? failed(made.error()) : emit changes_.failed(made.error());
            return;
        }
        if (!*made) {
            return;
        }
        const MadeEdit& edit = **made;
        const PlanState before = state_;
        if (edit.supersedes) {
            emit superseded();
        }
        push(edit.state, text(edit), false, edit.key, edit.select);
        if (told) {
            told(before, edit.state);
        }
    };
    changes_.begin({std::move(change.make), take, change.needs_shown, change.is_quick});
}

void OpenPlan::move_buffers(std::vector<Edit> edits, const EditTitle& title) {
    const bool are_few = edits.size() <= most_handled_at_once && state_.edits.size() <= most_handled_at_once;
    change({[edits = std::move(edits), seen = state_.problem, is_nudge = title.is_nudge](const EditBase& base) {
                return moved_state(base, edits_in(edits, seen, base.state.problem), is_nudge);
            },
            title.text_of(), false, are_few});
}

void OpenPlan::annotate(std::vector<PinnedNote> notes, std::vector<Bookmark> bookmarks, const QString& text) {
    auto after = std::make_shared<PlanState>(state_);
    static_cast<PlanNotes&>(*after) = {std::move(notes), std::move(bookmarks)};
    if (has_same_notes(*after, state_)) {
        return;
    }
    if (changes_.is_changing()) {
        change({[seen = state_, after](const EditBase& base) {
                    return Expected<std::optional<MadeEdit>>(annotated_state(base, seen, *after));
                },
                [text](const MadeEdit&) { return text; }});
        return;
    }
    const auto show_annotations = [this](const PlanState& state) {
        if (preparation_.is_running()) {
            PlanState coming = preparation_.coming_or(state_);
            static_cast<PlanNotes&>(coming) = state;
            preparation_.begin({coming});
            return;
        }
        PlanNotes other = state;
        const auto exchange = [this, &other]() noexcept { std::swap(static_cast<PlanNotes&>(state_), other); };
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
    changes_.then([this, frame, of = preparation_.coming_or(state_).trace] {
        const PlanState& now = preparation_.coming_or(state_);
        const bool is_shown =
            frame == now.frame && now.edits.empty() && (!is_previewing() || preparation_.is_running());
        if (!now.trace || now.trace != of || is_shown) {
            return;
        }
        PlanState after = now;
        after.frame = frame;
        after.edits = {};
        if (now.edits.empty()) {
            preparation_.begin({after});
        } else {
            push(after, tr("Iteration"));
        }
    });
}

void OpenPlan::show_preview(const std::shared_ptr<const BestSoFar>& best, bool is_paused) {
    if (!best) {
        if (is_previewing()) {
            show(Shown::of({state_, replay_, behind_preview_, {}, {}}, path_, selection_.state()));
        }
        return;
    }
    if (changes_.is_changing() || best->layout.placements.size() != state_.problem->buffers.size() ||
        has_segment_regions(*state_.problem)) {
        return;
    }
    ShownPlan preview = unjudged_plan(state_.problem, {best, &best->layout}, {best, &best->risks}, without_preview(),
                                      {best, &best->figures});
    preview.is_preview = true;
    preview.is_paused = is_paused;
    preview.order = best->order;
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
    changes_.drop();
    preparation_.drop();
    Shown::drop_preview(*this);
    emit superseded();
    undo_stack_.clear();
    undo_stack_.setClean();
    pushed_.reset();
    Shown nothing;
    nothing.exchange(*this);
    emit closed();
}

}  // namespace arenascope

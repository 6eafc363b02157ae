#include "app/session/following.h"

#include <algorithm>
#include <utility>

#include "core/base/error/out_of_memory.h"
#include "core/trace/trace_player.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {
namespace {

constexpr int turn_milliseconds = 50;
/// Reading for longer would make a stop late.
constexpr qint64 longest_turn = 100;
/// Growing takes this part of the time at most.
constexpr int rest_of_growth = 3;

/// The step that ends after this one; none(): there is none.
FrameIndex next_end(const Trace& trace, FrameIndex frame) {
    const FrameIndex parent = trace.frames[frame].parent;
    const auto& siblings = parent == FrameIndex::none() ? trace.roots : trace.frames[parent].children;
    const auto next = std::upper_bound(siblings.begin(), siblings.end(), frame);
    if (next == siblings.end()) {
        return parent;
    }
    FrameIndex first = *next;
    while (!trace.frames[first].children.empty()) {
        first = trace.frames[first].children.front();
    }
    return first;
}

/// The first step that ends; none(): there is none.
FrameIndex first_end(const Trace& trace) {
    FrameIndex first = trace.roots.empty() ? FrameIndex::none() : trace.roots.front();
    while (first != FrameIndex::none() && !trace.frames[first].children.empty()) {
        first = trace.frames[first].children.front();
    }
    return first;
}

/// The same step in the trace of the same run, which was read further. A recorder that reached its limit has removed
/// steps; then it is the one before.
FrameIndex in_longer_run(const Trace& before, FrameIndex frame, const Trace& now) {
    if (frame == FrameIndex::none() || now.frames.empty()) {
        return FrameIndex::none();
    }
    const Frame& old = before.frames[frame];
    const std::size_t last = std::min<std::size_t>(frame.value(), now.frames.size() - 1);
    const Frame& there = now.frames[last];
    if (there.kind == old.kind && there.parent == old.parent && there.note == old.note && there.work >= old.work) {
        return FrameIndex(last);
    }
    std::size_t found = last;
    while (found > 0 && (now.frames[found].work > old.work || now.frames[found].kind != old.kind)) {
        --found;
    }
    return FrameIndex(found);
}

FrameIndex newest_step(const Trace& trace) {
    const std::vector<FrameIndex> chiefs = chief_frames(trace);
    return chiefs.empty() ? trace.result : chiefs.back();
}

/// Whether a step had not ended when the trace was made. `is_whole`: the trace has the end of the run.
bool is_open_step(const Trace& trace, bool is_whole, FrameIndex frame) {
    if (is_whole || trace.roots.empty()) {
        return false;
    }
    for (FrameIndex at = trace.roots.back(); trace.frames[at].goal == Goal::stopped;) {
        if (at == frame) {
            return true;
        }
        if (trace.frames[at].children.empty()) {
            return false;
        }
        at = trace.frames[at].children.back();
    }
    return false;
}

/// The step that has ended last.
FrameIndex last_whole_step(const Trace& trace, bool is_whole) {
    FrameIndex last = trace.roots.empty() ? FrameIndex::none() : trace.roots.back();
    while (last != FrameIndex::none() && is_open_step(trace, is_whole, last) && !trace.frames[last].children.empty()) {
        last = trace.frames[last].children.back();
    }
    return last;
}

/// The first hit that ends after `passed`; none(): there is none.
FrameIndex next_stop(const Trace& trace, bool is_whole, const std::shared_ptr<const RunFindings>& findings,
                     FrameIndex passed) {
    if (!findings || findings->hits.empty()) {
        return FrameIndex::none();
    }
    const FrameIndex hit =
        passed == FrameIndex::none() ? findings->hits.front().frame : next_hit(trace, findings->hits, passed);
    return hit != FrameIndex::none() && is_open_step(trace, is_whole, hit) ? FrameIndex::none() : hit;
}

bool stops_somewhere(const std::vector<Breakpoint>& breakpoints) {
    return std::ranges::any_of(
        breakpoints, [](const Breakpoint& each) { return each.is_enabled && each.action == Breakpoint::Action::stop; });
}

/// Shows a longer trace of the run that is shown. It is no change of the user: the undo history begins anew, because
/// each of its states would keep a trace.
void extend_run(OpenPlan& plan, PlanVersion longer, std::vector<std::string> notes) {
    PlanState state = plan.state();
    static_cast<PlanVersion&>(state) = std::move(longer);
    state.notes = std::move(notes);
    if (QUndoStack& changes = *plan.undo_stack(); changes.count() > 0) {
        const bool is_clean = changes.isClean();
        changes.clear();
        is_clean ? changes.setClean() : changes.resetClean();
    }
    plan.preparation().begin({std::move(state)});
}

}  // namespace

Following::Following(OpenPlan& plan, Debugging& debugging, QObject* parent)
    : QObject(parent), plan_(plan), debugging_(debugging) {
    turns_.setInterval(turn_milliseconds);
    connect(&turns_, &QTimer::timeout, this, &Following::read);
    connect(&plan_, &OpenPlan::superseded, this, [this] {
        if (is_shown() && !is_showing_) {
            stop();
        }
    });
    connect(&plan_, &OpenPlan::closed, this, &Following::stop);
    connect(&plan_, &OpenPlan::layout_changed, this, [this] {
        if (is_active()) {
            emit changed();
        }
    });
    connect(&debugging_, &Debugging::findings_changed, this, &Following::take_findings);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this] {
        fail(out_of_memory(tr("to follow the recording").toStdString(), tr("close other programs").toStdString()));
    });
}

void Following::start(const QString& path) {
    stop();
    path_ = path;
    turns_.start();
    read();
    emit changed();
}

void Following::stop() {
    if (is_active()) {
        forget();
        emit changed();
    }
}

void Following::forget() {
    reading_.abandon();
    turns_.stop();
    path_.clear();
    recording_.reset();
    trace_.reset();
    end_.reset();
    error_.reset();
    main_steps_ = steps_ = shown_main_steps_ = shown_steps_ = 0;
    passed_ = FrameIndex::none();
    is_whole_ = is_stepping_ = is_at_end_ = is_searched_ = false;
    rest_ = 0;
    pause_.reset();
}

bool Following::can_grow() const {
    const PlanState& state = plan_.state();
    return state.trace == trace_ && state.edits.empty() && state.hand_edits.empty() && !plan_.is_previewing() &&
           !plan_.preparation().is_running() && !plan_.changes().is_busy();
}

bool Following::wants_growth() const {
    if (!is_shown()) {
        return true;
    }
    return !is_whole_ && (!pause_ || is_stepping_) && is_searched_ && can_grow() && since_growth_.elapsed() >= rest_;
}

void Following::read() {
    const bool has_more = !end_ && !error_;
    if (reading_.is_running() || (!has_more && !wants_growth())) {
        end_if_all_is_shown();
        return;
    }
    reading_.start(
        [recording = recording_, path = path_.toStdString(), more = has_more, wants = wants_growth(),
         shown = shown_steps_, is_first = !is_shown(), is_due = !has_more]() mutable {
            std::pair<std::shared_ptr<FollowedRecording>, Piece> read{std::move(recording), {}};
            auto& [source, piece] = read;
            if (!source) {
                auto opened = FollowedRecording::open(path);
                if (!opened) {
                    piece.state = tl::unexpected(opened.error());
                    return read;
                }
                source = std::make_shared<FollowedRecording>(std::move(*opened));
            }
            QElapsedTimer turn;
            turn.start();
            while (more) {
                piece.state = source->read();
                more = piece.state && *piece.state == TailState::more && turn.elapsed() < longest_turn;
            }
            piece.main_steps = source->main_steps();
            piece.steps = source->steps();
            const bool is_last =
                is_due || !piece.state || *piece.state == TailState::ended || *piece.state == TailState::abandoned;
            if (wants && (piece.steps > shown || (is_last && piece.state))) {
                auto document = source->document();
                if (!document) {
                    piece.state = tl::unexpected(document.error());
                } else if (is_first) {
                    piece.prepared = std::make_shared<PreparedPlan>(
                        prepared(state_of(std::move(*document), QString::fromStdString(path), {}), FormerPlan()));
                } else {
                    piece.document = std::make_shared<Document>(std::move(*document));
                }
            }
            return read;
        },
        [this](std::pair<std::shared_ptr<FollowedRecording>, Piece> read) {
            recording_ = std::move(read.first);
            take(std::move(read.second));
        },
        1);
}

void Following::take(Piece piece) {
    if (!piece.state) {
        error_ = error_ ? error_ : piece.state.error();
    } else if (*piece.state == TailState::ended || *piece.state == TailState::abandoned) {
        end_ = *piece.state == TailState::ended;
    }
    const bool is_changed = piece.main_steps != main_steps_ || piece.prepared || piece.document;
    main_steps_ = std::max(main_steps_, piece.main_steps);
    steps_ = std::max(steps_, piece.steps);
    if (piece.prepared) {
        show_first(std::move(piece));
    } else if (piece.document && can_grow()) {
        shown_steps_ = piece.steps;
        shown_main_steps_ = piece.main_steps;
        is_whole_ = end_ || error_;
        grow(std::move(*piece.document));
    }
    if (is_active() && is_changed) {
        emit changed();
    }
    end_if_all_is_shown();
}

void Following::show_first(Piece piece) {
    if (may_replace_ && !may_replace_()) {
        stop();
        return;
    }
    since_growth_.start();
    shown_steps_ = piece.steps;
    shown_main_steps_ = piece.main_steps;
    is_whole_ = end_ || error_;
    trace_ = piece.prepared->state.trace;
    is_searched_ = false;
    is_showing_ = true;
    const Expected<void> shown =
        within_memory(tr("to show it").toStdString(), tr("close other programs").toStdString(), [&] {
            plan_.show_file(std::move(*piece.prepared), path_);
            return Expected<void>();
        });
    is_showing_ = false;
    is_at_end_ = true;
    kept_frame_ = plan_.state().frame;
    if (!shown) {
        fail(shown.error());
    }
}

void Following::grow(Document document) {
    since_growth_.start();
    const auto before = trace_;
    const PlanState& state = plan_.state();
    const bool was_newest = is_at_end_ || state.frame == newest_step(*before);
    const std::size_t buffers = state.problem->buffers.size();
    auto trace = released_apart(std::move(*document.trace), buffers);
    FrameIndex frame = in_longer_run(*before, state.frame, *trace);
    passed_ = in_longer_run(*before, passed_, *trace);
    is_at_end_ = was_newest && !pause_;
    if (is_at_end_ && !stops_somewhere(debugging_.breakpoints())) {
        frame = newest_step(*trace);
    }
    kept_frame_ = frame;
    trace_ = trace;
    is_searched_ = false;
    rest_ = 0;
    is_showing_ = true;
    const Expected<void> shown =
        within_memory(tr("to show it").toStdString(), tr("close other programs").toStdString(), [&] {
            PlanVersion longer = plan_.state();
            longer.trace = std::move(trace);
            longer.layout = released_apart(std::move(document.layout), buffers);
            longer.frame = frame;
            extend_run(plan_, std::move(longer), std::move(document.notes));
            return Expected<void>();
        });
    is_showing_ = false;
    if (!shown) {
        fail(shown.error());
    }
}

void Following::take_findings() {
    // The findings of another trace were dropped when it was shown, so these are of the shown one.
    if (!is_shown() || plan_.state().trace != trace_ || debugging_.is_searching() || is_searched_) {
        return;
    }
    is_searched_ = true;
    rest_ = rest_ == 0 ? rest_of_growth * since_growth_.elapsed() : rest_;
    if (pause_) {
        if (is_stepping_) {
            step();
        }
        return;
    }
    if (const FrameIndex hit = next_stop(*trace_, is_whole_, debugging_.findings(), passed_);
        hit != FrameIndex::none()) {
        const auto& findings = *debugging_.findings();
        const auto found = std::ranges::find(findings.hits, hit, &StepHit::frame);
        const std::size_t breakpoint =
            findings.breakpoint_of_hit[static_cast<std::size_t>(found - findings.hits.begin())];
        pause_at(hit, debugging_.breakpoints()[breakpoint].condition);
        return;
    }
    passed_ = last_whole_step(*trace_, is_whole_);
    if (std::exchange(is_at_end_, false) && plan_.state().frame == kept_frame_) {
        go_to(newest_step(*trace_));
    }
}

void Following::go_to(FrameIndex frame) {
    if (plan_.state().frame != frame && plan_.state().trace == trace_) {
        plan_.show_frame(frame);
    }
}

void Following::pause_at(FrameIndex frame, std::string condition) {
    passed_ = frame;
    is_at_end_ = false;
    is_stepping_ = false;
    pause_ =
        FollowPause{debugging_.findings() ? debugging_.findings()->paths[frame] : std::string(), std::move(condition)};
    go_to(frame);
    emit changed();
}

void Following::resume() {
    if (!pause_) {
        return;
    }
    pause_.reset();
    is_stepping_ = false;
    is_at_end_ = true;
    kept_frame_ = plan_.state().frame;
    // Others may have been hit in what is shown already.
    is_searched_ = false;
    take_findings();
    emit changed();
    end_if_all_is_shown();
}

void Following::step() {
    if (!pause_ || plan_.state().trace != trace_) {
        return;
    }
    FrameIndex next = passed_ == FrameIndex::none() ? first_end(*trace_) : next_end(*trace_, passed_);
    while (next != FrameIndex::none() && !is_open_step(*trace_, is_whole_, next) &&
           trace_->frames[next].kind == FrameKind::pass) {
        next = next_end(*trace_, next);
    }
    if (next != FrameIndex::none() && !is_open_step(*trace_, is_whole_, next)) {
        pause_at(next, {});
    } else if (is_whole_) {
        resume();
    } else {
        is_stepping_ = true;
    }
}

std::uint64_t Following::waiting_steps() const {
    if (!is_shown() || plan_.replay() == nullptr || plan_.state().trace != trace_) {
        return main_steps_;
    }
    const auto shown = static_cast<std::uint64_t>(plan_.replay()->chief_steps().size());
    const auto position = static_cast<std::uint64_t>(plan_.replay()->chief_position(plan_.state().frame) + 1);
    return main_steps_ - shown_main_steps_ + (shown - std::min(shown, position));
}

void Following::end_if_all_is_shown() {
    if (!is_active()) {
        return;
    }
    if (error_ && (!is_shown() || is_whole_ || steps_ == shown_steps_) && !pause_) {
        fail(*error_);
    } else if (end_ && is_shown() && is_whole_ && is_searched_ && !pause_) {
        const QString path = path_;
        const std::uint64_t count = main_steps_;
        const bool is_closed = *end_;
        forget();
        emit changed();
        emit ended(path, count, is_closed);
    }
}

void Following::fail(const Error& error) {
    const Error told = error;
    const QString path = path_;
    forget();
    emit changed();
    emit failed(told, path);
}

}  // namespace arenascope

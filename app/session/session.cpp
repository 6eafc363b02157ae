#include "app/session/session.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>

#include "app/session/state_change.h"
#include "core/error/out_of_memory.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

/// So many buffers are checked and explained within a few milliseconds: a detour over another thread would only
/// flicker.
constexpr std::size_t judged_at_once = 20'000;

/// What lies elsewhere in `after` than in `before`, among what is placed in both.
std::vector<Move> moves_between(const Layout& before, const Layout& after) {
    std::vector<Move> moves;
    const std::size_t count = std::min(before.placements.size(), after.placements.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto& from = before.placements[i];
        const auto& to = after.placements[i];
        if (from && to && from != to) {
            moves.push_back({BufferIndex(i), from->offset, to->offset});
        }
    }
    return moves;
}

/// Reads a file; what it is imported with stands in its report.
Expected<Document> read_model(const std::string& path, const std::vector<KeyValue>& switches,
                              const ReadProgress& progress) {
    const auto options = import_options(switches);
    if (!options) {
        return tl::unexpected(options.error());
    }
    auto document = read_document(path, *options, progress);
    if (document && document->import) {
        document->import->switches = switches;
    }
    return document;
}

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
    const auto tell = [this](BackgroundTask& task, const QString& action) {
        connect(&task, &BackgroundTask::ran_out_of_memory, this, [this, action] {
            emit judging_failed(out_of_memory(action.toStdString(), tr("close other programs").toStdString()));
        });
    };
    tell(checking_, tr("to check the layout"));
    tell(explaining_, tr("to explain the peak"));
    connect(&run_, &PlanRun::progressed, this,
            [this](std::uint64_t, std::uint64_t, Offset, const std::shared_ptr<const BestSoFar>& best) {
                if (best && run_wanted_ && run_followed_) {
                    show_preview(best);
                }
            });
    connect(&run_, &PlanRun::finished, this, [this](const std::shared_ptr<Expected<Plan>>& plan) {
        if (!run_wanted_) {
            return;
        }
        run_wanted_ = false;
        if (!*plan) {
            show_plan_again();
            emit plan_failed(plan->error());
        } else if (!is_complete((*plan)->result.layout) && (*plan)->result.misfits.empty()) {
            show_plan_again();
            emit plan_failed(stopped_too_early());
        } else if (const auto kept = better_peak_than(**plan)) {
            show_plan_again();
            emit plan_kept(*kept, peak((*plan)->problem, (*plan)->result.layout));
        } else {
            adopt(std::move(**plan), tr("Tune"));
        }
    });
}

void Session::open(const QString& path) {
    read(path, {}, false);
}

void Session::reload() {
    import_again(state_.switches);
}

void Session::import_again(const std::vector<KeyValue>& switches) {
    if (!path_.isEmpty()) {
        read(path_, switches, true);
    }
}

void Session::read(const QString& path, const std::vector<KeyValue>& switches, bool reloading) {
    emit opening(path);
    const std::uint64_t number = ++opening_;
    // Called on the reading thread; the application object outlives it, this session may not.
    const auto tell = [self = QPointer<Session>(this), number, told = -1](std::uint64_t done,
                                                                          std::uint64_t total) mutable {
        const int percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
        if (percent == std::exchange(told, percent)) {
            return;
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, number, percent] {
                if (self && self->opening_ == number && self->is_opening()) {
                    emit self->opening_progressed(percent / 100.0);
                }
            },
            Qt::QueuedConnection);
    };
    // Of what reading ends with, only that it can not even be handed over: read_document() gives an error itself.
    reading_.disconnect(this);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this, path, reloading] {
        Error error = out_of_memory(tr("to open it").toStdString(), tr("close other programs").toStdString());
        error.source = path.toStdString();
        emit open_failed(error, reloading);
    });
    reading_.start([name = path.toStdString(), switches, tell] { return read_model(name, switches, tell); },
                   [this, path, switches, reloading](Expected<Document> document) {
                       if (document) {
                           adopt(std::move(*document), path, switches, reloading);
                       } else {
                           emit open_failed(document.error(), reloading);
                       }
                   });
}

void Session::cancel_opening() {
    reading_.abandon();
}

void Session::close() {
    abandon_run();
    reading_.abandon();
    checking_.abandon();
    explaining_.abandon();
    undo_stack_.clear();
    pushed_.reset();
    state_ = {};
    path_.clear();
    player_.reset();
    chief_.clear();
    cut_short_.clear();
    layout_ = {};
    risks_.clear();
    moves_.clear();
    checked_.reset();
    explanation_.reset();
    selection_.clear();
    cursor_.reset();
    emit closed();
}

void Session::adopt(Document document, const QString& path, const std::vector<KeyValue>& switches, bool reloading) {
    PlanState state;
    state.problem = std::make_shared<const Problem>(std::move(document.problem));
    state.layout = std::make_shared<const Layout>(std::move(document.layout));
    state.provenance = std::move(document.provenance);
    if (document.import) {
        state.import = std::make_shared<const ImportReport>(std::move(*document.import));
    }
    state.switches = switches;
    state.notes = std::move(document.notes);
    if (document.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*document.trace));
        state.frame = state.trace->result;
    }
    abandon_run();
    if (reloading) {
        push(state, tr("Reload"));
    } else {
        const Change change = take(state);
        selection_.clear();
        path_ = path;
        undo_stack_.clear();
        pushed_.reset();
        cursor_.reset();
        announce(change);
    }
    undo_stack_.setClean();
    emit opened();
}

void Session::adopt(Plan plan, const QString& text) {
    abandon_run();
    PlanState state;
    // The same problem stays the same object, so that views keep what they know of it.
    state.problem =
        plan.problem == *state_.problem ? state_.problem : std::make_shared<const Problem>(std::move(plan.problem));
    state.layout = std::make_shared<const Layout>(std::move(plan.result.layout));
    state.provenance = std::move(plan.provenance);
    state.import = state_.import;
    state.switches = state_.switches;
    state.notes = state_.notes;
    state.seconds = plan.seconds;
    state.misfits = std::move(plan.result.misfits);
    if (plan.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*plan.trace));
        state.frame = state.trace->result;
    }
    if (!shows_unplanned_file()) {
        push(state, text);
        return;
    }
    // A problem that was planned to be looked at: nothing of the file was changed, so there is nothing to undo but that
    // it was read.
    if (pushed_) {
        *pushed_ = state;
    }
    show_state(state);
}

std::optional<Offset> Session::better_peak_than(const Plan& stopped) const {
    if (stopped.result.reproducible || stopped.problem != *state_.problem) {
        return std::nullopt;
    }
    const Layout& standing = state_.edits.empty() ? *state_.layout : layout_;
    const CheckReport found = check(*state_.problem, standing, 0);
    // What exceeds the capacity is no reason: the lower of two such plans is still the better one.
    if (found.overlap_count > 0 || !found.misaligned.empty() || !found.unplaced.empty()) {
        return std::nullopt;
    }
    const Offset kept = peak(*state_.problem, standing);
    const bool is_better = is_complete(stopped.result.layout) && peak(stopped.problem, stopped.result.layout) < kept;
    return is_better ? std::nullopt : std::optional(kept);
}

bool Session::shows_unplanned_file() const {
    const bool nothing_placed = std::none_of(layout_.placements.begin(), layout_.placements.end(),
                                             [](const auto& placement) { return placement.has_value(); });
    return undo_stack_.isClean() && undo_stack_.index() == undo_stack_.count() && !state_.provenance && nothing_placed;
}

void Session::push(const PlanState& after, const QString& text) {
    pushed_ = std::make_shared<PlanState>(after);
    undo_stack_.push(new StateChange(state_, pushed_, text, [this](const PlanState& state) { show_state(state); }));
}

void Session::plan(const PlanOrder& order) {
    if (has_plan()) {
        run_wanted_ = true;
        run_followed_ = true;
        run_.start(state_.problem, std::make_shared<const Layout>(layout_), order);
    }
}

void Session::show_preview(std::shared_ptr<const BestSoFar> best) {
    if (best->layout.placements.size() != state_.problem->buffers.size()) {
        return;
    }
    preview_ = std::move(best);
    moves_.clear();
    checking_.abandon();
    explaining_.abandon();
    checked_.reset();
    explanation_.reset();
    emit layout_changed();
    emit report_changed();
    emit explanation_changed();
}

void Session::show_plan_again() {
    if (preview_) {
        show_state(PlanState(state_));
    }
}

void Session::abandon_run() {
    run_wanted_ = false;
    preview_.reset();
    run_.cancel();
}

void Session::show_state(const PlanState& state) {
    announce(take(state));
}

Session::Change Session::take(const PlanState& state) {
    PlanState before = state;
    const bool other_trace = state.trace != state_.trace;
    const bool other_problem = state.problem != state_.problem;
    const bool stepped = !other_problem && !other_trace && state.frame != state_.frame;
    std::swap(state_, before);
    // All that takes memory comes before anything else changes.
    std::unique_ptr<TracePlayer> player;
    std::vector<FrameIndex> chief;
    std::vector<bool> cut_short;
    std::vector<BufferIndex> selection;
    ShownLayout shown;
    try {
        if (other_trace && state_.trace) {
            player = std::make_unique<TracePlayer>(*state_.trace);
            chief = chief_frames(*state_.trace);
            cut_short = cut_short_frames(*state_.trace);
        }
        selection = other_problem && before.problem ? selection_by_name(*before.problem) : selection_;
        shown = shown_layout(other_trace ? player.get() : player_.get(), other_trace ? cut_short : cut_short_);
    } catch (...) {
        std::swap(state_, before);
        throw;
    }
    preview_.reset();
    run_followed_ = false;
    if (other_trace) {
        player_ = std::move(player);
        chief_ = std::move(chief);
        cut_short_ = std::move(cut_short);
    }
    selection_ = std::move(selection);
    layout_ = std::move(shown.layout);
    risks_ = std::move(shown.risks);
    moves_ = std::move(shown.moves);
    checked_.reset();
    explanation_.reset();
    if (!stepped) {
        // Moves tell one step of a run from the next; between two runs nearly everything has moved, and an edit is no
        // step.
        moves_.clear();
    }
    return {other_problem, other_trace};
}

void Session::announce(Change change) {
    if (change.problem || change.trace) {
        emit plan_changed();
    }
    emit layout_changed();
    check_now();
    explain();
    if (change.problem) {
        emit selection_changed();
    }
}

std::vector<BufferIndex> Session::selection_by_name(const Problem& before) const {
    std::unordered_map<std::string_view, BufferIndex> now;
    for (std::size_t i = 0; i < state_.problem->buffers.size(); ++i) {
        now.emplace(state_.problem->buffers[i].name, BufferIndex(i));
    }
    std::vector<BufferIndex> kept;
    for (const BufferIndex buffer : selection_) {
        if (const auto found = now.find(before.buffers[buffer.value()].name); found != now.end()) {
            kept.push_back(found->second);
        }
    }
    return kept;
}

Session::ShownLayout Session::shown_layout(TracePlayer* player, const std::vector<bool>& cut_short) const {
    ShownLayout shown;
    bool recorded_risks = false;
    if (player != nullptr && state_.frame != FrameIndex::none()) {
        player->go_to(state_.frame);
        Layout at_frame = player->layout(*state_.problem);
        share_as(at_frame, *state_.layout);
        shown.layout = edited_layout(state_, std::move(at_frame));
        recorded_risks = state_.edits.empty() && !cut_short[state_.frame.value()] &&
                         state_.trace->frames[state_.frame.value()].kind == FrameKind::iteration;
    } else {
        shown.layout = edited_layout(state_, *state_.layout);
    }
    shown.risks = recorded_risks ? player->risks() : classify(*state_.problem, shown.layout);
    if (layout_.placements.size() == shown.layout.placements.size()) {
        shown.moves = moves_between(layout_, shown.layout);
    }
    return shown;
}

int Session::chief_position() const {
    if (!state_.trace) {
        return -1;
    }
    for (FrameIndex frame = state_.frame; frame != FrameIndex::none();
         frame = state_.trace->frames[frame.value()].parent) {
        const auto found = std::lower_bound(chief_.begin(), chief_.end(), frame);
        if (found != chief_.end() && *found == frame) {
            return static_cast<int>(found - chief_.begin());
        }
    }
    return -1;
}

bool Session::is_under_way() const {
    const bool is_step = state_.trace && !preview_ && state_.frame != FrameIndex::none() && state_.edits.empty();
    return is_step && !is_complete(layout_) && is_complete(*state_.layout);
}

const Frame* Session::placement_shown() const {
    if (!state_.trace || preview_ || state_.frame == FrameIndex::none()) {
        return nullptr;
    }
    const Frame& frame = state_.trace->frames[state_.frame.value()];
    return frame.kind == FrameKind::placement ? &frame : nullptr;
}

void Session::show_frame(FrameIndex frame) {
    if (!state_.trace || (frame == state_.frame && state_.edits.empty() && !preview_)) {
        return;
    }
    PlanState after = state_;
    after.frame = frame;
    after.edits.clear();
    if (state_.edits.empty()) {
        show_state(after);
    } else {
        push(after, tr("Step"));
    }
}

void Session::show_chief_step(int position) {
    if (position >= 0 && position < static_cast<int>(chief_.size())) {
        show_frame(chief_[static_cast<std::size_t>(position)]);
    }
}

void Session::move_buffer(BufferIndex buffer, Placement placement) {
    if (layout().placements[buffer.value()] == placement) {
        return;
    }
    PlanState after = state_;
    after.edits.push_back({buffer, placement});
    push(after, tr("Move %1").arg(visible_text(state_.problem->buffers[buffer.value()].name)));
}

void Session::describe(Problem problem, const QString& text) {
    PlanState after;
    after.problem = std::make_shared<const Problem>(std::move(problem));
    Layout same = layout_;
    if (after.problem->graph != state_.problem->graph) {
        // They stand for operators of the graph that was.
        same.removed.clear();
        same.copies.clear();
    }
    after.layout = std::make_shared<const Layout>(std::move(same));
    after.provenance = state_.provenance;
    after.import = state_.import;
    after.switches = state_.switches;
    after.notes = state_.notes;
    abandon_run();
    push(after, text);
}

template <class Verdict, class Find>
void Session::judge(BackgroundTask& task, std::optional<Verdict>& verdict, Find find, void (Session::*changed)()) {
    task.abandon();
    if (state_.problem->buffers.size() <= judged_at_once) {
        verdict = find(*state_.problem, layout_);
        (this->*changed)();
        return;
    }
    verdict.reset();
    (this->*changed)();
    task.start([problem = state_.problem, layout = layout_, find] { return find(*problem, layout); },
               [this, &verdict, changed](Verdict found) {
                   verdict = std::move(found);
                   (this->*changed)();
               });
}

void Session::check_now() {
    if (!has_plan() || is_previewing()) {
        return;
    }
    judge(
        checking_, checked_,
        [](const Problem& problem, const Layout& layout) {
            Checked found{check(problem, layout), {}};
            if (found.report.overlap_count > 0) {
                found.overlap_areas = arenascope::overlap_areas(problem, layout);
            }
            return found;
        },
        &Session::report_changed);
}

void Session::explain() {
    const auto region = explained_region_ && explained_region_->value() < state_.problem->regions.size()
                            ? explained_region_
                            : std::nullopt;
    judge(
        explaining_, explanation_,
        [region](const Problem& problem, const Layout& layout) { return explain_peak(problem, layout, region); },
        &Session::explanation_changed);
}

void Session::explain_region(std::optional<RegionIndex> region) {
    if (region != explained_region_) {
        explained_region_ = region;
        if (has_plan() && !is_previewing()) {
            explain();
        }
    }
}

void Session::select(const std::vector<BufferIndex>& selection) {
    if (selection != selection_) {
        selection_ = selection;
        emit selection_changed();
    }
}

void Session::set_cursor(std::optional<Step> step) {
    if (step != cursor_) {
        cursor_ = step;
        emit cursor_changed();
    }
}

Expected<void> Session::save_layout(const QString& path) {
    auto written = write_document(path.toStdString(), *state_.problem, layout(),
                                  is_previewing() ? std::nullopt : state_.provenance);
    if (written && !is_previewing()) {
        undo_stack_.setClean();
    }
    return written;
}

Expected<void> Session::save_trace(const QString& path) const {
    if (!state_.trace) {
        return failure(tr("there is no trace").toStdString(), tr("tune first").toStdString());
    }
    return write_trace(path.toStdString(), *state_.problem, *state_.layout, *state_.trace);
}

}  // namespace arenascope

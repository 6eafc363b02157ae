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
    const auto tell = [this](BackgroundTask& task, bool& failed, void (Session::*changed)(), const QString& action) {
        connect(&task, &BackgroundTask::ran_out_of_memory, this, [this, &failed, changed, action] {
            failed = true;
            (this->*changed)();
            emit judging_failed(out_of_memory(action.toStdString(), tr("close other programs").toStdString()));
        });
    };
    tell(checking_, check_failed_, &Session::report_changed, tr("to check the layout"));
    tell(explaining_, explanation_failed_, &Session::explanation_changed, tr("to explain the peak"));
    connect(&run_, &PlanRun::progressed, this,
            [this](std::uint64_t, std::uint64_t, Offset, const std::shared_ptr<const BestSoFar>& best) {
                if (!best || !run_wanted_ || !run_followed_) {
                    return;
                }
                const bool is_shown = within_memory({}, {}, [&] {
                                          show_preview(best);
                                          return Expected<void>();
                                      }).has_value();
                if (!is_shown) {
                    show_plan_again();  // the run goes on unseen
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
            adopt_finished(std::move(**plan));
        }
    });
}

void Session::adopt_finished(Plan plan) {
    const Expected<void> adopted =
        within_memory(tr("to show the result").toStdString(), tr("close other programs").toStdString(), [&] {
            adopt(std::move(plan), tr("Tune"));
            return Expected<void>();
        });
    if (!adopted) {
        show_plan_again();
        emit plan_failed(adopted.error());
    }
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
                       if (!document) {
                           emit open_failed(document.error(), reloading);
                           return;
                       }
                       const Expected<void> adopted =
                           within_memory(tr("to show it").toStdString(), tr("close other programs").toStdString(), [&] {
                               adopt(std::move(*document), path, switches, reloading);
                               return Expected<void>();
                           });
                       if (!adopted) {
                           Error error = adopted.error();
                           error.source = path.toStdString();
                           emit open_failed(error, reloading);
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
    Shown nothing;
    exchange(nothing);
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
    state.left_out = document.left_out;
    if (document.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*document.trace));
        state.frame = state.trace->result;
    }
    if (reloading) {
        abandon_run();
        push(state, tr("Reload"), true);
    } else {
        Shown next = shown_by(state);
        next.path = path;
        next.selection.clear();
        next.cursor.reset();
        abandon_run();
        show(std::move(next), true);
        undo_stack_.clear();
        pushed_.reset();
    }
    undo_stack_.setClean();
}

void Session::adopt(Plan plan, const QString& text) {
    PlanState state;
    // The same problem stays the same object, so that views keep what they know of it.
    state.problem =
        plan.problem == *state_.problem ? state_.problem : std::make_shared<const Problem>(std::move(plan.problem));
    state.layout = std::make_shared<const Layout>(std::move(plan.result.layout));
    state.provenance = std::move(plan.provenance);
    state.import = state_.import;
    state.switches = state_.switches;
    state.notes = state_.notes;
    state.left_out = state_.left_out;
    state.seconds = plan.seconds;
    state.misfits = std::move(plan.result.misfits);
    if (plan.trace) {
        state.trace = std::make_shared<const Trace>(std::move(*plan.trace));
        state.frame = state.trace->result;
    }
    // What was previewed is not what the file holds.
    abandon_run();
    if (!shows_unplanned_file()) {
        push(state, text);
        return;
    }
    // A problem that was planned to be looked at: nothing of the file was changed, so there is nothing to undo but that
    // it was read.
    show_state(state);
    if (pushed_) {
        *pushed_ = std::move(state);
    }
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

void Session::push(const PlanState& after, const QString& text, bool of_file) {
    auto pushed = std::make_shared<PlanState>(after);
    auto change =
        std::make_unique<StateChange>(state_, pushed, text, [this](const PlanState& state) { show_state(state); });
    show(shown_by(after), of_file);
    pushed_ = std::move(pushed);
    undo_stack_.push(change.release());
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
    check_failed_ = false;
    explanation_failed_ = false;
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

const std::vector<FrameIndex>& Session::chief_steps() const {
    static const std::vector<FrameIndex> none;
    return replay_ ? replay_->chief : none;
}

int Session::chief_position() const {
    if (!state_.trace) {
        return -1;
    }
    const std::vector<FrameIndex>& chief = chief_steps();
    for (FrameIndex frame = state_.frame; frame != FrameIndex::none();
         frame = state_.trace->frames[frame.value()].parent) {
        const auto found = std::lower_bound(chief.begin(), chief.end(), frame);
        if (found != chief.end() && *found == frame) {
            return static_cast<int>(found - chief.begin());
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
    if (position >= 0 && position < static_cast<int>(chief_steps().size())) {
        show_frame(chief_steps()[static_cast<std::size_t>(position)]);
    }
}

void Session::move_buffer(BufferIndex buffer, Placement placement) {
    if (layout().placements[buffer.value()] == placement) {
        return;
    }
    PlanState after = state_;
    after.edits.push_back({buffer, placement});
    push(after,
         tr("Move %1").arg(in_a_menu(QString::fromStdString(shown(state_.problem->buffers[buffer.value()].name)))));
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
    after.left_out = state_.left_out;
    abandon_run();
    push(after, text);
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

#include "app/window/debug/history_views.h"

#include <chrono>
#include <utility>

#include <QDockWidget>

#include "core/analysis/debugging/recorded_step.h"
#include "core/analysis/debugging/step_history.h"
#include "core/model/memory/short_names.h"
#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/plots/buffer_history/buffer_history_view.h"

namespace arenascope {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);

/// A run that another thread reads.
struct SharedRun {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Layout> result;
    ShortNames names;

    [[nodiscard]] RecordedRun run() const { return {problem.get(), trace.get(), result.get()}; }
};

SharedRun run_of(const PlanState& state) {
    return {state.problem, state.trace, state.layout, shown_rule(state.problem)};
}

/// The moments of a run with the words of their steps.
class MomentWords {
public:
    explicit MomentWords(const SharedRun& run) : run_(run), paths_(frame_paths(*run.trace)) {}

    [[nodiscard]] HistoryMoment at(FrameIndex index) const {
        const Frame& frame = run_.trace->frames[index];
        HistoryMoment moment;
        moment.frame = index;
        moment.step = visible_text(paths_[index]);
        moment.reason = visible_text(reason_text(frame.note, frame.goal));
        return moment;
    }

    [[nodiscard]] QString name(BufferIndex buffer) const {
        return buffer == BufferIndex::none() ? QString() : visible_text(run_.names(run_.problem->buffers[buffer].name));
    }

private:
    const SharedRun& run_;
    IndexedVector<FrameIndex, std::string> paths_;
};

std::vector<HistoryMoment> moments_of_buffer(const SharedRun& run, BufferIndex buffer) {
    const MomentWords words(run);
    std::vector<HistoryMoment> moments;
    for (const BufferMoment& one : buffer_history(run.run(), buffer)) {
        HistoryMoment& moment = moments.emplace_back(words.at(one.frame));
        moment.offset = one.offset;
        moment.tier = one.tier;
        moment.is_changed = one.is_changed;
    }
    return moments;
}

std::vector<HistoryMoment> moments_of_place(const SharedRun& run, const BytePlace& place) {
    const MomentWords words(run);
    std::vector<HistoryMoment> moments;
    for (const PlaceMoment& one : place_history(run.run(), place)) {
        if (!moments.empty() && moments.back().frame == one.frame) {
            moments.back().holder += QStringLiteral(", ") + words.name(one.buffer);
            continue;
        }
        moments.push_back(words.at(one.frame));
        moments.back().holder = words.name(one.buffer);
    }
    QString before;
    for (HistoryMoment& moment : moments) {
        moment.is_changed = moment.holder != before;
        before = moment.holder;
    }
    return moments;
}

std::vector<HistoryMoment> moments_of_peak(const SharedRun& run) {
    const MomentWords words(run);
    std::vector<HistoryMoment> moments;
    PeakMoment before;
    for (const PeakMoment& one : peak_history(run.run())) {
        HistoryMoment& moment = moments.emplace_back(words.at(one.frame));
        moment.offset = one.peak;
        moment.holder = words.name(one.carrier);
        moment.is_changed = moments.size() == 1 || one.peak != before.peak || one.carrier != before.carrier;
        before = one;
    }
    return moments;
}

}  // namespace

HistoryViews::HistoryViews(const WindowFrame& frame) : WindowPart(frame) {
    waiting_.setSingleShot(true);
    waiting_.setInterval(patience);
    connect(&waiting_, &QTimer::timeout, this, [this] { docks_.history->set_nothing(tr("Reading the run…")); });
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &HistoryViews::show_history);
    for (const auto signal : {&OpenPlan::opened, &OpenPlan::closed}) {
        connect(&session_.plan(), signal, this, [this] {
            place_.reset();
            show_history();
        });
    }
    connect(&session_.selection(), &Selection::changed, this, [this] {
        place_.reset();
        show_history();
    });
    // A dock behind the tab of another one counts as visible, so only this signal tells whether it is in sight.
    connect(docks_.history.dock, &QDockWidget::visibilityChanged, this, [this](bool in_sight) {
        is_in_sight_ = in_sight;
        show_history();
    });
    connect(docks_.history, &BufferHistoryView::frame_chosen, &session_.plan(), &OpenPlan::show_frame);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this] {
        waiting_.stop();
        docks_.history->set_nothing(tr("There is not enough memory to read the run."));
    });
    show_history();
}

std::optional<HistoryViews::Subject> HistoryViews::subject() const {
    const auto& selected = session_.selection().buffers();
    if (place_) {
        return Subject{.kind = HistorySubject::place, .place = place_};
    }
    if (selected.empty()) {
        return Subject{};
    }
    return selected.size() == 1
               ? std::optional(Subject{.kind = HistorySubject::buffer, .buffer = selected.front(), .place = {}})
               : std::nullopt;
}

QString HistoryViews::name_of(const Subject& subject) const {
    if (subject.kind == HistorySubject::buffer) {
        ShownNames names;
        names.set_problem(session_.problem());
        return names(subject.buffer);
    }
    return subject.place
               ? tr("step %1, byte %2")
                     .arg(grouped_text(subject.place->step.value()), grouped_text(subject.place->byte.value()))
               : QString();
}

void HistoryViews::show_history() {
    const PlanState& state = session_.state();
    const auto wanted = subject();
    if (!is_in_sight_ || !state.trace || !wanted) {
        trace_.reset();
        reading_.abandon();
        waiting_.stop();
        docks_.history->set_nothing(!state.trace ? tr("No run is recorded yet. Tune the plan to see how it placed each "
                                                      "buffer.")
                                                 : tr("Select a single buffer to see its history in the run, or none "
                                                      "to see that of the peak."));
        return;
    }
    if (trace_ == state.trace && subject_ == *wanted) {
        show_step();
        return;
    }
    trace_ = state.trace;
    subject_ = *wanted;
    waiting_.start();
    reading_.start(
        [run = run_of(state), subject = *wanted] {
            switch (subject.kind) {
                case HistorySubject::buffer:
                    return moments_of_buffer(run, subject.buffer);
                case HistorySubject::place:
                    return moments_of_place(run, *subject.place);
                case HistorySubject::peak:
                    return moments_of_peak(run);
            }
            return std::vector<HistoryMoment>();
        },
        [this](std::vector<HistoryMoment> moments) {
            waiting_.stop();
            docks_.history->set_history(subject_.kind, name_of(subject_), moments, trace_->threshold);
            show_step();
        });
}

void HistoryViews::show_step() {
    const int position = session_.steps().chief_position();
    const auto& steps = session_.steps().chief_steps();
    docks_.history->set_current(position < 0 ? FrameIndex::none() : steps[static_cast<std::size_t>(position)]);
}

void HistoryViews::show_place(const BytePlace& place) {
    place_ = place;
    docks_.history.bring_to_front();
    show_history();
}

void HistoryViews::go_to_change(const BytePlace& place, bool forward) {
    if (!session_.state().trace) {
        return;
    }
    seeking_.start(
        [run = run_of(session_.state()), place] {
            std::vector<FrameIndex> changes;
            for (const HistoryMoment& moment : moments_of_place(run, place)) {
                if (moment.is_changed) {
                    changes.push_back(moment.frame);
                }
            }
            return changes;
        },
        [this, forward](const std::vector<FrameIndex>& changes) { show_change(changes, forward); });
}

void HistoryViews::show_change(const std::vector<FrameIndex>& changes, bool forward) {
    const auto& steps = session_.steps().chief_steps();
    const int here = session_.steps().chief_position();
    FrameIndex found = FrameIndex::none();
    auto change = changes.begin();  // both lists are in time order
    for (int position = 0; position < static_cast<int>(steps.size()) && change != changes.end(); ++position) {
        if (steps[static_cast<std::size_t>(position)] != *change) {
            continue;
        }
        if (forward ? position > here && found == FrameIndex::none() : position < here) {
            found = *change;  // forwards the first, backwards the last
        }
        ++change;
    }
    if (found == FrameIndex::none()) {
        notices_.inform(forward ? tr("No later step changes who lies here.")
                                : tr("No earlier step changes who lies here."));
    } else {
        session_.plan().show_frame(found);
    }
}

}  // namespace arenascope

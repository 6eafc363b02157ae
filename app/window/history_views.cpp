#include "app/window/history_views.h"

#include <string>
#include <utility>
#include <vector>

#include <QDockWidget>

#include "app/window/window_docks.h"
#include "core/inspection/step_history.h"
#include "core/picture/short_names.h"
#include "widgets/buffer_history/buffer_history_view.h"
#include "widgets/style/shown_names.h"
#include "widgets/style/visible_text.h"

namespace arenascope {

HistoryViews::HistoryViews(Session& session, const WindowDocks& docks, QObject* parent)
    : QObject(parent), session_(session), docks_(docks) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &HistoryViews::show_history);
    connect(&session_.plan(), &OpenPlan::closed, this, &HistoryViews::show_history);
    connect(&session_.selection(), &Selection::changed, this, &HistoryViews::show_history);
    // A dock behind the tab of another one counts as visible, so only this signal tells whether it is in sight.
    connect(docks_.history_dock, &QDockWidget::visibilityChanged, this, [this](bool in_sight) {
        is_in_sight_ = in_sight;
        show_history();
    });
    connect(docks_.history, &BufferHistoryView::frame_chosen, &session_.plan(), &OpenPlan::show_frame);
    show_history();
}

void HistoryViews::show_history() {
    const PlanState& state = session_.state();
    const auto& selected = session_.selection().buffers();
    if (!is_in_sight_ || !state.trace || selected.size() != 1) {
        trace_.reset();
        docks_.history->set_nothing(!state.trace ? tr("No run is recorded yet. Tune the plan to see how it placed each "
                                                      "buffer.")
                                                 : tr("Select a single buffer to see its history in the run."));
        return;
    }
    if (trace_ == state.trace && buffer_ == selected.front()) {
        show_step();
        return;
    }
    if (trace_ != state.trace) {
        paths_ = frame_paths(*state.trace);
    }
    trace_ = state.trace;
    buffer_ = selected.front();
    std::vector<HistoryMoment> moments;
    for (const BufferMoment& moment :
         buffer_history({state.problem.get(), trace_.get(), state.layout.get()}, buffer_)) {
        const Frame& frame = trace_->frames[moment.frame];
        moments.push_back({moment.frame, visible_text(paths_[moment.frame]), moment.offset, moment.tier,
                           visible_text(reason_text(frame.note, frame.goal)), moment.is_changed});
    }
    ShownNames names;
    names.set_problem(state.problem);
    docks_.history->set_history(names(buffer_), std::move(moments), trace_->threshold);
    show_step();
}

void HistoryViews::show_step() {
    const int position = session_.steps().chief_position();
    const auto& steps = session_.steps().chief_steps();
    docks_.history->set_current(position < 0 ? FrameIndex::none() : steps[static_cast<std::size_t>(position)]);
}

}  // namespace arenascope

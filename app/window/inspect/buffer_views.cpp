#include "app/window/inspect/buffer_views.h"

#include <optional>

#include <QDockWidget>

#include "core/trace/step_order.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/live_set/live_set.h"

namespace arenascope {

BufferViews::BufferViews(const WindowFrame& frame)
    : WindowPart(frame),
      live_set_(
          *docks_.live_set.dock, session_, [this] { fill_live_set(); },
          [this] { docks_.live_set->set_plan(no_plan()->problem, no_plan()->layout, no_plan()->profiles); }),
      inspector_(
          *docks_.inspector.dock, session_, [this] { fill_inspector(); },
          [this] {
              const ShownPlan& none = *no_plan();
              docks_.inspector->set_plan(none.problem, none.layout, none.risks, none.thresholds);
          }) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &BufferViews::show_time);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &BufferViews::show_layout);
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        // Another file begins at its first rows; the same one, read again, stays where it was.
        if (session_.path() != shown_path_) {
            shown_path_ = session_.path();
            docks_.buffers->set_filter_text({});  // it was about the buffers of the file before
            docks_.scroll_to_top();
        }
    });
    connect(&session_.plan(), &OpenPlan::renamed, this, [this] { shown_path_ = session_.path(); });
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &BufferViews::offer_inspector);
    connect(&session_.plan(), &OpenPlan::closed, this, [this] {
        offer_inspector();
        show_time();
        show_layout();
        show_selection();
    });
    connect(&session_.selection(), &Selection::changed, this, &BufferViews::show_selection);
    connect(&session_.selection(), &Selection::cursor_changed, this, &BufferViews::show_time);
    connect(&session_.selection(), &Selection::range_changed, this, &BufferViews::show_time);
    connect(actions_.clear, &QAction::triggered, this, &BufferViews::clear);
    connect_docks();
    offer_inspector();
    show_time();
    show_layout();
}

/// Beside the start page it would be empty.
void BufferViews::offer_inspector() {
    if (!session_.has_plan()) {
        actions_.picture_only->setChecked(false);  // the docks come back before one of them goes
    }
    docks_.inspector.offer_behind(session_.has_plan());
}

void BufferViews::connect_docks() {
    const auto select_one = [this](BufferIndex buffer) { session_.selection().select({buffer}); };
    connect(docks_.buffers, &BufferTable::selection_changed, &session_.selection(), &Selection::select);
    connect(docks_.buffers, &BufferTable::activated, this, [this](BufferIndex buffer) {
        session_.selection().select({buffer});
        view_.run(ViewCommand::zoom_to_selection);
    });
    connect(docks_.buffers, &BufferTable::filter_changed, &view_,
            [this](const std::shared_ptr<const std::vector<bool>>& passes) {
                view_.picture().set_filter(passes ? *passes : std::vector<bool>());
            });
    connect(docks_.buffers.dock, &QDockWidget::visibilityChanged, docks_.buffers, &BufferTable::set_watched);
    connect(docks_.inspector, &Inspector::chosen, this, select_one);
    connect(docks_.live_set, &LiveSet::selection_changed, &session_.selection(), &Selection::select);
    connect(docks_.live_set, &LiveSet::filter_asked, this, [this](const QString& filter) {
        docks_.buffers->set_filter_text(filter);
        docks_.buffers.bring_to_front();
    });
}

void BufferViews::show_time() {
    if (live_set_.is_filled()) {
        docks_.live_set->set_step(session_.selection().cursor());
        docks_.live_set->set_range(session_.selection().range());
    }
}

void BufferViews::show_layout() {
    if (session_.state().trace == judged_trace_ || !judge_trace()) {
        show_rows();
    }
    live_set_.update();
    inspector_.update();
}

void BufferViews::show_rows() {
    const ShownPlan& plan = *session_.shown();
    docks_.buffers->set_plan(plan.problem, plan.layout, plan.risks, plan.order, reorders_);
}

bool BufferViews::judge_trace() {
    judged_trace_ = session_.state().trace;
    reorders_ = false;
    if (!judged_trace_) {
        judging_.abandon();
        return false;
    }
    return judging_.run(
        session_.shown()->problem->buffers.size(), [trace = judged_trace_] { return changes_order(*trace); },
        [this](bool reorders) {
            reorders_ = reorders;
            show_rows();
        });
}

void BufferViews::fill_live_set() {
    docks_.live_set->set_plan(session_.shown()->problem, session_.shown()->layout, session_.shown()->profiles);
    show_time();
    docks_.live_set->set_selection(session_.selection().buffers());
}

void BufferViews::fill_inspector() {
    const ShownPlan& plan = *session_.shown();
    const PlanState& state = session_.state();
    docks_.inspector->set_plan(plan.problem, plan.layout, plan.risks, plan.thresholds);
    docks_.inspector->set_moves(plan.moves);
    docks_.inspector->set_order(plan.order);
    const Frame* frame = state.edits.empty() ? session_.steps().placement_shown() : nullptr;
    // At the end of a run only the layout matters, until its last buffer is selected.
    docks_.inspector->set_step(frame != nullptr ? frame->step : std::nullopt,
                               frame != nullptr && state.frame != state.trace->result);
    docks_.inspector->set_selection(session_.selection().buffers());
}

void BufferViews::show_selection() {
    docks_.buffers->set_selection(session_.selection().buffers());
    if (live_set_.is_filled()) {
        docks_.live_set->set_selection(session_.selection().buffers());
    }
    if (inspector_.is_filled()) {
        docks_.inspector->set_selection(session_.selection().buffers());
    }
}

void BufferViews::clear() {
    // The selection goes first, because a filter takes longer to enter again.
    const SelectionState& state = session_.selection().state();
    if (state.buffers.empty() && !state.cursor && !state.range) {
        docks_.buffers->set_filter_text({});
    }
    session_.selection().select({});
    session_.selection().set_cursor(std::nullopt);
    session_.selection().set_range(std::nullopt);
    view_.setFocus();
}

}  // namespace arenascope

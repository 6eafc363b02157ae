#include "app/window/inspect/segment_views.h"

#include <QDockWidget>

#include "core/model/memory/allocator_history.h"
#include "widgets/tables/segment_table/segment_table.h"

namespace arenascope {

SegmentViews::SegmentViews(const WindowFrame& frame)
    : WindowPart(frame),
      segments_(
          *docks_.segments.dock, session_, [this] { fill_segments(); },
          [this] { docks_.segments->set_plan(no_plan()->problem, no_plan()->layout); }) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &SegmentViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &SegmentViews::show_plan);
    connect(&session_.selection(), &Selection::cursor_changed, this,
            [this] { docks_.segments->set_step(session_.selection().cursor()); });
    connect(docks_.segments, &SegmentTable::chosen, &session_.selection(), &Selection::select);
    connect(docks_.segments, &SegmentTable::step_chosen, this,
            [this](Step step) { session_.selection().set_cursor(step); });
    show_plan();
}

void SegmentViews::fill_segments() const {
    docks_.segments->set_step(session_.selection().cursor());
    docks_.segments->set_plan(session_.shown()->problem, session_.shown()->layout);
}

void SegmentViews::show_plan() {
    segments_.update();
    const bool is_recorded = has_segment_regions(*session_.shown()->problem);
    // Nobody planned the addresses of a recorded allocator, so that nothing has a reason.
    docks_.peak_chain.offer_behind(!is_recorded);
    docks_.sharing.offer_behind(!is_recorded);
    const bool leaves = !is_recorded && docks_.segments.is_offered();
    docks_.segments.offer(is_recorded);
    if (leaves) {
        docks_.peak_chain.dock->raise();  // not the last one of the stack, which has nothing to say without a network
    }
}

}  // namespace arenascope

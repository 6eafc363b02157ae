#include "app/window/inspect/segment_views.h"

#include "app/window/frame/window_docks.h"
#include "core/model/memory/allocator_history.h"
#include "widgets/tables/segment_table/segment_table.h"

namespace arenascope {

SegmentViews::SegmentViews(Session& session, const WindowDocks& docks, QObject* parent)
    : QObject(parent),
      session_(session),
      docks_(docks),
      segments_(
          *docks.segments_dock, session, [this] { fill_segments(); },
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
    docks_.offer_reasons(!is_recorded);
    docks_.offer_segments(is_recorded);
}

}  // namespace arenascope

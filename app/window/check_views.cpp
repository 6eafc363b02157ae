#include "app/window/check_views.h"

#include <QDockWidget>

#include "app/window/window_actions.h"
#include "app/window/window_docks.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/overlap_list/overlap_list.h"

namespace arenascope {

CheckViews::CheckViews(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
                       QObject* parent)
    : QObject(parent), session_(session), docks_(docks), view_(view) {
    connect(&session_.judgement(), &Judgement::report_changed, this, &CheckViews::show_report);
    connect(&session_.plan(), &OpenPlan::closed, this, &CheckViews::show_report);
    connect(docks_.overlaps, &OverlapList::activated, this, &CheckViews::show_overlap);
    connect(docks_.overlaps, &OverlapList::buffer_activated, this, [this](BufferIndex buffer) {
        session_.selection().select({buffer});
        view_.run(ViewCommand::zoom_to_selection);
    });
    connect(docks_.overlaps, &OverlapList::check_requested, &session_.judgement(), &Judgement::check);
    connect(actions.check, &QAction::triggered, this, [this] {
        session_.judgement().check();
        docks_.overlaps_dock->show();
        docks_.overlaps_dock->raise();
    });
    connect(actions.next_overlap, &QAction::triggered, this, [this] { go(1); });
    connect(actions.previous_overlap, &QAction::triggered, this, [this] { go(-1); });
    show_report();
}

void CheckViews::show_report() {
    position_ = -1;
    if (const CheckReport* report = session_.shown()->report()) {
        docks_.overlaps->set_report(session_.shown()->problem, *report);
    } else {
        docks_.overlaps->set_not_checked();
    }
}

void CheckViews::go(int direction) {
    const CheckReport* report = session_.shown()->report();
    if (report == nullptr || report->overlaps.empty()) {
        return;
    }
    const auto count = static_cast<int>(report->overlaps.size());
    position_ = position_ < 0 ? (direction > 0 ? 0 : count - 1) : (position_ + direction + count) % count;
    show_overlap(report->overlaps[static_cast<std::size_t>(position_)]);
}

void CheckViews::show_overlap(const Overlap& overlap) {
    session_.selection().select({overlap.a, overlap.b});
    // Shows both buffers completely, because the shared area alone does not identify them.
    view_.run(ViewCommand::zoom_to_selection);
}

}  // namespace arenascope

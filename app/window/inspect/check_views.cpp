#include "app/window/inspect/check_views.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>

#include "widgets/tables/overlap_list/overlap_list.h"

namespace arenascope {

CheckViews::CheckViews(const WindowFrame& frame)
    : WindowPart(frame),
      list_(
          *docks_.overlaps.dock, session_, [this] { fill_list(); }, [this] { docks_.overlaps->set_not_checked(); }) {
    connect(&session_.judgement(), &Judgement::report_changed, this, &CheckViews::show_report);
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        // A file that is read again stays behind the tab that the user chose.
        is_new_ = session_.path() != std::exchange(opened_, session_.path());
        show_report();
    });
    connect(&session_.plan(), &OpenPlan::renamed, this, [this] { opened_ = session_.path(); });
    connect(&session_.plan(), &OpenPlan::closed, this, [this] {
        opened_.clear();
        show_report();
    });
    connect(&session_.selection(), &Selection::changed, this, &CheckViews::show_position);
    connect(docks_.overlaps, &OverlapList::activated, this, [this](const Overlap& overlap) {
        const std::vector<Overlap>& all = session_.shown()->report()->overlaps;
        const auto found = std::ranges::find(all, overlap);
        if (found != all.end()) {
            show_overlap(static_cast<int>(found - all.begin()));
        } else {
            session_.selection().select({overlap.a, overlap.b});  // an inferred pair
            view_.run(ViewCommand::zoom_to_selection);
        }
    });
    connect(docks_.overlaps, &OverlapList::buffer_activated, this, [this](BufferIndex buffer) {
        session_.selection().select({buffer});
        view_.run(ViewCommand::zoom_to_selection);
    });
    connect(docks_.overlaps, &OverlapList::check_requested, &session_.judgement(), &Judgement::check);
    connect(actions_.check, &QAction::triggered, this, [this] {
        session_.judgement().check();
        raise_list();
    });
    connect(actions_.next_overlap, &QAction::triggered, this, [this] { go(1); });
    connect(actions_.previous_overlap, &QAction::triggered, this, [this] { go(-1); });
    show_report();
}

void CheckViews::show_report() {
    position_ = -1;
    list_.update();
    const CheckReport* report = session_.shown()->report();
    if (report != nullptr && std::exchange(is_new_, false) && report->overlap_count > 0 &&
        !actions_.picture_only->isChecked()) {
        raise_list();
    }
    show_position();
}

void CheckViews::fill_list() {
    const auto& checked = session_.shown()->checked;
    if (checked) {
        // The pointer keeps the findings, of which it shows a part.
        docks_.overlaps->set_report(session_.shown()->problem,
                                    std::shared_ptr<const CheckReport>(checked, &checked->report));
    } else {
        docks_.overlaps->set_not_checked();
    }
    docks_.overlaps->show_position(shown_position());
}

int CheckViews::shown_position() const {
    const bool is_shown =
        position_ >= 0 && session_.shown()->report() != nullptr &&
        session_.selection().buffers() == std::vector<BufferIndex>{overlap_at(position_).a, overlap_at(position_).b};
    return is_shown ? position_ : -1;
}

void CheckViews::raise_list() const {
    docks_.overlaps.bring_to_front();
}

const Overlap& CheckViews::overlap_at(int position) const {
    return session_.shown()->report()->overlaps[static_cast<std::size_t>(position)];
}

void CheckViews::go(int direction) {
    const CheckReport* report = session_.shown()->report();
    if (report == nullptr || report->overlaps.empty()) {
        return;
    }
    const auto count = static_cast<int>(report->overlaps.size());
    show_overlap(position_ < 0 ? (direction > 0 ? 0 : count - 1) : (position_ + direction + count) % count);
    if (!actions_.picture_only->isChecked()) {
        raise_list();
    }
}

void CheckViews::show_overlap(int position) {
    position_ = position;
    const Overlap& overlap = overlap_at(position);
    session_.selection().select({overlap.a, overlap.b});
    show_position();  // the selection may be the same, as that of another overlap of the two
    // Shows both buffers completely, because the shared area alone does not identify them.
    view_.run(ViewCommand::zoom_to_selection);
}

void CheckViews::show_position() {
    if (list_.is_filled()) {
        docks_.overlaps->show_position(shown_position());
    }
    emit overlap_shown(shown_position());
}

}  // namespace arenascope

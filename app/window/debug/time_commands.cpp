#include "app/window/debug/time_commands.h"

#include "app/window/dialogs/go_to_dialog.h"
#include "app/window/frame/action_reason.h"
#include "core/analysis/explain/live_census.h"
#include "widgets/picture/layout_view/view_target.h"

namespace arenascope {

TimeCommands::TimeCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(actions_.go_to_peak, &QAction::triggered, this, &TimeCommands::go_to_peak);
    connect(actions_.go_to, &QAction::triggered, this, &TimeCommands::go_to);
    connect(actions_.zoom_to_range, &QAction::triggered, this, &TimeCommands::zoom_to_range);
    connect(actions_.select_in_range, &QAction::triggered, this, [this] { select_in_range(CensusOf::in_use); });
    connect(actions_.select_left_alive, &QAction::triggered, this, [this] { select_in_range(CensusOf::left_alive); });
    connect(&session_.selection(), &Selection::range_changed, this, &TimeCommands::enable);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &TimeCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &TimeCommands::enable);
    enable();
}

void TimeCommands::enable() const {
    const bool has_range = session_.selection().range().has_value();
    for (QAction* action : {actions_.zoom_to_range, actions_.select_in_range, actions_.select_left_alive}) {
        allow(*action, has_range ? QString() : tr("Select a range of steps first: Shift+drag in the picture."));
    }
}

void TimeCommands::zoom_to_range() {
    if (const auto range = session_.selection().range()) {
        View view = view_.camera().view();
        view.steps = {static_cast<long double>(range->begin.value()), static_cast<long double>(range->end.value())};
        view_.set_view(view);
    }
}

void TimeCommands::select_in_range(CensusOf of) {
    if (const auto range = session_.selection().range()) {
        find([range = *range, of](const ShownPlan& plan) { return buffers_in_use(*plan.problem, range, of); },
             [this](const std::vector<BufferIndex>& buffers) { session_.selection().select(buffers); });
    }
}

void TimeCommands::go_to_peak() {
    const std::optional<PeakPlace> place = session_.shown()->figures->peak_place;
    if (!place) {
        notices_.inform(tr("There is no peak, because nothing is placed."));
        return;
    }
    session_.selection().set_cursor(place->step);
    const View with_step = view_with_step(view_.camera().view(), place->step);
    view_.set_view(view_with_offset(view_.picture(), with_step, place->region, place->peak));
}

template <class Work, class Deliver>
void TimeCommands::find(Work work, Deliver deliver) {
    const std::shared_ptr<const ShownPlan> plan = session_.shown();
    finding_.run(
        plan->problem->buffers.size(), [plan, work] { return work(*plan); },
        [this, plan, deliver](const auto& found) {
            if (session_.shown()->layout == plan->layout) {
                deliver(found);
            }
        });
}

void TimeCommands::go_to() {
    const std::shared_ptr<const ShownPlan> shown = session_.shown();
    GoToDialog dialog({shown, session_.state().trace, region_of_selection(), appearance_.unit()},
                      session_.selection().cursor(), &window_);
    // A file that changed on disk may be read again while the dialog is open.
    if (dialog.exec() == QDialog::Accepted && session_.shown()->problem == shown->problem) {
        go(dialog.place());
    }
}

void TimeCommands::go(const NamedPlace& place) {
    const View view = view_.camera().view();
    const auto* address = std::get_if<OffsetPlace>(&place);
    set_address(view_.picture(),
                address != nullptr ? std::optional(AddressMark{address->region, address->offset}) : std::nullopt);
    if (const auto* step = std::get_if<Step>(&place)) {
        session_.selection().set_cursor(*step);
        view_.set_view(view_with_step(view, *step));
    } else if (const auto* offset = std::get_if<OffsetPlace>(&place)) {
        find([offset = *offset](const ShownPlan& plan) { return buffers_at(*plan.problem, *plan.layout, offset); },
             [this](const std::vector<BufferIndex>& buffers) { session_.selection().select(buffers); });
        view_.set_view(view_with_offset(view_.picture(), view, offset->region, offset->offset));
    } else if (const auto* buffer = std::get_if<BufferIndex>(&place)) {
        session_.selection().select({*buffer});
        view_.set_view(view_with_selection(view_.picture(), view));
    } else if (session_.state().trace) {
        session_.plan().show_frame(std::get<FrameIndex>(place));
    }
}

RegionIndex TimeCommands::region_of_selection() const {
    for (const BufferIndex buffer : session_.selection().buffers()) {
        if (const auto& placement = session_.layout().placements[buffer]) {
            return placement->region;
        }
    }
    return RegionIndex(0);
}

}  // namespace arenascope

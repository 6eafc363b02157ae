#include "app/window/time_commands.h"

#include "app/window/notices.h"
#include "app/window/step_dialog.h"
#include "app/window/window_actions.h"
#include "core/explain/core_use.h"
#include "core/explain/live_census.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/layout_view/view_target.h"

namespace arenascope {

TimeCommands::TimeCommands(QWidget& window, Session& session, const WindowActions& actions, LayoutView& view,
                           Notices& notices, QObject* parent)
    : QObject(parent), window_(window), session_(session), actions_(actions), view_(view), notices_(notices) {
    connect(actions.go_to_peak, &QAction::triggered, this, &TimeCommands::go_to_peak);
    connect(actions.go_to_step, &QAction::triggered, this, &TimeCommands::go_to_step);
    connect(actions.zoom_to_range, &QAction::triggered, this, &TimeCommands::zoom_to_range);
    connect(actions.select_in_range, &QAction::triggered, this, &TimeCommands::select_in_range);
    connect(&session_.selection(), &Selection::range_changed, this, &TimeCommands::enable);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &TimeCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &TimeCommands::enable);
    enable();
}

void TimeCommands::enable() const {
    const bool has_range = session_.selection().range().has_value();
    actions_.zoom_to_range->setEnabled(has_range);
    actions_.select_in_range->setEnabled(has_range);
}

void TimeCommands::zoom_to_range() {
    if (const auto range = session_.selection().range()) {
        View view = view_.camera().view();
        view.steps = {static_cast<long double>(range->begin.value()), static_cast<long double>(range->end.value())};
        view_.set_view(view);
    }
}

void TimeCommands::select_in_range() {
    if (const auto range = session_.selection().range()) {
        session_.selection().select(buffers_in_use(*session_.problem(), *range));
    }
}

void TimeCommands::go_to_peak() {
    const auto place = peak_place(*session_.shown()->problem, session_.layout());
    if (!place) {
        notices_.inform(tr("There is no peak, because nothing is placed."));
        return;
    }
    session_.selection().set_cursor(place->step);
    const View with_step = view_with_step(view_.camera().view(), place->step);
    view_.set_view(view_with_offset(view_.picture(), with_step, place->region, place->peak));
}

void TimeCommands::go_to_step() {
    StepDialog dialog(session_.shown()->problem, session_.selection().cursor(), &window_);
    if (dialog.exec() == QDialog::Accepted) {
        session_.selection().set_cursor(dialog.step());
        view_.set_view(view_with_step(view_.camera().view(), dialog.step()));
    }
}

}  // namespace arenascope

#include "app/window/time_commands.h"

#include "app/window/notices.h"
#include "app/window/step_dialog.h"
#include "app/window/window_actions.h"
#include "core/explain/core_use.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/layout_view/view_target.h"

namespace arenascope {

TimeCommands::TimeCommands(QWidget& window, Session& session, const WindowActions& actions, LayoutView& view,
                           Notices& notices, QObject* parent)
    : QObject(parent), window_(window), session_(session), view_(view), notices_(notices) {
    connect(actions.go_to_peak, &QAction::triggered, this, &TimeCommands::go_to_peak);
    connect(actions.go_to_step, &QAction::triggered, this, &TimeCommands::go_to_step);
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

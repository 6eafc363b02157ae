#include "app/window/inspect/stack_views.h"

#include <QDockWidget>

#include "widgets/plots/stack_flame/stack_flame.h"

namespace arenascope {

StackViews::StackViews(const WindowFrame& frame)
    : WindowPart(frame),
      stacks_(
          *docks_.stacks.dock, session_,
          [this] {
              show_step();
              docks_.stacks->set_problem(session_.shown()->problem);
          },
          [this] { docks_.stacks->set_problem(no_plan()->problem); }) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &StackViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &StackViews::show_plan);
    connect(&session_.selection(), &Selection::cursor_changed, this, [this] {
        if (stacks_.is_filled()) {
            show_step();
        }
    });
    connect(docks_.stacks, &StackFlame::chosen, &session_.selection(), &Selection::select);
    show_plan();
}

void StackViews::show_step() const {
    docks_.stacks->set_step(session_.selection().cursor());
}

void StackViews::show_plan() {
    stacks_.update();
    docks_.stacks.offer(session_.shown()->problem->history != nullptr);
}

}  // namespace arenascope

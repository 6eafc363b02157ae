#include "app/window/frame/shown_figures.h"

#include <utility>

#include "qt/tasks/plan_work.h"

namespace arenascope {
namespace {

/// Before the work of views that show less.
constexpr int figures_priority = 1;

}  // namespace

ShownFigures::ShownFigures(Session& session, QObject* parent) : QObject(parent), session_(session) {
    for (const auto signal : {&OpenPlan::layout_changed, &OpenPlan::closed}) {
        connect(&session_.plan(), signal, this, [this] {
            find();
            emit changed();
        });
    }
}

const std::shared_ptr<const LayoutFigures>& ShownFigures::get() {
    find();
    return known_;
}

void ShownFigures::find() {
    const ShownPlan& plan = *session_.shown();
    if (plan.problem == problem_ && plan.layout == layout_ && plan.risks == risks_) {
        return;
    }
    if (plan.problem != problem_) {
        of_problem_.reset();
    }
    problem_ = plan.problem;
    layout_ = plan.layout;
    risks_ = plan.risks;
    known_.reset();
    const bool later = is_large(*problem_);
    work_on_plan(
        task_, later,
        [problem = problem_, layout = layout_, risks = risks_, profiles = plan.profiles, before = of_problem_] {
            return std::make_shared<const LayoutFigures>(
                layout_figures(*problem, *layout, *risks, *profiles, before.get()));
        },
        [this, later](std::shared_ptr<const LayoutFigures> found) {
            known_ = std::move(found);
            of_problem_ = known_;
            if (later) {
                emit changed();
            }
        },
        figures_priority);
}

}  // namespace arenascope

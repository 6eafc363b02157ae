#include "app/session/judgement.h"

#include <utility>

#include "core/base/error/out_of_memory.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {
Judgement::Judgement(QObject* parent) : QObject(parent) {
    const auto tell = [this](BackgroundTask& task, bool ShownPlan::*has_failed, void (Judgement::*changed)(),
                             const QString& action) {
        connect(&task, &BackgroundTask::ran_out_of_memory, this, [this, has_failed, changed, action] {
            auto plan = std::make_shared<ShownPlan>(*plan_);
            (*plan).*has_failed = true;
            plan_ = std::move(plan);
            (this->*changed)();
            emit failed(out_of_memory(action.toStdString(), tr("close other programs").toStdString()));
        });
    };
    tell(checking_, &ShownPlan::check_failed, &Judgement::report_changed, tr("to check the layout"));
    tell(explaining_, &ShownPlan::explanation_failed, &Judgement::explanation_changed, tr("to explain the peak"));
}

void Judgement::exchange(std::shared_ptr<const ShownPlan>& other) noexcept {
    plan_.swap(other);
    checking_.abandon();
    explaining_.abandon();
}

void Judgement::judge() {
    if (plan_->checked || !can_check()) {
        emit report_changed();
    } else {
        check();
    }
    if (plan_->explanation || !can_explain()) {
        emit explanation_changed();
    } else {
        explain();
    }
}

template <class Verdict, class Find>
void Judgement::find_verdict(BackgroundTask& task, std::shared_ptr<const Verdict> ShownPlan::*verdict,
                             bool ShownPlan::*has_failed, Find find, void (Judgement::*changed)()) {
    task.abandon();
    const auto set = [this, verdict, has_failed, changed](std::shared_ptr<const Verdict> found) {
        auto plan = std::make_shared<ShownPlan>(*plan_);
        (*plan).*verdict = std::move(found);
        (*plan).*has_failed = false;
        plan_ = std::move(plan);
        (this->*changed)();
    };
    const bool is_found = task.run(
        plan_->problem->buffers.size(),
        [problem = plan_->problem, layout = plan_->layout, find] {
            return released_apart(Verdict(find(*problem, *layout)), problem->buffers.size());
        },
        set);
    if (!is_found) {
        set(nullptr);
    }
}

void Judgement::check() {
    if (can_check()) {
        find_verdict(checking_, &ShownPlan::checked, &ShownPlan::check_failed, check_findings,
                     &Judgement::report_changed);
    }
}

void Judgement::explain() {
    const auto region =
        region_ && region_->value() < plan_->problem->regions.size() ? region_ : std::optional<RegionIndex>();
    find_verdict(
        explaining_, &ShownPlan::explanation, &ShownPlan::explanation_failed,
        [region](const Problem& problem, const Layout& layout) { return explain_peak(problem, layout, region); },
        &Judgement::explanation_changed);
}

void Judgement::explain_region(std::optional<RegionIndex> region) {
    if (region != region_) {
        region_ = region;
        if (can_explain()) {
            explain();
        }
    }
}

}  // namespace arenascope

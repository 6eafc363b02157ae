#include "app/session/plan_comparison.h"

#include <algorithm>
#include <utility>

#include "app/session/plan_change.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/tiers/rectangle_classifier.h"

namespace arenascope {
namespace {

ComparedSide side_of(const ShownPlan& plan) {
    return {plan.problem, plan.layout, plan.risks, plan.profiles};
}

RegionIndex region_named(const Problem& problem, const std::string& name) {
    const auto found = std::ranges::find(problem.regions, name, &Region::name);
    return found == problem.regions.end() ? RegionIndex::none()
                                          : RegionIndex(static_cast<std::size_t>(found - problem.regions.begin()));
}

}  // namespace

PlanComparison::PlanComparison(OpenPlan& plan, QObject* parent) : QObject(parent), plan_(plan) {
    connect(&plan_, &OpenPlan::layout_changed, this, &PlanComparison::compare);
    connect(&plan_, &OpenPlan::closed, this, &PlanComparison::clear);
    connect(&plan_, &OpenPlan::opened, this, &PlanComparison::drop_unrelated);
    connect(&plan_, &OpenPlan::renamed, this, [this] { path_ = plan_.path(); });
    connect(&comparing_, &BackgroundTask::ran_out_of_memory, this, &PlanComparison::ran_out_of_memory);
}

void PlanComparison::set_other(const QString& title, std::shared_ptr<const ShownPlan> other, ComparedOrigin origin) {
    path_ = plan_.path();
    title_ = title;
    origin_ = std::move(origin);
    other_ = std::move(other);
    emit other_changed();
    compare();
}

void PlanComparison::clear() {
    if (other_) {
        set_other({}, nullptr);
    }
}

void PlanComparison::drop_unrelated() {
    const bool is_other_file = plan_.path() != path_;
    path_ = plan_.path();
    if (other_ && is_other_file && !are_related(*plan_.shown()->problem, *other_->problem)) {
        const QString title = title_;
        clear();
        emit unrelated(title);
    }
}

void PlanComparison::set_watched(bool watched) {
    if (watched != is_watched_) {
        is_watched_ = watched;
        compare();
    }
}

void PlanComparison::compare() {
    if (!other_ || !is_watched_ || !plan_.is_open()) {
        comparing_.abandon();
        if (result_) {
            take(nullptr);
        }
        return;
    }
    const std::shared_ptr<const ShownPlan> shown = plan_.shown();
    const bool is_compared = comparing_.run(
        std::max(shown->problem->buffers.size(), other_->problem->buffers.size()),
        [a = side_of(*shown), b = side_of(*other_)] {
            return std::make_shared<const ComparedPlans>(compare_plans(a, b));
        },
        [this](std::shared_ptr<const ComparedPlans> result) { take(std::move(result)); });
    if (!is_compared) {
        take(nullptr);
    }
}

void PlanComparison::take(std::shared_ptr<const ComparedPlans> result) {
    result_ = std::move(result);
    emit compared();
}

QString PlanComparison::why_not_adopted() const {
    if (!other_) {
        return tr("There is no second plan.");
    }
    if (!result_) {
        return tr("The plans are not compared yet.");
    }
    if (has_segment_regions(*result_->a.problem)) {
        return tr("An allocator recorded the places of A, so they cannot be changed.");
    }
    if (!have_same_buffers(*result_)) {
        return tr("The plans have not the same buffers: some are added, removed, resized or retimed.");
    }
    if (!other_->figures->is_complete()) {
        return tr("B does not place all buffers.");
    }
    const auto unknown = std::ranges::find_if(result_->b.problem->regions, [this](const Region& region) {
        return region_named(*result_->a.problem, region.name) == RegionIndex::none();
    });
    if (unknown != result_->b.problem->regions.end()) {
        return tr("A has no region '%1'.").arg(QString::fromStdString(shown(unknown->name)));
    }
    return result_->changes.moved == 0 ? tr("Every buffer has the same place in both plans.") : QString();
}

void PlanComparison::adopt() {
    if (!can_adopt()) {
        return;
    }
    move_by(
        plan_,
        [plans = result_](const Problem& problem, const Layout&, const std::vector<BufferIndex>&) {
            std::vector<Edit> edits;
            if (&problem != plans->a.problem.get()) {
                return edits;  // the comparison is about another plan
            }
            const IndexedVector<RegionIndex, RegionIndex> regions = same_regions(*plans->b.problem, problem);
            for (const ComparedBuffer& buffer : plans->changes.buffers) {
                if (buffer.is_moved) {
                    const Placement& place = *plans->b.layout->placements[buffer.second];
                    edits.push_back({buffer.first, {place.offset, regions[place.region]}});
                }
            }
            return edits;
        },
        {}, EditTitle(tr("Adopt B: %1").arg(title_)));
}

std::shared_ptr<const ShownPlan> plan_to_compare(std::shared_ptr<const Problem> problem,
                                                 std::shared_ptr<const Layout> layout) {
    auto risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(
        has_segment_regions(*problem) ? IndexedVector<BufferIndex, Risk>() : classify(*problem, *layout));
    ShownPlan plan = unjudged_plan(std::move(problem), std::move(layout), std::move(risks), *no_plan());
    plan.checked = std::make_shared<const CheckFindings>(check_findings(*plan.problem, *plan.layout));
    return std::make_shared<const ShownPlan>(std::move(plan));
}

}  // namespace arenascope

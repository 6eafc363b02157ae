#include "app/session/shown_plan.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/model/memory/live_profile.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {
namespace {

const std::shared_ptr<const std::vector<Move>>& no_moves() {
    static const auto none = std::make_shared<const std::vector<Move>>();
    return none;
}

const std::shared_ptr<const std::vector<HandEdit>>& no_hand_edits() {
    static const auto none = std::make_shared<const std::vector<HandEdit>>();
    return none;
}

}  // namespace

CheckFindings check_findings(const Problem& problem, const Layout& layout) {
    CheckFindings found{check(problem, layout), {}};
    if (found.report.overlap_count > 0) {
        found.overlap_areas = overlap_areas(problem, layout);
    }
    return found;
}

Bytes ShownPlan::threshold() const {
    return thresholds->empty() ? Bytes(0) : *std::max_element(thresholds->begin(), thresholds->end());
}

const std::shared_ptr<const ShownPlan>& no_plan() {
    static const std::shared_ptr<const ShownPlan> none = [] {
        ShownPlan empty;
        empty.problem = std::make_shared<const Problem>();
        empty.layout = std::make_shared<const Layout>();
        empty.risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>();
        empty.profiles = std::make_shared<const PlanProfiles>(*empty.problem, *empty.layout);
        empty.thresholds = std::make_shared<const IndexedVector<RegionIndex, Bytes>>(empty.profiles->thresholds());
        empty.figures = std::make_shared<const LayoutFigures>(layout_figures(*empty.problem, *empty.layout, {}));
        empty.verdict_figures =
            std::make_shared<const VerdictFigures>(verdict_figures(*empty.problem, *empty.layout, *empty.profiles));
        empty.moves = no_moves();
        empty.hand_edits = no_hand_edits();
        return std::make_shared<const ShownPlan>(std::move(empty));
    }();
    return none;
}

ShownPlan unjudged_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                        std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks, const ShownPlan& before,
                        std::shared_ptr<const LayoutFigures> figures) {
    ShownPlan plan;
    plan.problem = std::move(problem);
    plan.layout = std::move(layout);
    plan.risks = std::move(risks);
    const bool is_same_problem = plan.problem == before.problem;
    const bool same = is_same_problem && !thresholds_may_differ(*plan.layout, *before.layout);
    plan.profiles = same ? before.profiles
                         : released_apart(std::make_unique<const PlanProfiles>(*plan.problem, *plan.layout),
                                          plan.problem->buffers.size());
    plan.thresholds = same ? before.thresholds
                           : std::make_shared<const IndexedVector<RegionIndex, Bytes>>(plan.profiles->thresholds());
    plan.unshared_threshold = plan.layout->sharing.empty() ? plan.threshold()
                              : is_same_problem            ? before.unshared_threshold
                                                           : threshold(*plan.problem);
    plan.recorded = is_same_problem         ? before.recorded
                    : plan.problem->history ? std::make_shared<const AllocatorFigures>(allocator_figures(*plan.problem))
                                            : nullptr;
    // Where an allocation failed, they tell what lay around it.
    const bool has_same_verdict_figures = same && (!plan.problem->history || plan.layout == before.layout);
    plan.verdict_figures = has_same_verdict_figures
                               ? before.verdict_figures
                               : std::make_shared<const VerdictFigures>(
                                     verdict_figures(*plan.problem, *plan.layout, *plan.profiles, plan.recorded.get()));
    const bool is_same_layout = is_same_problem && plan.layout == before.layout && plan.risks == before.risks;
    plan.figures =
        figures ? std::move(figures)
        : is_same_layout
            ? before.figures
            : std::make_shared<const LayoutFigures>(layout_figures(*plan.problem, *plan.layout, *plan.risks));
    plan.moves = no_moves();
    plan.hand_edits = no_hand_edits();
    return plan;
}

}  // namespace arenascope

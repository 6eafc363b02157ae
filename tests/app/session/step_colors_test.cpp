#include <rapidcheck.h>
#include <set>

#include "app/session/prepared_plan.h"
#include "core/planner/planning.h"
#include "core/trace/group_frame.h"
#include "core/trace/trace_player.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_legend.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {
namespace {

using Risks = std::set<std::pair<Tier, Cause>>;

/// The risks that a picture fills buffers with.
Risks filled(const LayoutPicture& picture, const Layout& layout) {
    const Coloring& colors = *picture.parts().coloring;
    Risks risks;
    for (std::size_t i = 0; i < layout.placements.size(); ++i) {
        const auto& risk = colors.classes[colors.class_of[BufferIndex(i)]].risk;
        if (layout.placements[i] && risk) {
            risks.emplace(risk->tier, risk->cause);
        }
    }
    return risks;
}

Risks in_legend(const LayoutPicture& picture) {
    Risks risks;
    for (const LegendEntry& entry : layout_legend(picture)) {
        if (entry.risk) {
            risks.emplace(entry.risk->tier, entry.risk->cause);
        }
    }
    return risks;
}

PlanState state_of(const Plan& plan) {
    PlanState state;
    state.problem = test::shared(plan.problem);
    state.layout = test::shared(plan.result.layout);
    state.trace = test::shared(*plan.trace);
    return state;
}

}  // namespace

class StepColorsTest : public QObject {
    Q_OBJECT

private slots:
    void colours_legend_and_tiers_of_every_step_are_those_of_one_step() {
        QVERIFY(rc::check([] {
            const Problem problem = test::random_problem({.most_buffers = 16});
            const auto plan = run_planner(
                problem, empty_layout(problem),
                {.planner = "peak-suppression", .seed = *rc::gen::inRange<std::uint64_t>(0, 9), .record = true});
            RC_ASSERT(plan.has_value() && plan->trace.has_value());
            PlanState state = state_of(*plan);
            LayoutPicture picture;
            picture.set_problem(state.problem);
            FormerPlan former;
            for (std::size_t i = 0; i < plan->trace->frames.size(); ++i) {
                state.frame = FrameIndex(*rc::gen::inRange<std::size_t>(0, plan->trace->frames.size()));
                const PreparedPlan shown = prepared(state, former);
                picture.set_layout(shown.plan->layout, shown.plan->risks);
                picture.set_group(shown.plan->group);
                RC_ASSERT(filled(picture, *shown.plan->layout) == in_legend(picture));
                // The tiers are those of the step that the words name, and no others.
                if (shown.plan->tiers_of != FrameIndex::none()) {
                    RC_ASSERT(shown.plan->tiers_of == tier_frame(*state.trace, state.frame));
                    TracePlayer player(*state.trace);
                    player.go_to(shown.plan->tiers_of);
                    RC_ASSERT(player.risks() == *shown.plan->risks);
                }
                former = {state.problem, state.trace, shown.replay, shown.plan, {}, state.frame};
            }
        }));
    }
};

}  // namespace arenascope

using arenascope::StepColorsTest;
ARENASCOPE_TEST(StepColorsTest)

#include "step_colors_test.moc"

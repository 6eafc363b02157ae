#include "core/planner/many_core/placement_step.h"

#include <algorithm>

#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

/// a and b are alive together. c begins when a has ended, and fits into a's place or above b.
Plan planned(std::vector<KeyValue> settings = {}) {
    const Problem problem = placed_plan({{"a", 0, 4, 40, -1}, {"b", 2, 8, 30, -1}, {"c", 4, 9, 40, -1}}).problem;
    PlanOrder order;
    order.planner = "many-core";
    order.settings = std::move(settings);
    order.record = true;
    auto plan = run_planner(problem, empty_layout(problem), order);
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    return std::move(*plan);
}

std::vector<PlacementStep> steps_of(const Plan& plan) {
    std::vector<PlacementStep> steps;
    TracePlayer player(*plan.trace);
    for (std::size_t i = 0; i < plan.trace->frames.size(); ++i) {
        player.go_to(FrameIndex(i));
        if (auto step = placement_step(plan.problem, player.layout(plan.problem), *plan.trace, FrameIndex(i))) {
            steps.push_back(std::move(*step));
        }
    }
    return steps;
}

}  // namespace

class PlacementStepTest : public QObject {
    Q_OBJECT

private slots:
    void each_placement_has_its_candidates_and_the_chosen_one() {
        const Plan plan = planned();
        const auto steps = steps_of(plan);
        QCOMPARE(steps.size(), std::size_t{3});
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const PlacementStep& step = steps[i];
            QVERIFY(step.buffer == BufferIndex(i));
            QVERIFY(step.chosen.has_value());
            QVERIFY(step.candidates[*step.chosen] == plan.result.layout.placements[i]->offset);
        }
        QCOMPARE(steps[0].ghosts.size(), std::size_t{2});
        QVERIFY(steps[0].ghosts[0].buffer == BufferIndex(1));
        QVERIFY(steps[2].ghosts.empty());
    }

    void the_note_counts_the_same_candidates() {
        const Plan plan = planned();
        const auto steps = steps_of(plan);
        std::size_t told = 0;
        for (const Frame& frame : plan.trace->frames) {
            if (frame.kind != FrameKind::placement) {
                continue;
            }
            const PlacementStep& step = steps[told++];
            const std::string words =
                "candidate " + std::to_string(*step.chosen + 1) + " of " + std::to_string(step.candidates.size());
            QVERIFY(frame.note.find(words) != std::string::npos);
        }
    }

    void uses_the_options_of_the_run() {
        for (const PlacementStep& step : steps_of(planned({{"context", "0"}}))) {
            QVERIFY(step.ghosts.empty());
        }
    }

    void a_frame_of_another_planner_gives_nothing() {
        Plan plan = planned();
        plan.trace->provenance.planner = "greedy-by-area";
        QVERIFY(steps_of(plan).empty());
    }
};

ARENASCOPE_TEST(PlacementStepTest)
#include "placement_step_test.moc"

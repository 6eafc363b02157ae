#include "core/trace/placement_step.h"

#include <algorithm>

#include "core/planner/many_core/candidates.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

/// a and b are alive together. c begins when a has ended, and fits into a's place or above b.
Plan planned(std::vector<KeyValue> settings = {}, const std::string& planner = "many-core") {
    const Problem problem = placed_plan({{"a", 0, 4, 40, -1}, {"b", 2, 8, 30, -1}, {"c", 4, 9, 40, -1}}).problem;
    PlanOrder order;
    order.planner = planner;
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
    for (const Frame& frame : plan.trace->frames) {
        if (frame.step) {
            steps.push_back(*frame.step);
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
            QVERIFY(step.candidates[step.chosen] == plan.result.layout.placements[i]->offset);
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
                "candidate " + std::to_string(step.chosen + 1) + " of " + std::to_string(step.candidates.size());
            QVERIFY(frame.note.find(words) != std::string::npos);
        }
    }

    void uses_the_options_of_the_run() {
        for (const PlacementStep& step : steps_of(planned({{"context", "0"}}))) {
            QVERIFY(step.ghosts.empty());
        }
    }

    void a_search_in_the_recorded_state_finds_the_recorded_candidates() {
        const Plan plan = planned();
        const CoreAllocations allocations = core_allocations(plan.problem, RegionIndex(0));
        CandidateSearch search(plan.problem, allocations, {});
        TracePlayer player(*plan.trace);
        std::size_t compared = 0;
        for (std::size_t i = 0; i < plan.trace->frames.size(); ++i) {
            const auto& step = plan.trace->frames[i].step;
            if (!step) {
                continue;
            }
            player.go_to(FrameIndex(i));
            std::vector<std::int64_t> offsets;
            for (const OptionalOffset& offset : player.offsets()) {
                offsets.push_back(offset.value_or(OptionalOffset::none).value());
            }
            const auto position = std::find(allocations.order.begin(), allocations.order.end(), step->buffer);
            const auto candidates =
                search.find(static_cast<std::size_t>(position - allocations.order.begin()), offsets);
            QCOMPARE(candidates.size(), step->candidates.size());
            for (std::size_t k = 0; k < candidates.size(); ++k) {
                QCOMPARE(candidates[k].offset, step->candidates[k]);
            }
            QCOMPARE(*player.offsets()[step->buffer], step->candidates[step->chosen]);
            ++compared;
        }
        QCOMPARE(compared, std::size_t{3});
    }

    void other_planners_record_none() { QVERIFY(steps_of(planned({}, "greedy-by-area")).empty()); }
};

ARENASCOPE_TEST(PlacementStepTest)
#include "placement_step_test.moc"

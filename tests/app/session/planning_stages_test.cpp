#include "app/session/planning_stages.h"

#include "core/planner/generate/generated_problem.h"
#include "qt/tasks/handled_at_once.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const PlanOrder by_default{.planner = "peak-suppression", .settings = {{"metrics", "length"}, {"alignment", "64"}}};

Problem generated(GeneratedKind kind, std::size_t buffers) {
    return *generated_problem(kind, buffers, 1);
}

/// All buffers live at the same time.
Problem crowd(std::size_t buffers) {
    Problem problem;
    problem.buffers.resize(buffers);
    for (Buffer& buffer : problem.buffers) {
        buffer.size = Bytes(1);
        buffer.lifetime = {Step(0), Step(1)};
    }
    return problem;
}

}  // namespace

class PlanningStagesTest : public QObject {
    Q_OBJECT

private slots:
    void a_small_problem_has_no_stages() {
        QVERIFY(!planning_stages(generated(GeneratedKind::sparse, most_handled_at_once), by_default));
    }

    void a_large_problem_is_placed_by_size_and_then_searched() {
        const auto stages = planning_stages(generated(GeneratedKind::sparse, most_handled_at_once + 1), by_default);
        QVERIFY(stages && stages->search);
        QCOMPARE(stages->first.planner, std::string("offsets-greedy-by-size"));
        QCOMPARE(stages->search->planner, std::string("peak-suppression"));
        QVERIFY(stages->is_search_recorded);
        QVERIFY(stages->search->trace_byte_limit > 0);
    }

    void the_first_planner_takes_the_settings_that_it_knows() {
        const auto stages = planning_stages(generated(GeneratedKind::model, most_handled_at_once + 1), by_default);
        QVERIFY(stages->first.settings == (std::vector<KeyValue>{{"alignment", "64"}}));
        QVERIFY(stages->search->settings == by_default.settings);
    }

    void many_buffers_at_a_time_are_placed_in_order_of_birth() {
        const auto stages = planning_stages(generated(GeneratedKind::dense, 30'000), by_default);
        QCOMPARE(stages->first.planner, std::string("greedy-in-order-of-birth"));
        QVERIFY(stages->search);
    }

    void more_buffers_than_are_placed_by_size_within_seconds_are_placed_in_order_of_birth() {
        const auto stages = planning_stages(generated(GeneratedKind::sparse, 500'001), by_default);
        QCOMPARE(stages->first.planner, std::string("greedy-in-order-of-birth"));
        QVERIFY(stages->search);
    }

    void a_crowd_is_not_searched_and_the_plan_says_so() {
        for (const char* planner : {"peak-suppression", "offsets-greedy-by-size"}) {
            const auto stages = planning_stages(crowd(150'000), {.planner = planner});
            QVERIFY(stages);
            QVERIFY(!stages->search);
            QVERIFY(stages->first_notes.back().find("11,249,925,000 pairs") != std::string::npos);
        }
    }

    void a_planner_that_does_not_search_runs_alone() {
        QVERIFY(!planning_stages(generated(GeneratedKind::sparse, 30'000), {.planner = "greedy-tflm"}));
    }

    void the_steps_of_a_very_large_search_are_not_recorded_and_the_plan_says_so() {
        const auto stages = planning_stages(generated(GeneratedKind::sparse, most_recorded_unasked + 1), by_default);
        QVERIFY(!stages->is_search_recorded);
        QVERIFY(stages->search_notes.front().find("not recorded") != std::string::npos);
    }
};

ARENASCOPE_TEST(PlanningStagesTest)
#include "planning_stages_test.moc"

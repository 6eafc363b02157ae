#include "core/trace/step_layout.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Object 0 holds a and then c, object 1 holds b and then d.
PlacedPlan two_objects() {
    PlacedPlan plan = placed_plan({{"a", 0, 2, 4, 0}, {"b", 0, 2, 5, 10}, {"c", 2, 4, 10, 0}, {"d", 2, 4, 3, 10}});
    plan.layout.objects = {{{}, Offset(0), Bytes(10)}, {{}, Offset(10), Bytes(5)}};
    return plan;
}

/// The result with only some of its buffers.
Layout with_only(const Layout& result, const std::vector<std::size_t>& placed) {
    Layout layout;
    layout.placements.resize(result.placements.size());
    for (const std::size_t i : placed) {
        layout.placements[i] = result.placements[i];
    }
    return layout;
}

std::vector<std::int64_t> object_sizes(const PlacedPlan& plan, const std::vector<std::size_t>& placed) {
    std::vector<std::int64_t> sizes;
    for (const SharedObject& object : step_layout(with_only(plan.layout, placed), plan.layout, plan.problem).objects) {
        sizes.push_back(object.size.value());
    }
    return sizes;
}

/// The layouts of all steps of a run with sharing, in time order.
std::vector<Layout> steps_of_sharing(const Problem& problem, Layout& result) {
    const auto plan = run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
    result = plan->result.layout;
    TracePlayer player(*plan->trace);
    std::vector<Layout> steps;
    for (const FrameIndex frame : chief_frames(*plan->trace)) {
        player.go_to(frame);
        steps.push_back(step_layout(player.layout(problem), result, problem));
    }
    return steps;
}

}  // namespace

class StepLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void an_object_exists_from_its_first_buffer_and_grows_with_its_largest() {
        const PlacedPlan plan = two_objects();
        QCOMPARE(object_sizes(plan, {}), (std::vector<std::int64_t>{0, 0}));
        QCOMPARE(object_sizes(plan, {3}), (std::vector<std::int64_t>{0, 3}));
        QCOMPARE(object_sizes(plan, {0, 3}), (std::vector<std::int64_t>{4, 3}));
        QCOMPARE(object_sizes(plan, {0, 1, 3}), (std::vector<std::int64_t>{4, 5}));
        QCOMPARE(object_sizes(plan, {0, 1, 2, 3}), (std::vector<std::int64_t>{10, 5}));
    }

    void an_object_of_textures_has_the_dimensions_of_its_largest() {
        PlacedPlan plan = two_objects();
        plan.layout.objects[0].dimensions = {5, 2};
        plan.problem.buffers[0].set_dimensions({2, 2});
        plan.problem.buffers[2].set_dimensions({5, 2});
        const Layout step = step_layout(with_only(plan.layout, {0}), plan.layout, plan.problem);
        QCOMPARE(step.objects[0].dimensions, (std::vector<std::int64_t>{2, 2}));
    }

    void a_step_with_all_placements_of_the_result_is_the_result() {
        PlacedPlan plan = two_objects();
        plan.layout.objects[1].size = Bytes(8);  // larger than its buffers, as a file may have it
        QVERIFY(step_layout(with_only(plan.layout, {0, 1, 2, 3}), plan.layout, plan.problem) == plan.layout);
    }

    void a_group_has_the_members_that_share_bytes_at_the_step() {
        PlacedPlan plan = placed_plan({{"whole", 0, 4, 8, 0}, {"x", 0, 4, 4, 0}, {"y", 0, 4, 4, 4}});
        plan.layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        const auto groups = [&](const Layout& placed) {
            return step_layout(placed, plan.layout, plan.problem).sharing;
        };
        QVERIFY(groups(with_only(plan.layout, {})).empty());
        QVERIFY(groups(with_only(plan.layout, {0})).empty());
        QVERIFY(groups(with_only(plan.layout, {1, 2})).empty());
        QCOMPARE(groups(with_only(plan.layout, {0, 2})),
                 (std::vector{SharingGroup{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(2)}}}));
        QCOMPARE(groups(with_only(plan.layout, {0, 1, 2})), plan.layout.sharing);
        // A step may place all buffers, but elsewhere.
        Layout apart = with_only(plan.layout, {0, 1, 2});
        apart.placements[1]->offset = Offset(8);
        apart.placements[2]->offset = Offset(12);
        QVERIFY(groups(apart).empty());
    }

    void an_arena_keeps_all_its_placed_members() {
        PlacedPlan plan = placed_plan({{"s", 0, 4, 8, 0}, {"t", 0, 4, 8, 8}, {"x", 0, 4, 4, 2}, {"y", 0, 4, 4, 4}});
        plan.layout.sharing = {
            {SharingGroup::Kind::arena, {BufferIndex(0), BufferIndex(1), BufferIndex(2), BufferIndex(3)}}};
        const Layout step = step_layout(with_only(plan.layout, {0, 1, 2}), plan.layout, plan.problem);
        QCOMPARE(step.sharing.front().members, (std::vector{BufferIndex(0), BufferIndex(1), BufferIndex(2)}));
    }

    void an_operator_without_outputs_is_removed_when_its_operand_is_placed() {
        PlacedPlan plan = placed_plan({{"a", 0, 2, 4, 0}, {"b", 0, 2, 4, 4}});
        plan.problem.graph.emplace().operators = {
            {"out", "Noop", Step(1), {BufferIndex(0)}, {}, {}, OperatorFeature::removable, {0}}};
        plan.layout.removed = {OperatorIndex(0)};
        QVERIFY(step_layout(with_only(plan.layout, {1}), plan.layout, plan.problem).removed.empty());
        QCOMPARE(step_layout(with_only(plan.layout, {0}), plan.layout, plan.problem).removed, plan.layout.removed);
    }

    void only_placed_scratch_has_a_rule() {
        PlacedPlan plan = placed_plan({{"s", 0, 4, 8, 0}, {"t", 0, 4, 8, 8}});
        plan.layout.scratch = {{BufferIndex(0)}, {BufferIndex(1)}};
        const Layout step = step_layout(with_only(plan.layout, {1}), plan.layout, plan.problem);
        QCOMPARE(step.scratch, (std::vector{ScratchPlacement{BufferIndex(1)}}));
    }

    void a_step_of_a_sharing_run_has_what_its_placements_share() {
        const Problem problem = worked_network();
        Layout result;
        const std::vector<Layout> steps = steps_of_sharing(problem, result);
        QVERIFY(!result.removed.empty() && steps.size() > 3);
        for (const Layout& step : steps) {
            for (const OperatorIndex index : step.removed) {
                QVERIFY(makes_unnecessary(step, problem, problem.graph->operators[index]));
            }
            for (const SharingGroup& group : step.sharing) {
                QVERIFY(std::ranges::all_of(group.members,
                                            [&](BufferIndex member) { return step.placements[member].has_value(); }));
            }
            QVERIFY(threshold(problem, step) <= threshold(problem));
        }
        QVERIFY(steps.front().removed.size() < result.removed.size());
        QVERIFY(std::ranges::find(steps, result) != steps.end());
    }
};

ARENASCOPE_TEST(StepLayoutTest)
#include "step_layout_test.moc"

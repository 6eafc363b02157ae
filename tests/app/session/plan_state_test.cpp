#include "app/session/plan_state.h"

#include "tests/support/placed_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PlanStateTest : public QObject {
    Q_OBJECT

private slots:
    void edits_apply_in_the_order_in_which_they_were_made() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 2, 6, 8, -1}});
        plan.problem.regions.push_back({"second", 0, {}, Bytes(1)});
        plan.problem.buffers[1].region = RegionIndex(1);
        PlanState state;
        state.problem = std::make_shared<Problem>(plan.problem);
        QCOMPARE(edited_layout(state, plan.layout), plan.layout);
        state.edits = {{BufferIndex(0), {Offset(16), RegionIndex(0)}},
                       {BufferIndex(1), {Offset(3), RegionIndex(1)}},
                       {BufferIndex(0), {Offset(24), RegionIndex(0)}}};
        const Layout edited = edited_layout(state, plan.layout);
        QCOMPARE(edited.placements[0], std::optional(Placement{Offset(24), RegionIndex(0)}));
        QCOMPARE(edited.placements[1], std::optional(Placement{Offset(3), RegionIndex(1)}));
    }

    void moved_scratch_has_no_placement_rule() {
        auto plan = test::placed_plan({{"tensor", 0, 4, 10, 0}, {"in", 1, 2, 4, 10}, {"on", 2, 3, 6, 10}});
        plan.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(14)}, {Offset(0), Offset(16)}}};
        plan.layout.scratch = {{BufferIndex(1), ScratchRule::free_top}, {BufferIndex(2), ScratchRule::grown_top}};
        PlanState state;
        state.problem = std::make_shared<Problem>(plan.problem);
        state.edits = {{BufferIndex(1), {Offset(12), RegionIndex(0)}}};
        const Layout within = edited_layout(state, plan.layout);
        QVERIFY(!scratch_rule_of(within, BufferIndex(1)));
        QCOMPARE(scratch_rule_of(within, BufferIndex(2)), std::optional(ScratchRule::grown_top));
        QCOMPARE(within.heaps, plan.layout.heaps);
        state.edits = {state.edits[0], {BufferIndex(2), {Offset(30), RegionIndex(0)}}};
        QVERIFY(edited_layout(state, plan.layout).heaps.empty());
        // A buffer that was moved there and back keeps its rule.
        state.edits = {{BufferIndex(1), {Offset(12), RegionIndex(0)}}, {BufferIndex(1), {Offset(10), RegionIndex(0)}}};
        QCOMPARE(edited_layout(state, plan.layout), plan.layout);
    }

    void a_removed_operator_runs_again_if_an_edit_moves_its_buffers_apart() {
        auto plan = test::small_network();
        const Placement of_a = *plan.layout.placements[1];
        plan.layout.placements[3] = of_a;
        plan.layout.removed = {OperatorIndex(2)};
        PlanState state;
        state.problem = std::make_shared<Problem>(plan.problem);
        state.edits = {{BufferIndex(0), {Offset(16384), RegionIndex(0)}}};
        QCOMPARE(edited_layout(state, plan.layout).removed, plan.layout.removed);
        state.edits = {state.edits[0], {BufferIndex(3), {of_a.offset + Bytes(1), of_a.region}}};
        QVERIFY(edited_layout(state, plan.layout).removed.empty());
    }
};

ARENASCOPE_TEST(PlanStateTest)
#include "plan_state_test.moc"

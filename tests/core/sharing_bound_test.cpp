#include "core/planner/sharing/sharing_bound.h"

#include <rapidcheck.h>

#include "core/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/random_decisions.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

class SharingBoundTest : public QObject {
    Q_OBJECT

private slots:
    void counts_the_bytes_of_a_view_once() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto view = sketch.add("view", OperatorFeature::removable, {in}, 8);
        sketch.add("end", OperatorFeature::ordinary, {in, view}, 4);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(12));
        QCOMPARE(sharing_bound(sketch.problem(), {{}, {{OperatorIndex(0), 0}}}), Bytes(20));
    }

    void counts_an_output_that_overwrites_its_operand_once() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("relu", OperatorFeature::in_place, {in}, 8);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(8));
        QCOMPARE(sharing_bound(sketch.problem(), {{}, {{OperatorIndex(0), 0}}}), Bytes(16));
    }

    void a_part_that_is_read_later_keeps_its_merge_from_being_overwritten() {
        const Problem problem = test::copying_network();
        QCOMPARE(sharing_bound(problem, {}), Bytes(28));
        const SharedOperand a{OperatorIndex(2), 0};
        QCOMPARE(sharing_bound(problem, {{a}, {}}), Bytes(32));
        QCOMPARE(sharing_bound(problem, {{}, {a}}), Bytes(28));
    }

    void counts_an_operand_that_a_merge_holds_twice_twice() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto cat = sketch.add("cat", OperatorFeature::merge, {in, in}, 16);
        sketch.add("end", OperatorFeature::ordinary, {cat}, 4);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(20));
    }

    void a_gap_is_not_counted() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 8);
        sketch.add("end", OperatorFeature::ordinary, {in, b}, 8);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(24));
        sketch.problem().buffers[in].gaps = {{{Step(1), Step(2)}, std::nullopt}};
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(24));
        sketch.problem().buffers[in].gaps = {{{Step(1), Step(3)}, std::nullopt}};
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(16));
    }

    void is_never_above_a_layout_that_respects_the_decisions() {
        QVERIFY(rc::check("bound of the decisions that a layout took", [] {
            const Problem problem = test::random_network();
            const SharingDecisions wanted = test::random_decisions(problem);
            const SharingPlan plan = sharing_plan(problem, {.decisions = &wanted});
            const Problem blocks = block_problem(problem, plan);
            const auto placed = run_planner(blocks, empty_layout(blocks), {.planner = "greedy-by-area"});
            const Offset top = peak(problem, layout_of_blocks(problem, plan, placed->result.layout));
            RC_ASSERT(sharing_bound(problem, {}).value() <= top.value());
            RC_ASSERT(sharing_bound(problem, wanted).value() <= top.value());
            RC_ASSERT(sharing_bound(problem, {plan.shared, wanted.copied}).value() <= top.value());
        }));
    }
};

ARENASCOPE_TEST(SharingBoundTest)
#include "sharing_bound_test.moc"

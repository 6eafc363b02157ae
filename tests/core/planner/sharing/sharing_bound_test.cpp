#include "core/planner/sharing/sharing_bound.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/dataflow.h"
#include "tests/support/random_decisions.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

namespace {

/// Every two buffers are declared to share, so that the checker accepts whatever the operators allow.
Layout with_all_pairs_declared(const Problem& problem) {
    Layout layout = empty_layout(problem);
    for (std::size_t a = 0; a < problem.buffers.size(); ++a) {
        for (std::size_t b = a + 1; b < problem.buffers.size(); ++b) {
            layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(a), BufferIndex(b)}});
        }
    }
    return layout;
}

/// Tries all offsets of the buffers from `next` on, below the limit. A layout counts if the checker accepts it and
/// every operator reads what was written.
bool has_layout_below(const Problem& problem, Layout& layout, std::size_t next, std::int64_t limit) {
    if (next == problem.buffers.size()) {
        for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
            layout.removed.emplace_back(i);
        }
        (void)reinstate_operators(layout, problem);
        const bool is_right = test::Dataflow(problem, layout).first_wrong_read().empty();
        layout.removed.clear();
        return is_right;
    }
    bool found = false;
    for (std::int64_t offset = 0; offset + problem.buffers[next].size.value() < limit && !found; ++offset) {
        layout.placements[next] = Placement{Offset(offset), RegionIndex(0)};
        found = check(problem, layout).overlaps.empty() && has_layout_below(problem, layout, next + 1, limit);
    }
    layout.placements[next].reset();
    return found;
}

}  // namespace

class SharingBoundTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_graph_it_is_the_threshold() {
        QVERIFY(rc::check("with gaps and two regions", [] {
            Problem problem = test::random_problem({.with_gaps = *rc::gen::arbitrary<bool>()});
            problem.regions.push_back({.name = "second"});
            for (Buffer& each : problem.buffers) {
                each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
            }
            RC_ASSERT(sharing_bound(problem, {}) == threshold(problem));
        }));
    }

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

    void merges_with_a_common_operand_are_apart_while_both_are_alive() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 2);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {in}, 8);
        const auto one = sketch.add("one", OperatorFeature::merge, {a, b}, 16);
        const auto two = sketch.add("two", OperatorFeature::merge, {b, a}, 16);
        sketch.add("end", OperatorFeature::ordinary, {one, two}, 4);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(36));
        // If the first has ended, the operands may go from it to the second.
        sketch.problem().buffers[one].lifetime.end = Step(3);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(20));
    }

    void merges_within_a_larger_merge_are_not_apart() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 2);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {in}, 8);
        const auto inner = sketch.add("inner", OperatorFeature::merge, {a, b}, 16);
        const auto outer = sketch.add("outer", OperatorFeature::merge, {inner, b}, 24);
        sketch.add("end", OperatorFeature::ordinary, {inner, outer}, 4);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(28));
    }

    void a_gap_is_not_counted() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 8);
        sketch.add("end", OperatorFeature::ordinary, {in, b}, 8);
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(24));
        sketch.problem().buffers[in].set_gaps({{{Step(1), Step(2)}, std::nullopt}});
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(24));
        sketch.problem().buffers[in].set_gaps({{{Step(1), Step(3)}, std::nullopt}});
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(16));
    }

    void counts_an_output_that_overwrites_an_operand_with_a_gap_once() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 10);
        const auto other = sketch.input("other", 5);
        sketch.add("wait", OperatorFeature::ordinary, {other}, 0);
        sketch.add("more", OperatorFeature::ordinary, {}, 0);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {in}, 10);
        sketch.add("end", OperatorFeature::ordinary, {relu}, 0);
        sketch.problem().buffers[in].set_gaps({{{Step(1), Step(2)}, std::nullopt}});
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(15));
    }

    void counts_the_bytes_of_a_view_with_a_window_once() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto view = sketch.add("view", OperatorFeature::removable, {in}, 8);
        sketch.add("end", OperatorFeature::ordinary, {in, view}, 4);
        sketch.problem().buffers[view].set_gaps({{{Step(1), Step(2)}, Window{Bytes(2), Bytes(8)}}});
        QCOMPARE(sharing_bound(sketch.problem(), {}), Bytes(12));
    }

    void no_layout_with_gaps_that_the_checker_accepts_is_below_it() {
        QVERIFY(rc::check("against all layouts with gaps", [] {
            Problem problem = test::random_network(4);
            for (Buffer& each : problem.buffers) {
                const std::int64_t begin = each.lifetime.begin.value();
                const std::int64_t length = each.lifetime.end.value() - begin;
                if (length > 1 && *rc::gen::arbitrary<bool>()) {
                    const std::int64_t from = begin + *rc::gen::inRange<std::int64_t>(0, length);
                    const std::int64_t to = *rc::gen::inRange<std::int64_t>(from + 1, begin + length + 1);
                    each.set_gaps({{{Step(from), Step(to)}, std::nullopt}});
                }
            }
            const std::int64_t bound = sharing_bound(problem, {}).value();
            RC_PRE(bound <= 12);
            Layout layout = with_all_pairs_declared(problem);
            RC_ASSERT(!has_layout_below(problem, layout, 0, bound));
        }));
    }

    void no_layout_that_the_checker_accepts_is_below_it() {
        QVERIFY(rc::check("against all layouts", [] {
            const Problem problem = test::random_network(5);
            const std::int64_t bound = sharing_bound(problem, {}).value();
            RC_PRE(bound <= 12);
            Layout layout = with_all_pairs_declared(problem);
            RC_ASSERT(!has_layout_below(problem, layout, 0, bound));
        }));
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

// What a file lets share beyond its operators, and so what operator-sharing may not call proved.

#include <algorithm>

#include "core/planner/planning.h"
#include "core/planner/shared_problem.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Layout layout_with_group(const Problem& problem, const std::vector<BufferIndex>& members,
                         SharingGroup::Kind kind = SharingGroup::Kind::sharing) {
    Layout layout = empty_layout(problem);
    layout.sharing = {{kind, members}};
    return layout;
}

/// w = concat(x, y), and z lives before it. No operator writes x and y.
struct UnwrittenOperands {
    NetworkSketch sketch;
    BufferIndex x = sketch.input("x", 2);
    BufferIndex y = sketch.input("y", 2);
    BufferIndex z = sketch.input("z", 6);
    BufferIndex first = sketch.add("first", OperatorFeature::ordinary, {x, y, z}, 0);
    BufferIndex w = sketch.add("w", OperatorFeature::merge, {x, y}, 4);
};

}  // namespace

class OperatorGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void what_operators_allow_is_nothing_beyond_them() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {in}, 8);
        const auto view = sketch.add("view", OperatorFeature::removable, {relu}, 8);
        const auto more = sketch.add("more", OperatorFeature::removable, {view}, 8);
        sketch.add("end", OperatorFeature::ordinary, {relu, view, more}, 4);
        const Problem& problem = sketch.problem();
        QVERIFY(groups_beyond_operators(problem, layout_with_group(problem, {in, relu})).empty());
        QVERIFY(groups_beyond_operators(problem, layout_with_group(problem, {relu, more})).empty());
        // in ends before more begins, so that they never meet.
        QVERIFY(groups_beyond_operators(problem, layout_with_group(problem, {in, relu, view, more})).empty());
        QCOMPARE(groups_beyond_operators(problem, layout_with_group(problem, {in, relu}, SharingGroup::Kind::in_place))
                     .size(),
                 std::size_t{1});
    }

    void two_operands_that_no_operator_writes_may_lie_at_one_offset() {
        UnwrittenOperands merged;
        const Problem& problem = merged.sketch.problem();
        QVERIFY(groups_beyond_operators(
                    problem, layout_with_group(problem, {merged.w, merged.x, merged.y}, SharingGroup::Kind::parts))
                    .empty());
        const auto groups = groups_beyond_operators(problem, layout_with_group(problem, {merged.x, merged.y}));
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front().members, (std::vector{merged.x, merged.y, merged.w}));
    }

    void two_parts_of_one_merge_that_operators_write_share_nothing_more() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 2);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 2);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {in}, 2);
        sketch.add("w", OperatorFeature::merge, {a, b}, 4);
        QVERIFY(groups_beyond_operators(sketch.problem(), layout_with_group(sketch.problem(), {a, b})).empty());
    }

    void operator_sharing_calls_nothing_proved_that_a_group_lets_be_lower() {
        UnwrittenOperands merged;
        const Problem& problem = merged.sketch.problem();
        // Peak 8: x and y at 0, z above them, then w.
        Layout file = layout_of(problem, {0, 0, 20, 0, 2});
        file.sharing = {{SharingGroup::Kind::sharing, {merged.x, merged.y}}};
        const auto high = run_planner(problem, file, {.planner = "operator-sharing"});
        QVERIFY(high.has_value());
        QVERIFY(high->result.lower_bound <= Bytes(8));
        file.placements[merged.z] = Placement{Offset(2), RegionIndex(0)};
        const auto kept = run_planner(problem, file, {.planner = "operator-sharing"});
        QVERIFY2(kept.has_value(), kept ? "" : to_string(kept.error()).c_str());
        QCOMPARE(peak(kept->problem, kept->result.layout), Offset(8));
    }
};

ARENASCOPE_TEST(OperatorGroupsTest)
#include "operator_groups_test.moc"

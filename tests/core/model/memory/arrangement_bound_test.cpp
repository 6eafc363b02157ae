#include "core/model/memory/arrangement_bound.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

class ArrangementBoundTest : public QObject {
    Q_OBJECT

private slots:
    void at_each_step_only_members_that_may_not_overlap_add_up() {
        const Problem problem =
            problem_of({buffer("whole", 0, 4, 10), buffer("x", 0, 2, 4), buffer("y", 1, 3, 5), buffer("z", 0, 4, 3)});
        Layout layout = empty_layout(problem);
        layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        QCOMPARE(arrangement_bound(problem, layout), Bytes(13));
        // Parts of one whole lie in it, and beside each other.
        Problem late = problem;
        late.buffers[0].lifetime = {Step(2), Step(4)};
        layout.sharing.front().kind = SharingGroup::Kind::parts;
        QCOMPARE(arrangement_bound(late, layout), Bytes(13));
        late.buffers[0].size = Bytes(2);
        QCOMPARE(arrangement_bound(late, layout), Bytes(12));
    }

    void the_last_reader_is_the_last_to_run_also_if_operators_are_listed_out_of_order() {
        NetworkSketch sketch;
        const auto a = sketch.input("a", 10);
        sketch.add("early", OperatorFeature::ordinary, {a}, 0);
        const auto b = sketch.add("b", OperatorFeature::in_place, {a}, 10);
        Problem& problem = sketch.problem();
        Layout layout = empty_layout(problem);
        layout.sharing = {{SharingGroup::Kind::in_place, {a, b}}};
        QCOMPARE(arrangement_bound(problem, layout), Bytes(10));
        std::swap(problem.graph->operators[0], problem.graph->operators[1]);
        QCOMPARE(arrangement_bound(problem, layout), Bytes(10));
    }
};

ARENASCOPE_TEST(ArrangementBoundTest)
#include "arrangement_bound_test.moc"

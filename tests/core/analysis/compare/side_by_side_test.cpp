#include "core/analysis/compare/side_by_side.h"

#include "core/check/overlap_checker.h"
#include "core/picture/plan/container.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class SideBySideTest : public QObject {
    Q_OBJECT

private slots:
    void puts_each_plan_into_its_own_regions_the_first_above() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        const Layout first = layout_of(problem, {0, 8});
        const Layout second = layout_of(problem, {8, 0});
        const SideBySide both = side_by_side({problem, first}, "one", {problem, second}, "two");
        QCOMPARE(both.problem.regions.size(), std::size_t{2});
        QCOMPARE(both.problem.regions[0].name, std::string("two / arena"));
        QCOMPARE(both.problem.regions[1].name, std::string("one / arena"));
        QCOMPARE(both.layout.placements[0], (std::optional(Placement{Offset(8), RegionIndex(0)})));
        QCOMPARE(both.layout.placements[2], (std::optional(Placement{Offset(0), RegionIndex(1)})));
        // Higher on the page means higher in the common coordinates.
        const std::vector<Container> stack = containers(both.problem, both.layout);
        QVERIFY(stack[1].shift > stack[0].shift);
        QVERIFY(is_clean(check(both.problem, both.layout)));
    }

    void notes_of_both_are_pinned_where_they_were() {
        const Problem second = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        const std::vector<PinnedNote> of_first = {{"why", BufferIndex(1)},
                                                  {"here", BytePlace{RegionIndex(0), Offset(4), Step(1)}}};
        const std::vector<PinnedNote> of_second = {{"so", BufferIndex(0)}, {"then", Step(3)}};
        QCOMPARE(notes_side_by_side(of_first, of_second, second),
                 (std::vector<PinnedNote>{{"A: why", BufferIndex(3)},
                                          {"A: here", BytePlace{RegionIndex(1), Offset(4), Step(1)}},
                                          {"B: so", BufferIndex(0)},
                                          {"B: then", Step(3)}}));
    }

    void keeps_sharing_groups() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 0});
        layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        const SideBySide both = side_by_side({problem, layout}, "one", {problem, layout}, "two");
        QCOMPARE(both.layout.sharing[1].members, (std::vector<BufferIndex>{BufferIndex(2), BufferIndex(3)}));
        QVERIFY(is_clean(check(both.problem, both.layout)));
    }

    void keeps_shared_objects_with_their_numbers() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 8});
        layout.objects = {{RegionIndex(0), Offset(0), Bytes(8)}, {RegionIndex(0), Offset(8), Bytes(8)}};
        const SideBySide both = side_by_side({problem, layout}, "one", {problem, layout}, "two");
        QCOMPARE(both.layout.objects[1], layout.objects[1]);
        QCOMPARE(both.layout.objects[3], (SharedObject{RegionIndex(1), Offset(8), Bytes(8)}));
        QCOMPARE(both.object_numbers,
                 (std::vector<ObjectIndex>{ObjectIndex(0), ObjectIndex(1), ObjectIndex(0), ObjectIndex(1)}));
        QVERIFY(is_clean(check(both.problem, both.layout)));
    }
};

ARENASCOPE_TEST(SideBySideTest)
#include "side_by_side_test.moc"

#include "core/analysis/compare/plan_changes.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanChangesTest : public QObject {
    Q_OBJECT

private slots:
    void each_buffer_says_what_became_of_it() {
        const Problem before = problem_of({buffer("gone", 0, 1, 1), buffer("old", 0, 3, 2), buffer("stays", 0, 1, 5)});
        const Problem after = problem_of({buffer("stays", 0, 1, 5), buffer("new", 0, 3, 2), buffer("added", 0, 1, 6)});
        const Layout first = layout_of(before, {0, 1, 3});
        const Layout second = layout_of(after, {3, 9, 11});
        const PlanChanges all = plan_changes({before, first}, {after, second}, pair_buffers(before, after));
        QCOMPARE(all.buffers,
                 (std::vector<ComparedBuffer>{
                     {.first = BufferIndex(0)},
                     {.first = BufferIndex(1), .second = BufferIndex(1), .is_renamed = true, .is_moved = true},
                     {.first = BufferIndex(2), .second = BufferIndex(0)},
                     {.second = BufferIndex(2)}}));
        QCOMPARE(all.paired_by_name, std::size_t{1});
        QCOMPARE(all.added, std::size_t{1});
        QCOMPARE(all.removed, std::size_t{1});
        QCOMPARE(all.renamed, std::size_t{1});
        QCOMPARE(all.moved, std::size_t{1});
        QVERIFY(is_removed(all.buffers[0]));
        QVERIFY(is_change(all.buffers[1]));
        QVERIFY(!is_change(all.buffers[2]));
        QVERIFY(is_added(all.buffers[3]));
        QCOMPARE(offset_change({before, first}, {after, second}, all.buffers[1]), std::optional<std::int64_t>(8));
        QCOMPARE(offset_change({before, first}, {after, second}, all.buffers[3]), std::optional<std::int64_t>());
    }

    void a_move_to_another_region_has_no_distance() {
        Problem before = problem_of({buffer("a", 0, 1, 4)});
        before.regions = {Region{}, Region{}};
        before.regions[1].name = "sram";
        Layout first = layout_of(before, {8});
        Layout second = first;
        second.placements[0]->region = RegionIndex(1);
        const PlanChanges all = plan_changes({before, first}, {before, second}, pair_by_name(before, before));
        QVERIFY(all.buffers[0].is_moved);
        QCOMPARE(offset_change({before, first}, {before, second}, all.buffers[0]), std::optional<std::int64_t>());
    }

    void a_buffer_placed_in_one_plan_only_has_moved() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4)});
        const Layout placed = layout_of(problem, {0});
        const Layout empty = empty_layout(problem);
        const BufferPairing pairing = pair_by_name(problem, problem);
        QCOMPARE(plan_changes({problem, placed}, {problem, empty}, pairing).moved, std::size_t{1});
        QCOMPARE(plan_changes({problem, empty}, {problem, empty}, pairing).moved, std::size_t{0});
    }
};

ARENASCOPE_TEST(PlanChangesTest)
#include "plan_changes_test.moc"

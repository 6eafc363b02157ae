#include "core/analysis/compare/plan_totals.h"

#include "core/model/tiers/rectangle_classifier.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanTotalsTest : public QObject {
    Q_OBJECT

private slots:
    void figures_tell_peak_threshold_and_what_lies_above_it() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 3, 4), buffer("c", 2, 4, 2)});
        const Layout layout = layout_of(problem, {0, 6, 0});
        const PlanFigures figures = plan_figures({problem, layout}, classify(problem, layout));
        QCOMPARE(figures.height.peak, std::optional(Offset(10)));
        QCOMPARE(figures.height.threshold, Bytes(8));
        QCOMPARE(figures.height.peak_step, Step(1));
        QCOMPARE(figures.over, std::size_t{1});
        QCOMPARE(figures.largest_free, Bytes(4));
        QCOMPARE(figures.buffers, std::size_t{3});
        QCOMPARE(figures.total, Bytes(10));
    }

    void a_plan_with_an_unplaced_buffer_has_no_peak() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4)});
        QCOMPARE(plan_figures({problem, empty_layout(problem)}, {}).height.peak, std::optional<Offset>());
    }

    void groups_of_both_plans_are_joined_by_name() {
        const Problem first = problem_of({buffer("x/1", 0, 2, 4), buffer("x/2", 2, 3, 8), buffer("y/1", 0, 2, 2)});
        const Problem second = problem_of({buffer("x/1", 0, 2, 4), buffer("z/1", 0, 2, 7)});
        QCOMPARE(group_totals({first, empty_layout(first)}, {Step(1), {}}, {second, empty_layout(second)},
                              {Step(1), {}}, GroupBy::name_prefix),
                 (std::vector<GroupTotal>{{"z", {}, {1, Bytes(7), Bytes(7)}},
                                          {"y", {1, Bytes(2), Bytes(2)}, {}},
                                          {"x", {2, Bytes(12), Bytes(4)}, {1, Bytes(4), Bytes(4)}}}));
    }

    void bytes_that_buffers_share_are_part_of_one_group() {
        Problem problem = problem_of({buffer("x/1", 0, 2, 4), buffer("y/1", 0, 2, 4)});
        Layout layout = layout_of(problem, {0, 0});
        layout.sharing = {{SharingGroup::Kind::in_place, {BufferIndex(0), BufferIndex(1)}}};
        const PlanFigures figures = plan_figures({problem, layout}, {});
        QCOMPARE(figures.height.threshold, Bytes(4));
        const auto totals = group_totals({problem, layout}, figures.moment(), {problem, layout}, figures.moment(),
                                         GroupBy::name_prefix);
        QCOMPARE(totals[0].first.at_peak + totals[1].first.at_peak, Bytes(4));
    }

    void sums_of_sizes_count_shared_bytes_once() {
        const Problem problem = problem_of({buffer("x/whole", 0, 2, 12), buffer("y/part", 0, 2, 4),
                                            buffer("y/part2", 0, 2, 8), buffer("z/alone", 0, 2, 3)});
        Layout layout = layout_of(problem, {0, 0, 4, 12});
        layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        const Comparand plan{problem, layout};
        QCOMPARE(sizes_counted_once(plan),
                 (IndexedVector<BufferIndex, Bytes>{Bytes(12), Bytes(0), Bytes(0), Bytes(3)}));
        QCOMPARE(plan_figures(plan, {}).total, Bytes(15));
        const auto totals = group_totals(plan, {Step(1), {}}, plan, {Step(1), {}}, GroupBy::name_prefix);
        QCOMPARE(totals[0].first, (SideTotal{1, Bytes(12), Bytes(12)}));
        QCOMPARE(totals[2].first, (SideTotal{2, Bytes(0), Bytes(0)}));
    }

    void changed_bytes_count_shared_bytes_once() {
        const Problem first = problem_of({buffer("a", 0, 2, 4), buffer("gone", 0, 2, 7)});
        const Problem second = problem_of({buffer("a", 0, 2, 4), buffer("view", 0, 2, 4), buffer("new", 0, 2, 5)});
        const Layout of_first = layout_of(first, {0, 4});
        Layout of_second = layout_of(second, {8, 8, 0});
        of_second.sharing = {{SharingGroup::Kind::in_place, {BufferIndex(0), BufferIndex(1)}}};
        const Comparand a{first, of_first};
        const Comparand b{second, of_second};
        const PlanChanges changes = plan_changes(a, b, pair_buffers(first, second));
        QCOMPARE(changed_bytes(a, b, changes), (ChangedBytes{Bytes(5), Bytes(7), Bytes(4)}));
    }

    void group_sums_equal_those_of_the_plan() {
        QVERIFY(rc::check("all bytes are in some group", [] {
            const Problem first = random_problem({.with_gaps = true});
            const Problem second = random_problem({.with_gaps = true});
            const GroupBy by = *rc::gen::elementOf(all_groupings);
            Bytes of_first;
            std::size_t of_second = 0;
            for (const GroupTotal& total : group_totals({first, empty_layout(first)}, {Step(3), {}},
                                                        {second, empty_layout(second)}, {Step(4), {}}, by)) {
                of_first = of_first + total.first.bytes;
                of_second += total.second.buffers;
            }
            RC_ASSERT(of_first == total_size(first));
            RC_ASSERT(of_second == second.buffers.size());
        }));
    }
};

ARENASCOPE_TEST(PlanTotalsTest)
#include "plan_totals_test.moc"

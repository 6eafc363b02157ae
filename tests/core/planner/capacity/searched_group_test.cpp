#include "core/planner/capacity/searched_group.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class SearchedGroupTest : public QObject {
    Q_OBJECT

private slots:
    void both_directions_of_time_give_the_same_buffers() {
        Problem problem = problem_of({buffer("a", 4, 6, 3), buffer("b", 0, 2, 5), buffer("c", 1, 5, 7)});
        const SearchedGroup group = searched_group(problem, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}, {});
        for (const std::size_t direction : {std::size_t{0}, std::size_t{1}}) {
            const std::vector<std::int32_t> order{0, 1, 2};
            const auto members = members_in_order(group, direction, order);
            QCOMPARE(members.size(), std::size_t{3});
            for (std::size_t i = 0; i < members.size(); ++i) {
                QCOMPARE(group.seen[direction][i].size, problem.buffers[members[i]].size.value());
            }
        }
    }

    void pinned_buffers_come_last_and_are_no_members() {
        Problem problem = problem_of({buffer("a", 0, 6, 3), buffer("b", 0, 2, 5)});
        problem.buffers[0].pin = Offset(9);
        const SearchedGroup group = searched_group(problem, {BufferIndex(1)}, {BufferIndex(0)});
        QCOMPARE(group.least_tail, std::int64_t{12});
        QCOMPARE(group.seen[0].size(), std::size_t{2});
        QCOMPARE(members_in_order(group, 0, std::vector<std::int32_t>{1, 0}), std::vector{BufferIndex(1)});
    }

    void only_windows_prevent_proofs() {
        Problem problem = problem_of({buffer("a", 0, 6, 3), buffer("b", 0, 2, 5)});
        problem.buffers[0].set_gaps({{{Step(1), Step(2)}, {}}});
        QVERIFY(searched_group(problem, {BufferIndex(0), BufferIndex(1)}, {}).is_provable);
        problem.buffers[0].set_gaps({{{Step(1), Step(2)}, Window{Bytes(1), Bytes(2)}}});
        const SearchedGroup group = searched_group(problem, {BufferIndex(0), BufferIndex(1)}, {});
        QVERIFY(!group.is_provable);
        QVERIFY(windows_meet(group));
        problem.buffers[1].set_gaps({{{Step(1), Step(2)}, Window{Bytes(3), Bytes(4)}}});
        QVERIFY(!windows_meet(searched_group(problem, {BufferIndex(0), BufferIndex(1)}, {})));
    }
};

ARENASCOPE_TEST(SearchedGroupTest)
#include "searched_group_test.moc"

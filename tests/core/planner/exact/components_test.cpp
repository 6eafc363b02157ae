#include "core/planner/exact/components.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class ComponentsTest : public QObject {
    Q_OBJECT

private slots:
    void splits_where_nothing_crosses() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 4), buffer("c", 3, 5, 9)});
        const auto parts = components(problem, RegionIndex(0));
        QCOMPARE(parts.size(), std::size_t{2});
    }

    void buffers_alive_all_the_time_become_the_base_and_the_rest_is_split_again() {
        const Problem problem = problem_of({buffer("all", 0, 6, 5), buffer("a", 0, 2, 3), buffer("b", 1, 3, 4),
                                            buffer("c", 3, 5, 9), buffer("d", 4, 6, 1)});
        const auto parts = components(problem, RegionIndex(0));
        QCOMPARE(parts.size(), std::size_t{2});
        for (const Component& part : parts) {
            QCOMPARE(part.base, std::vector{BufferIndex(0)});
            QCOMPARE(part.base_size, std::int64_t{5});
            QCOMPARE(part.members.size(), std::size_t{2});
        }
        QCOMPARE(std::max(parts[0].lower_bound, parts[1].lower_bound), std::int64_t{15});
    }

    void there_is_no_base_with_pins_or_with_wasteful_alignment() {
        Problem problem = problem_of({buffer("all", 0, 6, 5), buffer("a", 0, 2, 3), buffer("b", 1, 6, 4)});
        problem.buffers[1].pin = Offset(0);
        QVERIFY(components(problem, RegionIndex(0)).front().base.empty());
        problem.buffers[1].pin.reset();
        problem.regions.front().alignment = Bytes(4);
        QVERIFY(components(problem, RegionIndex(0)).front().base.empty());
        problem.buffers[0].size = Bytes(8);
        QCOMPARE(components(problem, RegionIndex(0)).front().base.size(), std::size_t{1});
    }

    void counts_the_waste_of_alignment_except_for_the_topmost_buffer() {
        Problem problem = problem_of({buffer("a", 0, 2, 5), buffer("b", 0, 2, 6), buffer("c", 1, 3, 8)});
        problem.regions.front().alignment = Bytes(8);
        // 8 + 8 + 8, but the topmost buffer may leave 3 bytes unused.
        QCOMPARE(components(problem, RegionIndex(0)).front().lower_bound, std::int64_t{21});
    }

    void counts_the_waste_next_to_gaps_and_pins_but_not_below_a_window() {
        Problem problem = problem_of({buffer("a", 0, 2, 5), buffer("b", 0, 2, 6), buffer("c", 1, 9, 8)});
        problem.regions.front().alignment = Bytes(8);
        problem.buffers[0].pin = Offset(8);
        problem.buffers[2].set_gaps({{{Step(4), Step(6)}, std::nullopt}});
        QCOMPARE(components(problem, RegionIndex(0)).front().lower_bound, std::int64_t{21});
        // a keeps 2 of its 5 bytes, and these fit into the waste.
        problem.buffers[0].pin.reset();
        problem.buffers[0].set_gaps({{{Step(0), Step(2)}, Window{Bytes(0), Bytes(2)}}});
        QCOMPARE(components(problem, RegionIndex(0)).front().lower_bound, std::int64_t{16});
    }

    void buffers_in_pairwise_conflict_count_together() {
        Problem problem = problem_of({buffer("a", 0, 9, 4), buffer("b", 0, 6, 5), buffer("c", 3, 9, 7)});
        problem.buffers[0].set_gaps({{{Step(3), Step(6)}, std::nullopt}});
        QCOMPARE(components(problem, RegionIndex(0)).front().lower_bound, std::int64_t{16});
    }

    void tails_are_multiples_of_the_greatest_common_divisor() {
        Problem problem = problem_of({buffer("a", 0, 2, 12), buffer("b", 1, 3, 18), buffer("c", 2, 5, 24)});
        const auto grid = [&] { return tail_grid(problem, components(problem, RegionIndex(0)).front()); };
        QCOMPARE(grid(), std::int64_t{6});
        problem.buffers[2].alignment = Bytes(4);
        QCOMPARE(grid(), std::int64_t{2});
        problem.buffers[2].pin = Offset(7);
        QCOMPARE(grid(), std::int64_t{1});
    }
};

ARENASCOPE_TEST(ComponentsTest)
#include "components_test.moc"

#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const ClimbStop never_stop = [](std::uint64_t) { return false; };

/// Lowest fit by size gives a peak of 10; the threshold is 9.
Problem one_too_high() {
    return problem_of({buffer("a", 1, 4, 4), buffer("d", 3, 6, 4), buffer("c", 4, 6, 3), buffer("b", 4, 8, 2)});
}

OrderClimb climb_of(const Problem& problem, std::uint64_t seed = 1) {
    return {problem, RegionIndex(0), members_of(problem, RegionIndex(0)), seed};
}

}  // namespace

class OrderClimbTest : public QObject {
    Q_OBJECT

private slots:
    void swaps_lead_to_the_order_that_reaches_the_threshold() {
        const Problem problem = one_too_high();
        OrderClimb climb = climb_of(problem);
        QVERIFY(climb.start(never_stop));
        QCOMPARE(climb.peak(), peak(problem, place_in_order(problem, climb.order(), PlacingRule::lowest_fit)));
        for (int i = 0; i < 200 && climb.peak() > Offset(9); ++i) {
            (void)climb.swap(never_stop);
        }
        QCOMPARE(climb.peak(), Offset(9));
    }

    void never_raises_the_peak_and_always_matches_its_order() {
        QVERIFY(rc::check("climb", [] {
            Problem problem = random_problem({.most_buffers = 12, .with_gaps = true, .with_alignment = true});
            if (*rc::gen::arbitrary<bool>()) {
                problem.buffers.front().pin = Offset(24);
            }
            OrderClimb climb = climb_of(problem, *rc::gen::arbitrary<std::uint64_t>());
            RC_ASSERT(climb.start(never_stop));
            for (int i = 0; i < 30; ++i) {
                const Offset before = climb.peak();
                const PlacingOrder order = climb.order();
                const bool kept = climb.swap(never_stop);
                RC_ASSERT(climb.peak() <= before);
                RC_ASSERT((kept || climb.order() == order));
                Layout layout = empty_layout(problem);
                take_over(layout, climb.container().offsets(), RegionIndex(0));
                RC_ASSERT(layout == place_in_order(problem, climb.order(), PlacingRule::lowest_fit));
                RC_ASSERT(climb.peak() == peak(problem, layout));
            }
        }));
    }

    void a_stopped_swap_is_undone() {
        QVERIFY(rc::check("stopped swap", [] {
            const Problem problem = random_problem({.most_buffers = 12});
            OrderClimb climb = climb_of(problem, *rc::gen::arbitrary<std::uint64_t>());
            RC_ASSERT(climb.start(never_stop));
            const std::vector<std::int64_t> offsets(climb.container().offsets().begin(),
                                                    climb.container().offsets().end());
            const PlacingOrder order = climb.order();
            int left = *rc::gen::inRange(0, 3);
            if (!climb.swap([&](std::uint64_t) { return left-- == 0; })) {
                RC_ASSERT(climb.order() == order);
                RC_ASSERT(std::equal(offsets.begin(), offsets.end(), climb.container().offsets().begin()));
            }
        }));
    }

    void a_swap_that_keeps_the_peak_is_kept() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4)});
        OrderClimb climb = climb_of(problem);
        QVERIFY(climb.start(never_stop));
        QVERIFY(climb.swap(never_stop));
        QCOMPARE(climb.peak(), Offset(8));
        QCOMPARE(climb.order(), (PlacingOrder{BufferIndex(1), BufferIndex(0)}));
    }

    void one_buffer_has_nothing_to_swap() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4)});
        OrderClimb climb = climb_of(problem);
        QVERIFY(climb.start(never_stop));
        QVERIFY(!climb.is_stuck());
        QVERIFY(!climb.swap(never_stop));
        QVERIFY(climb.is_stuck());
        QCOMPARE(climb.peak(), Offset(4));
    }

    void is_stuck_only_where_no_swap_can_be_kept() {
        QVERIFY(rc::check("stuck", [] {
            Problem problem = random_problem({.most_buffers = 6, .with_gaps = true});
            if (!problem.buffers.empty() && *rc::gen::inRange(0, 3) == 0) {
                problem.buffers[0].pin = Offset(*rc::gen::inRange(0, 40));
            }
            OrderClimb climb = climb_of(problem);
            RC_ASSERT(climb.start(never_stop));
            for (int i = 0; i < 30; ++i) {
                const bool was_stuck = climb.is_stuck();
                const bool is_kept = climb.swap(never_stop);
                RC_ASSERT(!(was_stuck && is_kept));
                RC_ASSERT(climb.is_stuck() || !was_stuck);
            }
        }));
    }
};

ARENASCOPE_TEST(OrderClimbTest)
#include "order_climb_test.moc"

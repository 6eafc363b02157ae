#include "core/planner/peak_suppression/skyline_beam.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "tests/core/planner/peak_suppression/rearranged_group.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t ample_work = 1'000'000'000;

Offset tail_found(const Problem& problem, const SearchedGroup& group, std::size_t direction,
                  const std::vector<std::int32_t>& order) {
    return lowest_fit_tail(problem, members_in_order(group, direction, order));
}

/// The lowest tail of all orders placed by lowest fit.
Offset lowest_of_all_orders(const Problem& problem) {
    Group order = whole_group(problem);
    Offset lowest = lowest_fit_tail(problem, order);
    while (std::next_permutation(order.begin(), order.end())) {
        lowest = std::min(lowest, lowest_fit_tail(problem, order));
    }
    return lowest;
}

}  // namespace

class SkylineBeamTest : public QObject {
    Q_OBJECT

private slots:
    void a_group_is_sections_and_units() {
        const auto group = skyline_group(std::vector<SearchedBuffer>{
            {.begin = 0, .end = 4, .size = 12, .alignment = 1}, {.begin = 2, .end = 9, .size = 8, .alignment = 16}});
        QVERIFY(group);
        QCOMPARE(group->unit, std::int64_t{4});
        QCOMPARE(group->sections, 3);
        QCOMPARE(group->begin, (std::vector{0, 1}));
        QCOMPARE(group->end, (std::vector{2, 3}));
        QCOMPARE(group->size, (std::vector{3, 2}));
        QCOMPARE(group->alignment, (std::vector{1, 4}));
        QCOMPARE(group->live_size, (std::vector{3, 5, 2}));
        QCOMPARE(group->begun_start, (std::vector{0, 1, 2, 2}));
        QCOMPARE(group->begun, (std::vector{0, 1}));
    }

    void takes_no_pins_no_gaps_and_no_sizes_beyond_its_numbers() {
        const SearchedBuffer plain{.begin = 0, .end = 4, .size = 12, .alignment = 1};
        SearchedBuffer pinned = plain;
        pinned.pin = 0;
        SearchedBuffer in_pieces = plain;
        in_pieces.pieces = {{0, 2, 0, 12}};
        SearchedBuffer huge = plain;
        huge.size = (std::int64_t{1} << 40) + 1;
        QVERIFY(skyline_group(std::vector{plain}));
        QVERIFY(!skyline_group(std::vector{plain, pinned}));
        QVERIFY(!skyline_group(std::vector{plain, in_pieces}));
        QVERIFY(!skyline_group(std::vector{plain, huge}));
    }

    void fills_the_hole_that_lowest_fit_by_size_leaves() {
        const Problem problem = four_one_above();
        const SearchedGroup group = searched_group(problem, whole_group(problem), {});
        for (std::size_t direction = 0; direction < 2; ++direction) {
            const SkylineGroup skylines = *skyline_group(group.seen[direction]);
            SkylineBeam beam(skylines);
            Random random(1);
            QVERIFY(beam.search(9, {}, random, ample_work, never));
            QCOMPARE(tail_found(problem, group, direction, beam.order()), Offset(9));
            QCOMPARE(beam.depth(), 4);
            QVERIFY(beam.work() > 0);
            QVERIFY(!beam.search(8, {}, random, ample_work, never));
        }
    }

    void lifts_a_buffer_to_its_alignment() {
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 4)});
        problem.buffers[1].alignment = Bytes(4);
        const SearchedGroup group = searched_group(problem, whole_group(problem), {});
        const SkylineGroup skylines = *skyline_group(group.seen[0]);
        SkylineBeam beam(skylines);
        Random random(1);
        QVERIFY(beam.search(7, {}, random, ample_work, never));
        QCOMPARE(tail_found(problem, group, 0, beam.order()), Offset(7));
        problem.buffers[0].alignment = Bytes(4);
        const SearchedGroup both = searched_group(problem, whole_group(problem), {});
        const SkylineGroup aligned = *skyline_group(both.seen[0]);
        SkylineBeam second(aligned);
        QVERIFY(second.search(7, {}, random, ample_work, never));
    }

    void a_stop_and_an_empty_budget_end_it() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 4)});
        const SearchedGroup group = searched_group(problem, whole_group(problem), {});
        const SkylineGroup skylines = *skyline_group(group.seen[0]);
        SkylineBeam beam(skylines);
        Random random(1);
        QVERIFY(!beam.search(7, {}, random, ample_work, [] { return true; }));
        QVERIFY(!beam.search(7, {}, random, 0, never));
    }

    void what_stands_stays_below() {
        const Problem problem = problem_of({buffer("a", 0, 4, 3), buffer("b", 0, 2, 4), buffer("c", 2, 4, 4)});
        const SearchedGroup group = searched_group(problem, whole_group(problem), {});
        const SkylineGroup skylines = *skyline_group(group.seen[0]);
        SkylineBeam beam(skylines);
        Random random(1);
        for (std::int32_t buffer = 0; buffer < 3; ++buffer) {
            QVERIFY(beam.search(7, {}, random, ample_work, never, std::vector{StandingBuffer{buffer, 0}}));
            QCOMPARE(beam.order().front(), buffer);
            QCOMPARE(tail_found(problem, group, 0, beam.order()), Offset(7));
        }
        // 1 byte below it would be wasted, so it does not stand.
        QVERIFY(beam.search(7, {}, random, ample_work, never, std::vector{StandingBuffer{0, 1}}));
    }

    void a_layout_that_it_finds_is_below_the_capacity() {
        QVERIFY(rc::check("below the capacity", [] {
            const Problem problem = random_problem({.with_alignment = true});
            const SearchedGroup group = searched_group(problem, whole_group(problem), {});
            const auto direction = *rc::gen::inRange<std::size_t>(0, 2);
            const SkylineGroup skylines = *skyline_group(group.seen[direction]);
            SkylineBeam beam(skylines);
            Random random(*rc::gen::inRange<std::uint64_t>(0, 100));
            const std::int64_t capacity = threshold(problem).value() + *rc::gen::inRange<std::int64_t>(0, 20);
            const BeamTaste taste{.width = *rc::gen::inRange<std::size_t>(1, 20)};
            if (!beam.search(capacity, taste, random, ample_work, never)) {
                return;
            }
            std::vector<std::int32_t> sorted = beam.order();
            std::ranges::sort(sorted);
            for (std::int32_t i = 0; i < skylines.count; ++i) {
                RC_ASSERT(sorted[i] == i);
            }
            RC_ASSERT(tail_found(problem, group, direction, beam.order()).value() <= capacity);
        }));
    }

    void finds_nothing_below_the_lowest_layout_and_nearly_always_that() {
        int found = 0;
        int asked = 0;
        QVERIFY(rc::check("brute force", [&] {
            const Problem problem = random_problem({.most_buffers = 6, .most_steps = 8, .largest_size = 9});
            const SearchedGroup group = searched_group(problem, whole_group(problem), {});
            const std::int64_t lowest = lowest_of_all_orders(problem).value();
            for (std::size_t direction = 0; direction < 2; ++direction) {
                const SkylineGroup skylines = *skyline_group(group.seen[direction]);
                SkylineBeam beam(skylines);
                Random random(1);
                ++asked;
                found += beam.search(lowest, {.width = 200}, random, ample_work, never) ? 1 : 0;
                RC_ASSERT(!beam.search(lowest - 1, {.width = 200}, random, ample_work, never));
            }
        }));
        // Of skylines with the same buffers it keeps one only, so it is not complete.
        QVERIFY(10 * found >= 9 * asked);
    }

    void the_same_arguments_give_the_same_order() {
        QVERIFY(rc::check("reproducible", [] {
            const Problem problem = random_problem();
            const SearchedGroup group = searched_group(problem, whole_group(problem), {});
            const SkylineGroup skylines = *skyline_group(group.seen[0]);
            SkylineBeam first(skylines);
            SkylineBeam second(skylines);
            Random warm(5);
            const std::int64_t capacity = threshold(problem).value() + 5;
            (void)second.search(capacity, {.width = 3}, warm, ample_work, never);
            Random one(7);
            Random other(7);
            RC_ASSERT(first.search(capacity, {.width = 9}, one, ample_work, never) ==
                      second.search(capacity, {.width = 9}, other, ample_work, never));
            RC_ASSERT(first.order() == second.order());
        }));
    }
};

ARENASCOPE_TEST(SkylineBeamTest)
#include "skyline_beam_test.moc"

#include "core/model/network/spill/spill_search.h"

#include <rapidcheck.h>

#include "core/model/network/spill/spill_filling.h"
#include "core/model/network/spill/spill_prices.h"
#include "tests/support/random_spill.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A buffer that is written at `begin` and read at `end - 1`.
SpillItem written_and_read(std::int64_t size, std::size_t begin, std::size_t end) {
    return {.size = size, .end = end, .events = {{begin, 0, 1}, {end - 1, 1, 0}}};
}

SpillProblem with_rooms(std::vector<SpillItem> items, std::size_t times, std::int64_t first, std::int64_t second) {
    return {std::move(items), std::vector<std::int64_t>(times, first), std::vector<std::int64_t>(times, second)};
}

}  // namespace

class SpillSearchTest : public QObject {
    Q_OBJECT

private slots:
    void nothing_moves_where_everything_fits() {
        const SpillSearch found = search_spill(with_rooms({written_and_read(4, 0, 3)}, 3, 4, 0));
        QVERIFY(found.best && found.is_complete);
        QCOMPARE(found.best->traffic, std::int64_t{0});
        QCOMPARE(found.lower_bound, std::int64_t{0});
    }

    void a_buffer_leaves_between_its_uses_for_a_copy_out_and_one_back() {
        // At time 2, the other one needs the whole memory.
        const SpillSearch found = search_spill(with_rooms({written_and_read(4, 0, 5), {9, 3, {{2, 1, 1}}}}, 5, 9, 100));
        QVERIFY(found.best && found.is_complete);
        QCOMPARE(found.best->traffic, std::int64_t{8});
    }

    void a_resident_buffer_costs_each_use() {
        // The first memory is never large enough for it.
        const SpillSearch found = search_spill(with_rooms({{4, 5, {{0, 0, 1}, {2, 1, 0}, {4, 2, 0}}}}, 5, 3, 100));
        QVERIFY(found.best && found.is_complete);
        QCOMPARE(found.best->traffic, std::int64_t{4 * 4});
    }

    void what_is_unchanged_leaves_again_for_nothing() {
        // An input that arrives in the second memory is read at times 1 and 3, beside large buffers at 0, 2 and 4.
        const SpillItem input{4, 6, {{0, 0, 0, true}, {1, 2, 0}, {3, 2, 0}, {5, 2, 0}}};
        const SpillSearch found = search_spill(
            with_rooms({input, {9, 1, {{0, 9, 9}}}, {9, 3, {{2, 9, 9}}}, {9, 5, {{4, 9, 9}}}}, 6, 10, 100));
        QVERIFY(found.best && found.is_complete);
        QCOMPARE(found.best->traffic, std::int64_t{3 * 4});
    }

    void a_small_second_memory_takes_what_it_can() {
        const std::vector<SpillItem> items = {
            written_and_read(4, 0, 5), written_and_read(5, 0, 5), {6, 3, {{2, 9, 9}}}};
        QCOMPARE(search_spill(with_rooms(items, 5, 11, 100)).best->traffic, std::int64_t{8});
        QCOMPARE(search_spill(with_rooms(items, 5, 10, 100)).best->traffic, std::int64_t{10});
        QVERIFY(search_spill(with_rooms(items, 5, 10, 4)).is_impossible());
    }

    void without_room_it_is_impossible() {
        QVERIFY(search_spill(with_rooms({written_and_read(4, 0, 5)}, 5, 3, 3)).is_impossible());
        QVERIFY(search_spill(with_rooms({}, 2, -1, 3)).is_impossible());
    }

    void random_problems_end_at_the_least_traffic_of_all_choices() {
        QVERIFY(rc::check([] {
            const SpillProblem problem = random_spill(3, 5);
            const auto least = least_traffic_of_all(problem);
            const SpillSearch found = search_spill(problem);
            RC_ASSERT(found.is_complete);
            RC_ASSERT(found.best.has_value() == least.has_value());
            if (least) {
                RC_ASSERT(found.best->traffic == *least);
                RC_ASSERT(found.lower_bound == *least);
                RC_ASSERT(has_room(problem, *found.best));
                RC_ASSERT(traffic_of(problem, *found.best) == found.best->traffic);
            }
        }));
    }

    void prices_never_promise_more_than_the_least_traffic() {
        QVERIFY(rc::check([] {
            const SpillProblem problem = random_spill(3, 5);
            const auto least = least_traffic_of_all(problem);
            if (!least) {
                return;
            }
            const auto known = *rc::gen::inRange<std::int64_t>(0, 100);
            const auto rounds = *rc::gen::inRange(0, 60);
            RC_ASSERT(SpillPrices(problem, known, rounds).bound_in_bytes() <= *least);
        }));
    }

    void a_short_search_is_never_worse_than_a_filling_and_its_bound_holds() {
        QVERIFY(rc::check([] {
            const SpillProblem problem = random_spill(12, 10);
            const SpillSearch full = search_spill(problem);
            SpillLimits limits;
            limits.work = *rc::gen::inRange<std::uint64_t>(0, 200);
            limits.most_states = *rc::gen::inRange<std::size_t>(1, 20);
            const SpillSearch quick = search_spill(problem, limits);
            for (const SpillFilling order : {SpillFilling::by_traffic, SpillFilling::by_size}) {
                if (const auto choice = filled(problem, order)) {
                    RC_ASSERT(quick.best.has_value());
                    RC_ASSERT(quick.best->traffic <= choice->traffic);
                }
            }
            if (quick.best) {
                RC_ASSERT(has_room(problem, *quick.best));
                RC_ASSERT(full.best.has_value());
                RC_ASSERT(full.best->traffic <= quick.best->traffic);
                RC_ASSERT(quick.lower_bound <= quick.best->traffic);
            }
            if (full.best && full.is_complete) {
                RC_ASSERT(quick.lower_bound <= full.best->traffic);
                RC_ASSERT(!quick.is_impossible());
            }
        }));
    }

    void the_same_problem_gives_the_same_choice() {
        QVERIFY(rc::check([] {
            const SpillProblem problem = random_spill(12, 10);
            const SpillSearch one = search_spill(problem);
            const SpillSearch two = search_spill(problem);
            RC_ASSERT(one.best == two.best);
            RC_ASSERT(one.work == two.work);
        }));
    }
};

ARENASCOPE_TEST(SpillSearchTest)
#include "spill_search_test.moc"

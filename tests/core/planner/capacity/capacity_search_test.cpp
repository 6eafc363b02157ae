#include "core/planner/capacity/capacity_search.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class CapacitySearchTest : public QObject {
    Q_OBJECT

private slots:
    void finds_an_order_that_reaches_the_threshold() {
        // Lowest fit by size gives 5. The threshold of 4 is reached only with the long thin buffer at the bottom.
        const std::vector<SearchedBuffer> buffers{{0, 2, 3, 1}, {1, 4, 1, 1}, {3, 5, 3, 1}, {0, 1, 1, 1}, {4, 5, 1, 1}};
        CapacitySearch search(buffers);
        Random random(1);
        QCOMPARE(search.group().threshold, std::int64_t{4});
        QCOMPARE(search.search(4, {}, random, 100'000, {}), Verdict::found);
        QCOMPARE(search.order().size(), buffers.size());
    }

    void finds_nothing_below_the_threshold() {
        CapacitySearch search({{0, 2, 3, 1}, {1, 3, 2, 1}});
        Random random(1);
        QCOMPARE(search.search(4, {}, random, 100'000, {}), Verdict::none);
        QCOMPARE(search.search(5, {}, random, 100'000, {}), Verdict::found);
    }

    void a_waiting_buffer_is_free_once_the_buffer_below_is_placed() {
        // The peak is below 11 only with the first buffer at 0, the last at 4 and the second at 8.
        CapacitySearch search({{2, 4, 3, 12}, {2, 3, 3, 4}, {2, 4, 4, 2}});
        for (const Score score : {Score::length, Score::width}) {
            Random random(1);
            QCOMPARE(search.search(11, {.score = score, .complete = true}, random, 100'000, {}), Verdict::found);
            QCOMPARE(search.search(10, {.score = score, .complete = true}, random, 100'000, {}), Verdict::none);
        }
    }

    void gives_up_when_stopped() {
        CapacitySearch search({{0, 2, 3, 1}, {1, 3, 2, 1}});
        Random random(1);
        QCOMPARE(search.search(5, {}, random, 100'000, [] { return true; }), Verdict::limit);
    }
};

ARENASCOPE_TEST(CapacitySearchTest)
#include "capacity_search_test.moc"

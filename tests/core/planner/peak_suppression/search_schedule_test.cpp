
#include "core/planner/capacity/strategies.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::uint64_t turns_a_round = tight_strategies.size();

}  // namespace

class SearchScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void a_round_tries_every_strategy_once() {
        for (std::uint64_t turn = 0; turn < turns_a_round; ++turn) {
            QCOMPARE(tight_turn(turn).strategy.focus, tight_strategies[turn].focus);
            QCOMPARE(tight_turn(turn + turns_a_round).strategy.score, tight_strategies[turn].score);
        }
    }

    void every_second_round_searches_backwards_in_time() {
        for (std::uint64_t turn = 0; turn < 4 * turns_a_round; ++turn) {
            QVERIFY(tight_turn(turn).direction != tight_turn(turn + turns_a_round).direction);
        }
    }

    void the_first_two_rounds_have_no_noise_and_keep_the_order() {
        for (std::uint64_t turn = 0; turn < 2 * turns_a_round; ++turn) {
            QCOMPARE(tight_turn(turn).strategy.noise, 0.0);
            QCOMPARE(tight_turn(turn).strategy.reversed, tight_strategies[turn % turns_a_round].reversed);
        }
        QVERIFY(tight_turn(2 * turns_a_round).strategy.noise > 0);
        QCOMPARE(tight_turn(2 * turns_a_round).strategy.reversed, !tight_strategies[0].reversed);
    }

    void a_few_rounds_get_more_work() {
        std::vector<std::int64_t> slices;
        for (std::uint64_t round = 0; round < 8; ++round) {
            slices.push_back(tight_turn(round * turns_a_round).slices);
        }
        QCOMPARE(slices, (std::vector<std::int64_t>{1, 1, 2, 1, 1, 2, 4, 1}));
    }

    void a_slice_grows_with_the_conflicts() {
        QCOMPARE(shortest_slice(0), std::int64_t{100'000});
        QCOMPARE(shortest_slice(10'000), std::int64_t{500'000});
    }
};

ARENASCOPE_TEST(SearchScheduleTest)
#include "search_schedule_test.moc"

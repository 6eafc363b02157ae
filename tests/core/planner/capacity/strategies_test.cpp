#include "core/planner/capacity/strategies.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class StrategiesTest : public QObject {
    Q_OBJECT

private slots:
    void have_a_text() {
        QCOMPARE(text_of({Focus::most_remaining, Score::length_root_width}),
                 std::string("most remaining by length by root of width"));
        QCOMPARE(text_of({.focus = Focus::lowest_buffer, .score = Score::area, .inherit = true}),
                 std::string("lowest buffer by area, inherited"));
        QCOMPARE(text_of({Focus::crowded_room, Score::width}), std::string("crowded room by width"));
        QCOMPARE(text_of({Focus::failing_floor, Score::length}), std::string("failing floor by length"));
    }

    void turns_at_the_threshold_try_each_strategy_in_both_directions_first() {
        constexpr std::uint64_t count = threshold_strategies.size();
        for (std::uint64_t turn = 0; turn < count; ++turn) {
            const TightTurn first = threshold_turn(turn);
            const TightTurn second = threshold_turn(turn + count);
            QCOMPARE(first.strategy.focus, threshold_strategies[turn].focus);
            QCOMPARE(second.strategy.score, threshold_strategies[turn].score);
            QVERIFY(first.direction != second.direction);
            QCOMPARE(first.strategy.noise + second.strategy.noise, 0.0);
        }
        QVERIFY(threshold_turn(2 * count).strategy.noise > 0);
    }

    void turns_at_the_threshold_become_longer() {
        std::vector<std::int64_t> slices;
        for (std::uint64_t round = 0; round < 8; ++round) {
            slices.push_back(threshold_turn(round * threshold_strategies.size()).slices);
        }
        QCOMPARE(slices, (std::vector<std::int64_t>{2, 4, 8, 8, 8, 16, 8, 2}));
    }
};

ARENASCOPE_TEST(StrategiesTest)
#include "strategies_test.moc"

#include "core/planner/race/strategy_race.h"

#include <limits>
#include <set>

#include "core/planner/placement_frames.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const RaceStop never = [](std::uint64_t) { return false; };

}  // namespace

class StrategyRaceTest : public QObject {
    Q_OBJECT

private slots:
    void every_strategy_enters_with_both_rules_and_none_twice() {
        const std::vector<Entrant> entrants = all_entrants();
        std::set<std::pair<OrderRule, std::optional<PlacingRule>>> known;
        for (const Entrant& entrant : entrants) {
            QVERIFY2(known.insert({entrant.order, entrant.rule}).second, entrant.name.c_str());
        }
        for (const GreedyStrategy& strategy : greedy_strategies()) {
            QVERIFY2(known.contains({strategy.order, strategy.rule}), strategy.name.data());
            if (strategy.rule) {
                QVERIFY2(known.contains({strategy.order, PlacingRule::lowest_fit}), strategy.name.data());
                QVERIFY2(known.contains({strategy.order, PlacingRule::best_fit}), strategy.name.data());
            }
        }
    }

    void with_many_conflicts_only_the_first_strategies_enter() {
        QCOMPARE(worthwhile_entrants(20, 1'000'000, 200'000'000), std::size_t{20});
        QCOMPARE(worthwhile_entrants(20, 10'000, 100'000'000), std::size_t{3});
        QCOMPARE(worthwhile_entrants(20, 1'000'000, 1'000'000'000'000), std::size_t{2});
        QCOMPARE(worthwhile_entrants(20, 0, 0), std::size_t{20});
    }

    void the_lowest_peak_wins_and_ties_go_to_the_first_on_any_number_of_threads() {
        QVERIFY(rc::check("race", [] {
            const Problem problem = random_problem({.with_alignment = true});
            const std::vector<Entrant> entrants = all_entrants();
            PlacingOrder members;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                members.push_back(BufferIndex(i));
            }
            std::size_t first = 0;
            Offset lowest(std::numeric_limits<std::int64_t>::max());
            Layout best;
            for (std::size_t i = 0; i < entrants.size(); ++i) {
                const PlacingOrder order = entrants[i].order(problem, RegionIndex(0), members);
                RectangleContainer container(problem, RegionIndex(0));
                (void)place_greedily(container, problem, RegionIndex(0), order, entrants[i].rule,
                                     [](std::size_t, Offset) { return false; });
                Layout layout = layout_at(problem, container.offsets());
                if (peak(problem, layout) < lowest) {
                    lowest = peak(problem, layout);
                    best = std::move(layout);
                    first = i;
                }
            }
            // No entrant reaches a threshold of 0, so all are completed.
            for (const Offset threshold : {lowest, Offset(0)}) {
                for (const int threads : {1, 2, 5}) {
                    const auto winner = race(problem, RegionIndex(0), entrants, threshold, threads, never);
                    RC_ASSERT(winner.has_value());
                    RC_ASSERT(winner->entrant == first);
                    RC_ASSERT(winner->peak == lowest);
                    for (std::size_t i = 0; i < members.size(); ++i) {
                        RC_ASSERT(winner->offsets[i] == best.placements[i]->offset.value());
                    }
                }
            }
        }));
    }

    void a_race_stopped_at_once_has_no_winner() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4)});
        QVERIFY(!race(problem, RegionIndex(0), all_entrants(), Offset(4), 1, [](std::uint64_t) { return true; }));
    }
};

ARENASCOPE_TEST(StrategyRaceTest)
#include "strategy_race_test.moc"

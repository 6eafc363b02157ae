#include "core/planner/portfolio/region_contest.h"

#include <set>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Alignment wastes so much that no method proves anything soon.
Problem wasteful_problem(std::size_t regions) {
    Problem problem;
    Random random(11);
    for (std::size_t i = 1; i < regions; ++i) {
        problem.regions.push_back({.name = std::string("r").append(std::to_string(i))});
    }
    for (Region& region : problem.regions) {
        region.alignment = Bytes(512);
    }
    for (std::size_t i = 0; i < 300 * regions; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(120));
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin,
                                         begin + 1 + static_cast<std::int64_t>(random.below(40)),
                                         1'000 + static_cast<std::int64_t>(random.below(30'000))));
        problem.buffers.back().region = RegionIndex(i % regions);
    }
    return problem;
}

Layout greedy_layout(const Problem& problem) {
    return run_planner(problem, empty_layout(problem), {.planner = "greedy-tflm"})->result.layout;
}

}  // namespace

class RegionContestTest : public QObject {
    Q_OBJECT

private slots:
    void it_tells_each_lower_layout_and_who_found_it() {
        const Problem problem = wasteful_problem(2);
        const Layout begun = greedy_layout(problem);
        const RegionIndex region(1);
        const PlanRequest request{.problem = problem, .options = *OptionValues::from({}, {})};
        Layout whole = begun;
        Offset before = peak(problem, begun, region);
        std::set<std::string> found;
        RegionContest contest(
            request, region, {.work = 3'000'000, .swaps = 1'000}, begun, Offset(0),
            [&]() -> const Layout& { return begun; },
            [&](const ContestNews& news) {
                if (news.improved == nullptr) {
                    return;
                }
                news.part.put_into(whole, *news.improved);
                QVERIFY(peak(problem, whole, region) < before);
                before = peak(problem, whole, region);
                found.insert(news.found_by);
            });
        while (!contest.has_ended()) {
            contest.take_round();
        }
        QVERIFY(!found.empty());
        QVERIFY(is_clean(check(problem, whole)));
        QCOMPARE(peak(problem, whole, RegionIndex(0)), peak(problem, begun, RegionIndex(0)));
        QVERIFY(contest.lowest() <= before &&
                contest.lowest() >= Offset(live_profile(problem, region).threshold.value()));
    }

    void after_its_own_way_each_method_starts_from_the_best_layout_with_a_quarter_of_the_work() {
        const Problem problem = wasteful_problem(1);
        const PlanRequest request{.problem = problem, .options = *OptionValues::from({}, {})};
        const auto work_of = [&](const std::string& planner) {
            const PlanOrder order{.planner = planner, .settings = {{"work", "8000000"}}};
            return run_planner(problem, empty_layout(problem), order)->result.work;
        };
        const std::uint64_t alone = work_of("exact") + work_of("peak-suppression") + work_of("hill-climb");
        const Layout begun = greedy_layout(problem);
        RegionContest contest(
            request, RegionIndex(0), {.work = 8'000'000, .swaps = 20'000}, begun, Offset(0),
            [&]() -> const Layout& { return begun; }, [](const ContestNews&) {});
        while (!contest.has_ended()) {
            contest.take_round();
        }
        QVERIFY(contest.work() > alone);
        QVERIFY(contest.work() < 2 * alone);
    }

    void under_a_time_limit_it_goes_on_until_it_is_stopped() {
        const Problem problem = wasteful_problem(1);
        bool is_stopped = false;
        const PlanRequest request{
            .problem = problem, .options = *OptionValues::from({}, {}), .stop = [&] { return is_stopped; }};
        const Layout begun = greedy_layout(problem);
        RegionContest contest(
            request, RegionIndex(0), {.work = 10'000, .swaps = 10, .until_stopped = true}, begun, Offset(0),
            [&]() -> const Layout& { return begun; }, [](const ContestNews&) {});
        for (int round = 0; round < 12; ++round) {
            contest.take_round();
            QVERIFY(!contest.has_ended());
        }
        is_stopped = true;
        const std::uint64_t before = contest.work();
        contest.take_round();
        QVERIFY(contest.work() - before < 10'000'000);
    }

    void it_ends_at_once_at_a_proved_bound() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 4)});
        const PlanRequest request{.problem = problem, .options = *OptionValues::from({}, {})};
        const Layout begun = greedy_layout(problem);
        bool has_raced = false;
        const auto race = [&]() -> const Layout& {
            has_raced = true;
            return begun;
        };
        RegionContest contest(request, RegionIndex(0), {}, begun, Offset(7), race, [](const ContestNews&) {});
        QVERIFY(contest.has_ended());
        contest.take_round();
        QCOMPARE(contest.work(), std::uint64_t{0});
        QVERIFY(!has_raced);
    }
};

ARENASCOPE_TEST(RegionContestTest)
#include "region_contest_test.moc"

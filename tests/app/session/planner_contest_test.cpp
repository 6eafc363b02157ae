#include "app/session/planner_contest.h"

#include <algorithm>
#include <thread>

#include <QSignalSpy>
#include <QTimer>

#include "tests/support/endless_problem.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlanOrder tuner(const char* work) {
    return {.planner = "peak-suppression", .settings = {{"work", work}}};
}

std::vector<std::size_t> entries_of(const QSignalSpy& told) {
    std::vector<std::size_t> entries;
    for (const auto& each : told) {
        entries.push_back(each.at(0).value<std::size_t>());
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

}  // namespace

class PlannerContestTest : public QObject {
    Q_OBJECT

private slots:
    void every_planner_reports_its_result_with_its_entry() {
        const auto problem = std::make_shared<const Problem>(
            placed_plan({{"a", 0, 4, 8, -1}, {"b", 2, 6, 8, -1}, {"c", 5, 8, 8, -1}}).problem);
        PlannerContest contest;
        QSignalSpy finished(&contest, &PlannerContest::finished);
        QSignalSpy ended(&contest, &PlannerContest::ended);
        contest.start(problem, nothing_placed(*problem),
                      {tuner("1000"), {.planner = "no-such-planner"}, {.planner = "operator-sharing"}});
        QVERIFY(contest.is_running());
        QVERIFY(ended.wait(20'000));
        QVERIFY(!contest.is_running());
        QCOMPARE(entries_of(finished), (std::vector<std::size_t>{0, 1, 2}));
        for (const auto& each : finished) {
            const auto plan = each.at(1).value<std::shared_ptr<Expected<Plan>>>();
            QCOMPARE(plan->has_value(), each.at(0).value<std::size_t>() != 1);
        }
    }

    void cancel_ends_a_running_planner_with_its_best_layout_and_leaves_out_a_waiting_one() {
        const auto problem = endless_problem();
        const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
        PlannerContest contest;
        QSignalSpy started(&contest, &PlannerContest::started);
        QSignalSpy finished(&contest, &PlannerContest::finished);
        QSignalSpy left_out(&contest, &PlannerContest::left_out);
        QSignalSpy progressed(&contest, &PlannerContest::progressed);
        contest.start(problem, nothing_placed(*problem), std::vector<PlanOrder>(processors + 1, tuner(endless_work)));
        QCOMPARE(static_cast<std::size_t>(started.size()), processors);
        contest.cancel(processors);
        QCOMPARE(entries_of(left_out), std::vector<std::size_t>{processors});
        QVERIFY(progressed.wait(20'000));
        contest.cancel(0);
        QVERIFY(finished.wait(20'000));
        QCOMPARE(entries_of(finished), std::vector<std::size_t>{0});
        const auto plan = finished.at(0).at(1).value<std::shared_ptr<Expected<Plan>>>();
        QVERIFY(plan->has_value() && !(*plan)->result.reproducible);
        QCOMPARE(contest.is_running(), processors > 1);
    }

    void one_at_a_time_no_run_has_another_beside_it() {
        const auto problem = std::make_shared<const Problem>(
            placed_plan({{"a", 0, 4, 8, -1}, {"b", 2, 6, 8, -1}, {"c", 5, 8, 8, -1}}).problem);
        PlannerContest contest;
        QSignalSpy started(&contest, &PlannerContest::started);
        QSignalSpy ended(&contest, &PlannerContest::ended);
        int waits = 0;
        connect(&contest, &PlannerContest::finished, this, [&](std::size_t entry) {
            QCOMPARE(contest.most_beside(entry), std::size_t{0});
            contest.set_waiting(true);
            QTimer::singleShot(20, &contest, [&, count = started.size()] {
                QCOMPARE(started.size(), count);  // it waited
                contest.set_waiting(false);
                ++waits;
            });
        });
        contest.start(problem, nothing_placed(*problem), std::vector<PlanOrder>(3, tuner("1000")), true);
        QCOMPARE(started.size(), 1);
        QVERIFY(ended.wait(20'000));
        QCOMPARE(started.size(), 3);
        QTRY_COMPARE(waits, 3);
    }

    void a_run_knows_how_many_others_were_beside_it() {
        const auto problem = endless_problem();
        PlanRun lasting;
        lasting.start(problem, nothing_placed(*problem), tuner(endless_work));
        QCOMPARE(lasting.most_beside(), std::size_t{0});
        PlannerContest contest;
        QSignalSpy ended(&contest, &PlannerContest::ended);
        const auto small = std::make_shared<const Problem>(placed_plan({{"a", 0, 4, 8, -1}}).problem);
        contest.start(small, nothing_placed(*small), std::vector<PlanOrder>(3, tuner("1000")), true);
        QVERIFY(ended.wait(20'000));
        for (std::size_t entry = 0; entry < 3; ++entry) {
            QCOMPARE(contest.most_beside(entry), std::size_t{1});
        }
        QCOMPARE(lasting.most_beside(), std::size_t{1});
        lasting.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!lasting.is_running(), 20'000);
    }

    void an_abandoned_contest_emits_no_more_signals() {
        const auto problem = endless_problem();
        PlannerContest contest;
        QSignalSpy finished(&contest, &PlannerContest::finished);
        QSignalSpy ended(&contest, &PlannerContest::ended);
        contest.start(problem, nothing_placed(*problem), {tuner(endless_work), tuner(endless_work)});
        contest.abandon();
        QVERIFY(!contest.is_running());
        PlannerContest later;
        QSignalSpy later_ended(&later, &PlannerContest::ended);
        const auto small = std::make_shared<const Problem>(placed_plan({{"a", 0, 4, 8, -1}}).problem);
        later.start(small, nothing_placed(*small), {tuner("1000")});
        QVERIFY(later_ended.wait(20'000));
        QVERIFY(finished.isEmpty() && ended.isEmpty());
    }
};

ARENASCOPE_TEST(PlannerContestTest)
#include "planner_contest_test.moc"

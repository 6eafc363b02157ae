#include "app/session/run_mark.h"

#include "app/session/planner_contest.h"
#include "tests/app/crashed_run.h"
#include "tests/app/endless_run.h"
#include "tests/app/journal_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class RunMarkTest : public QObject, private JournalFixture {
    Q_OBJECT

private slots:
    void init() {
        if (!is_started_to_crash()) {
            begin();
            write(placed_endless_csv());
        }
    }

    /// Not a test by itself: the process that crashes.
    void plan_until_crash() {
        if (is_started_to_crash()) {
            test::plan_until_crash();
        }
    }

    void a_planner_that_crashes_is_named_and_the_edits_before_its_run_are_kept() {
        if (is_started_to_crash()) {
            return;
        }
        crash_while_planning(journals_, plan_, 3);
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left.front().edits, std::size_t{3});
        const auto recovered = recover(left.front().journal);
        QVERIFY(recovered.has_value());
        QCOMPARE(recovered->work.plan.edits.size(), std::size_t{3});
        verify_told_once();
    }

    void it_is_named_without_unsaved_edits_too() {
        if (is_started_to_crash()) {
            return;
        }
        crash_while_planning(journals_, plan_, 0);
        QVERIFY(left_work(journals_.toStdString()).empty());
        verify_told_once();
    }

    void there_is_a_mark_as_long_as_a_planner_runs() {
        if (is_started_to_crash()) {
            return;
        }
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        QCOMPARE(marks(), 0);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start(endless_order());
        QTRY_COMPARE(marks(), 1);
        QVERIFY(left_runs(journals_.toStdString()).empty());  // its owner lives
        session.tuning().run()->cancel();
        QVERIFY(finished.wait(10'000));
        QCOMPARE(marks(), 0);
    }

    void each_planner_of_a_contest_has_its_mark() {
        if (is_started_to_crash()) {
            return;
        }
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        PlannerContest contest;
        contest.set_guard(session.run_guard());
        QSignalSpy ended(&contest, &PlannerContest::ended);
        contest.start(session.problem(), session.state().layout, {endless_order(), endless_order()});
        QTRY_COMPARE(marks(), std::thread::hardware_concurrency() > 1 ? 2 : 1);
        contest.cancel_all();
        QVERIFY(ended.wait(10'000));
        QCOMPARE(marks(), 0);
    }

    void a_mark_that_cannot_be_written_or_read_keeps_nobody_from_anything() {
        if (is_started_to_crash()) {
            return;
        }
        QFile in_its_place(journals_);
        QVERIFY(QDir().mkpath(QFileInfo(journals_).path()));
        QVERIFY(in_its_place.open(QIODevice::WriteOnly));
        { const RunMark mark(journals_.toStdString(), {"exact", plan_, 1}); }
        QVERIFY(left_runs(journals_.toStdString()).empty());
        QVERIFY(in_its_place.remove());
        QVERIFY(QDir().mkpath(folder_of_marks()));
        QFile nonsense(folder_of_marks() + QStringLiteral("/0.journal"));
        QVERIFY(nonsense.open(QIODevice::WriteOnly));
        nonsense.write("nonsense");
        nonsense.close();
        QVERIFY(left_runs(journals_.toStdString()).empty());
        QCOMPARE(marks(), 0);
    }

private:
    static PlanOrder endless_order() {
        return {.planner = crashing_planner, .settings = {}, .time_limit_seconds = std::stod(endless_seconds)};
    }

    [[nodiscard]] QString folder_of_marks() const { return journals_ + QStringLiteral("/runs"); }
    [[nodiscard]] int marks() const {
        return static_cast<int>(QDir(folder_of_marks()).entryList({QStringLiteral("*.journal")}, QDir::Files).size());
    }

    void verify_told_once() const {
        const auto runs = left_runs(journals_.toStdString());
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs.front().planner, std::string(crashing_planner));
        QCOMPARE(runs.front().path, plan_);
        QVERIFY(runs.front().at > 0);
        QVERIFY(left_runs(journals_.toStdString()).empty());
    }
};

ARENASCOPE_TEST(RunMarkTest)
#include "run_mark_test.moc"

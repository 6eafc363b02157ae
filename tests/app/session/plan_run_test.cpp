#include "app/session/plan_run.h"

#include <semaphore>

#include <QSignalSpy>
#include <QThread>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/endless_problem.h"
#include "tests/support/idle_state.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::shared_ptr<const Problem> sample_problem() {
    const auto document = read_document(sample(QStringLiteral("mobile_vision.json")).toStdString());
    return std::make_shared<const Problem>(document ? document->problem : Problem{});
}

PlanOrder order_with_work(const char* work) {
    return {.planner = "peak-suppression", .settings = {{"work", work}}};
}

std::shared_ptr<Expected<Plan>> plan_of(const QSignalSpy& finished) {
    return finished.back()[0].value<std::shared_ptr<Expected<Plan>>>();
}

/// Waits until a run tells a peak. It tells its work before it has a layout, with the peak 0.
bool wait_for_a_layout(QSignalSpy& progressed) {
    while (progressed.isEmpty() || progressed.back()[2].value<Offset>() == Offset(0)) {
        if (!progressed.wait(20'000)) {
            return false;
        }
    }
    return true;
}

}  // namespace

class PlanRunTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_ends_with_a_clean_plan_and_its_trace() {
        PlanRun run;
        const QSignalSpy started(&run, &PlanRun::started);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        run.start(problem, nothing_placed(*problem), order_with_work("30000"));
        QVERIFY(run.is_running());
        QVERIFY(finished.wait(20'000));
        QVERIFY(!run.is_running());
        QCOMPARE(started.size(), 1);
        QCOMPARE(finished.size(), 1);
        const auto plan = plan_of(finished);
        QVERIFY(plan->has_value());
        QVERIFY(is_clean(check((*plan)->problem, (*plan)->result.layout)));
        QVERIFY((*plan)->trace.has_value());
        QVERIFY((*plan)->provenance.reproducible);
    }

    void the_window_thread_stays_free_and_receives_the_best_layout() {
        PlanRun run;
        QSignalSpy progressed(&run, &PlanRun::progressed);
        const auto problem = endless_problem();
        run.start(problem, nothing_placed(*problem), order_with_work(endless_work));
        QVERIFY(wait_for_a_layout(progressed));
        QVERIFY(run.is_running());
        const auto best = progressed.back()[3].value<std::shared_ptr<const BestSoFar>>();
        QVERIFY(best != nullptr);
        QVERIFY(is_complete(best->layout));
        QCOMPARE(progressed.back()[2].value<Offset>(), peak(*problem, best->layout));
    }

    void a_new_run_does_not_wait_for_the_end_of_the_former_one() {
        const auto began = std::make_shared<std::binary_semaphore>(0);
        const auto may_end = std::make_shared<std::counting_semaphore<2>>(0);
        const auto problem = sample_problem();
        PlanOrder held = order_with_work("30000");
        held.watch = [began, may_end](TraceSink&, const Problem&, Bytes) -> Expected<std::unique_ptr<TraceSink>> {
            began->release();
            may_end->acquire();  // as a planner that asks late whether it is to stop
            return failure("held", "");
        };
        {
            PlanRun run;
            QSignalSpy finished(&run, &PlanRun::finished);
            run.start(problem, nothing_placed(*problem), held);
            began->acquire();
            run.start(problem, nothing_placed(*problem), order_with_work("30000"));
            QVERIFY(finished.wait(20'000));
            QCOMPARE(finished.size(), 1);
            QVERIFY(plan_of(finished)->has_value());
            run.start(problem, nothing_placed(*problem), held);
            may_end->release();  // of the first run
            began->acquire();
        }
        may_end->release();  // the run that outlived its owner reaches nobody
    }

    void progress_has_no_layouts_if_previewing_is_off() {
        PlanRun run;
        run.set_previewing(false);
        QSignalSpy progressed(&run, &PlanRun::progressed);
        const auto problem = endless_problem();
        run.start(problem, nothing_placed(*problem), order_with_work(endless_work));
        QVERIFY(wait_for_a_layout(progressed));
        QVERIFY(progressed.back()[3].value<std::shared_ptr<const BestSoFar>>() == nullptr);
    }

    void cancel_returns_the_best_layout_so_far() {
        PlanRun run;
        QSignalSpy progressed(&run, &PlanRun::progressed);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = endless_problem();
        run.start(problem, nothing_placed(*problem), order_with_work(endless_work));
        QVERIFY(wait_for_a_layout(progressed));
        run.cancel();
        QVERIFY(finished.wait(20'000));
        const auto plan = plan_of(finished);
        QVERIFY(plan->has_value());
        QCOMPARE((*plan)->result.goal, Goal::stopped);
        QVERIFY(!(*plan)->provenance.reproducible);
        QVERIFY(is_clean(check((*plan)->problem, (*plan)->result.layout)));
        QVERIFY(peak(*problem, (*plan)->result.layout) <= progressed.back()[2].value<Offset>());
    }

    void a_wrong_order_is_an_error_and_the_next_run_works() {
        PlanRun run;
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        run.start(problem, nothing_placed(*problem), {.planner = "no-such-planner"});
        QVERIFY(finished.wait(20'000));
        QVERIFY(!plan_of(finished)->has_value());
        QVERIFY(plan_of(finished)->error().cause.find("no-such-planner") != std::string::npos);
        QVERIFY(!run.is_running());
        run.start(problem, nothing_placed(*problem), order_with_work("1000"));
        QVERIFY(finished.wait(20'000));
        QVERIFY(plan_of(finished)->has_value());
    }

    void a_replaced_run_emits_no_more_signals() {
        PlanRun run;
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto endless = endless_problem();
        const auto problem = sample_problem();
        run.start(endless, nothing_placed(*endless), order_with_work(endless_work));
        run.start(problem, nothing_placed(*problem), order_with_work("1000"));
        QVERIFY(finished.wait(20'000));
        wait_until_idle();
        QCOMPARE(finished.size(), 1);
        QCOMPARE((*plan_of(finished))->problem.buffers.size(), problem->buffers.size());
    }

    void destroying_it_while_it_runs_ends_the_run() {
        const auto problem = endless_problem();
        QPointer<PlanRun> run = new PlanRun;
        int heard = 0;
        connect(run, &PlanRun::finished, this, [&heard] { ++heard; });
        run->start(problem, nothing_placed(*problem), order_with_work(endless_work));
        delete run;
        wait_until_idle();
        QVERIFY(run.isNull());
        QCOMPARE(heard, 0);
    }

    void a_breakpoint_pauses_the_run_until_it_is_told_to_go_on() {
        PlanRun run;
        QSignalSpy paused(&run, &PlanRun::paused);
        QSignalSpy resumed(&run, &PlanRun::resumed);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        run.start(problem, nothing_placed(*problem), order_with_work("30000"),
                  {{.condition = "iteration == 1 and group == 1 and rearrangement <= 2"}});
        QVERIFY(paused.wait(20'000));
        const auto report = run.pause();
        QVERIFY(report != nullptr);
        QCOMPARE(path_text(report->path), std::string("1.1.1"));
        QCOMPARE(report->hits, std::uint64_t{1});
        QCOMPARE(report->shown->layout.placements.size(), problem->buffers.size());
        QCOMPARE(report->shown->risks.size(), problem->buffers.size());
        wait_until_idle();  // the run does not go on by itself
        QCOMPARE(paused.size(), 1);
        QVERIFY(finished.isEmpty() && run.is_running());
        run.resume();
        QVERIFY(run.pause() == nullptr);
        QVERIFY(paused.wait(20'000));
        QCOMPARE(path_text(run.pause()->path), std::string("1.1.2"));
        QCOMPARE(run.pause()->hits, std::uint64_t{2});
        run.step();
        QVERIFY(paused.wait(20'000));
        QVERIFY(run.pause()->breakpoints.empty());
        run.resume();
        QVERIFY(finished.wait(20'000));
        QCOMPARE(resumed.size(), 3);
        QVERIFY((*plan_of(finished))->provenance.reproducible);
        run.resume();  // nothing is paused
        run.step();
        QCOMPARE(resumed.size(), 3);
    }

    void a_breakpoint_that_is_dropped_while_the_run_is_paused_stops_it_no_more() {
        PlanRun run;
        QSignalSpy paused(&run, &PlanRun::paused);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        const Breakpoint kept{.condition = "iteration == 2"};
        run.start(problem, nothing_placed(*problem), order_with_work("30000"), {{.condition = "iteration <= 2"}, kept});
        QVERIFY(paused.wait(20'000));
        QCOMPARE(run.pause()->breakpoints, std::vector<std::size_t>{0});
        run.keep_stopping_at({kept});
        run.resume();
        QVERIFY(paused.wait(20'000));
        QCOMPARE(run.pause()->breakpoints, std::vector<std::size_t>{1});
        run.keep_stopping_at({});
        run.resume();
        QVERIFY(finished.wait(20'000));
        QCOMPARE(paused.size(), 2);
    }

    void a_paused_run_gives_the_plan_of_one_that_was_not_paused() {
        const auto problem = sample_problem();
        const auto plan_with = [&problem](const std::vector<Breakpoint>& breakpoints) {
            PlanRun run;
            QSignalSpy finished(&run, &PlanRun::finished);
            connect(&run, &PlanRun::paused, &run, &PlanRun::resume);
            run.start(problem, nothing_placed(*problem), order_with_work("3000"), breakpoints);
            finished.wait(20'000);
            return plan_of(finished);
        };
        const auto plain = plan_with({});
        const auto paused = plan_with({{.condition = "peak < before(best)"}});
        QVERIFY((*plain)->trace == (*paused)->trace);
        QVERIFY((*plain)->result.layout == (*paused)->result.layout);
    }

    void cancel_does_not_wait_for_the_first_layout_of_a_large_problem() {
        PlanRun run;
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = std::make_shared<const Problem>(test::crowded_plan().problem);
        run.start(problem, nothing_placed(*problem), {.planner = "greedy-in-order-of-birth"});
        run.cancel();
        QVERIFY(run.is_running());
        QVERIFY(finished.wait(20'000));
        QVERIFY(!run.is_running());
        QCOMPARE(plan_of(finished)->error().cause, stopped_too_early().cause);
        // A run that follows is another one.
        run.start(problem, nothing_placed(*problem), {.planner = "greedy-in-order-of-birth"});
        QVERIFY(finished.wait(20'000));
        QCOMPARE(finished.size(), 2);
        QVERIFY(finished[1][0].value<std::shared_ptr<Expected<Plan>>>()->has_value());
    }

    void cancel_ends_a_paused_run_with_its_best_layout() {
        PlanRun run;
        QSignalSpy paused(&run, &PlanRun::paused);
        QSignalSpy resumed(&run, &PlanRun::resumed);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = endless_problem();
        run.start(problem, nothing_placed(*problem), order_with_work(endless_work), {{.condition = "iteration >= 1"}});
        QVERIFY(paused.wait(20'000));
        run.cancel();
        QCOMPARE(resumed.size(), 1);
        QVERIFY(finished.wait(20'000));
        QCOMPARE(paused.size(), 1);
        QCOMPARE((*plan_of(finished))->result.goal, Goal::stopped);
        QVERIFY(is_clean(check((*plan_of(finished))->problem, (*plan_of(finished))->result.layout)));
    }

    void destroying_or_replacing_a_paused_run_does_not_hang() {
        const auto problem = endless_problem();
        for (const bool is_told : {true, false}) {
            PlanRun run;
            QSignalSpy paused(&run, &PlanRun::paused);
            run.start(problem, nothing_placed(*problem), order_with_work(endless_work), {{.condition = "placed > 0"}});
            if (is_told) {
                QVERIFY(paused.wait(20'000));
            } else {
                QThread::msleep(20);  // paused, and the window does not know it yet
            }
        }
        PlanRun run;
        QSignalSpy paused(&run, &PlanRun::paused);
        QSignalSpy finished(&run, &PlanRun::finished);
        run.start(problem, nothing_placed(*problem), order_with_work(endless_work), {{.condition = "placed > 0"}});
        QVERIFY(paused.wait(20'000));
        const auto other = sample_problem();
        run.start(other, nothing_placed(*other), order_with_work("1000"));
        QVERIFY(run.pause() == nullptr);
        QVERIFY(finished.wait(20'000));
        QCOMPARE(paused.size(), 1);
        QCOMPARE((*plan_of(finished))->problem.buffers.size(), other->buffers.size());
    }

    void every_thread_of_a_planner_pauses() {
        PlanRun run;
        QSignalSpy paused(&run, &PlanRun::paused);
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        run.start(problem, nothing_placed(*problem), {.planner = "portfolio", .threads = 4},
                  {{.condition = "placed > 0"}});
        QVERIFY(paused.wait(20'000));
        run.step();
        connect(&run, &PlanRun::paused, &run, &PlanRun::resume);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(plan_of(finished)->has_value());
    }

    void cancel_before_and_after_a_run_does_nothing() {
        PlanRun run;
        run.cancel();
        QVERIFY(!run.is_running());
        QSignalSpy finished(&run, &PlanRun::finished);
        const auto problem = sample_problem();
        run.start(problem, nothing_placed(*problem), order_with_work("1000"));
        QVERIFY(finished.wait(20'000));
        run.cancel();
        wait_until_idle();
        QCOMPARE(finished.size(), 1);
    }
};

ARENASCOPE_TEST(PlanRunTest)
#include "plan_run_test.moc"

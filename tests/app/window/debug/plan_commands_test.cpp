#include "app/window/debug/plan_commands.h"

#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>

#include "tests/app/answered_box.h"
#include "tests/app/tune_button.h"
#include "tests/app/window_fixture.h"
#include "tests/support/endless_problem.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void during_a_run_tune_is_stop_and_no_second_run_can_begin() {
        write(placed_without_end());
        open(plan_);
        const WindowActions& actions = window_->actions();
        auto* dialog = window_->findChild<OptionsDialog*>({}, Qt::FindDirectChildrenOnly);
        PlanRun* run = window_->session().tuning().run();
        QSignalSpy started(run, &PlanRun::started);
        QSignalSpy progressed(run, &PlanRun::progressed);
        QCOMPARE(actions.tune->text(), QStringLiteral("&Tune"));
        window_->session().tuning().start({.planner = "peak-suppression", .settings = {{"work", endless_work}}});
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 20'000);
        QCOMPARE(actions.tune->text(), QStringLiteral("S&top"));
        QVERIFY(!tune_button(*dialog)->isEnabled());
        actions.tune->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!run->is_running(), 20'000);
        QTRY_COMPARE(actions.tune->text(), QStringLiteral("&Tune"));
        QVERIFY(tune_button(*dialog)->isEnabled());
        QCOMPARE(started.size(), 1);
        QVERIFY(is_complete(window_->session().layout()));
    }

    void the_options_get_the_keyboard_when_they_are_asked_for() {
        auto* dialog = window_->findChild<OptionsDialog*>({}, Qt::FindDirectChildrenOnly);
        for (int i = 0; i < 2; ++i) {  // also when they are open already
            window_->activateWindow();
            QTRY_COMPARE(QApplication::activeWindow(), window_.get());
            window_->actions().options->trigger();
            QTRY_COMPARE(QApplication::activeWindow(), dialog);
            QVERIFY(qobject_cast<QComboBox*>(QApplication::focusWidget()) != nullptr);
            QVERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
        }
    }

    void a_run_that_ends_with_a_higher_peak_says_so_and_can_be_undone() {
        write("id,lower,upper,size,offset\na,0,4,100,0\nb,4,8,100,0\n");
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "offsets-naive"});
        QVERIFY(finished.wait(20'000));
        const QString text = window_->message_bar()->text();
        QVERIFY2(
            text.contains(QStringLiteral("The new plan is higher: its peak is 200 B, that of the plan before 100 B")),
            qPrintable(text));
        window_->session().undo_stack()->undo();
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()), Offset(100));
        window_->session().tuning().start({.planner = "greedy-by-area"});
        QVERIFY(finished.wait(20'000));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("already the lowest without sharing")));
    }

    void the_plan_of_a_recorded_allocator_is_not_compared_with_the_tails_in_its_segments() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "offsets-naive"});
        QVERIFY(finished.wait(20'000));
        QTRY_VERIFY(window_->session().comparison().has_other());
        const QString text = window_->message_bar()->text();
        QVERIFY2(!text.contains(QStringLiteral("higher")) && !text.contains(QStringLiteral("lower")), qPrintable(text));
    }

    void another_file_or_the_end_of_the_window_ends_a_run() {
        write(placed_without_end());
        open(plan_);
        PlanRun* run = window_->session().tuning().run();
        QSignalSpy progressed(run, &PlanRun::progressed);
        window_->session().tuning().start({.planner = "peak-suppression", .settings = {{"work", endless_work}}});
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 20'000);
        window_->session().undo_stack()->setClean();
        answer_next_box(QStringLiteral("Drop the Run"));
        open(sample(QStringLiteral("placed.csv")));
        QTRY_VERIFY_WITH_TIMEOUT(!run->is_running(), 20'000);
        QTRY_COMPARE(window_->actions().tune->text(), QStringLiteral("&Tune"));
        QCOMPARE(window_->session().path(), sample(QStringLiteral("placed.csv")));
        QVERIFY(!window_->message_bar()->isVisible());
        open(plan_);
        progressed.clear();
        window_->session().tuning().start({.planner = "peak-suppression", .settings = {{"work", endless_work}}});
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 20'000);
        close_window();  // returns, because the run stops
        show_window();
    }

    void a_stop_before_any_layout_is_no_error() {
        write(placed_without_end());
        open(plan_);
        QSignalSpy failed(&window_->session().tuning(), &Tuning::failed);
        QSignalSpy ended(&window_->session().tuning(), &Tuning::ended_without_layout);
        window_->session().tuning().start({.planner = "greedy-tflm", .time_limit_seconds = 0});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20'000);
        QVERIFY(failed.isEmpty());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("stopped before any layout")));
    }

    void a_note_about_the_plan_goes_when_another_layout_is_shown() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        open(plan_);
        emit window_->session().tuning().kept(Offset(16), Offset(20));
        QVERIFY(window_->message_bar()->isVisible());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("stays as it is")));
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(32), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(!window_->message_bar()->isVisible());
    }

private:
    /// A plan, one buffer on top of the other, that a planner can improve for ever.
    static QByteArray placed_without_end() {
        QByteArray text = "id,lower,upper,size,offset\n";
        std::int64_t top = 0;
        const auto problem = endless_problem();
        for (const Buffer& each : problem->buffers) {
            text += QByteArray::fromStdString(each.name) + ',' + QByteArray::number(each.lifetime.begin.value()) + ',' +
                    QByteArray::number(each.lifetime.end.value()) + ',' + QByteArray::number(each.size.value()) + ',' +
                    QByteArray::number(top) + '\n';
            top += each.size.value();
        }
        return text;
    }
};

ARENASCOPE_TEST(PlanCommandsTest)
#include "plan_commands_test.moc"

#include "app/window/debug/follow_views.h"

#include <optional>
#include <string>

#include <QAction>
#include <QFile>
#include <QProcess>
#include <QPushButton>

#include "recorder/arenascope/recorder.h"
#include "tests/app/answered_box.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/pause_bar/pause_bar.h"
#include "widgets/panels/transport/transport.h"

using namespace arenascope;
using namespace arenascope::test;

/// The window follows what this test, or a planner of its own process, records.
class FollowViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        QFile::remove(path());
        show_active_window();
        window_->session().debugging().set_breakpoints({});
        run_.emplace(path().toStdString());
        a_ = run_->buffer("a", 0, 8, 64);
        b_ = run_->buffer("b", 2, 6, 32);
    }
    void cleanup() {
        run_.reset();
        close_window();
    }

    void a_recording_under_way_is_followed_when_it_is_opened() {
        window_->open(path());
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: waiting for its first step"));
        place(0);
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 1 step"));
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{1});
        place(64);
        place(128);
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{3});
        QTRY_COMPARE(steps().position(), 2);
        QCOMPARE(tail_of_a(), std::int64_t{192});
        QVERIFY(!window_->session().tuning().run()->is_running());
        run_.reset();
        QTRY_VERIFY(!bar().isVisible());
        QCOMPARE(window_->message_bar()->text(), QStringLiteral("run.rec is complete: 3 steps."));
        QVERIFY(window_->session().undo_stack()->isClean());
        QCOMPARE(window_->session().path(), path());
    }

    void a_shown_step_stays_while_the_run_grows_and_the_last_one_follows_it() {
        follow_steps(3);
        steps().show(0);
        place(300);
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{4});
        QCOMPARE(steps().position(), 0);
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 4 steps, 3 after the shown one"));
        window_->session().steps().show(3);
        place(310);
        QTRY_COMPARE(steps().position(), 4);
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 5 steps"));
    }

    void a_breakpoint_pauses_the_view_and_the_steps_after_it_wait() {
        window_->session().debugging().set_breakpoints({{.condition = "peak == 164"}});
        follow_steps(1);
        place(100);
        QTRY_COMPARE(bar().text(), QStringLiteral("Paused at step 1: peak == 164 — no further step waits"));
        QCOMPARE(steps().position(), 1);
        place(200);
        place(100);
        place(200);
        QTRY_COMPARE(bar().text(), QStringLiteral("Paused at step 1: peak == 164 — 3 steps wait"));
        QCOMPARE(steps().position(), 1);
        QVERIFY(window_->actions().resume->isEnabled());
        // What was read so far can be looked at meanwhile, and a step on ends at the one that comes next.
        steps().show(0);
        QTest::keyClick(window_.get(), Qt::Key_F10);
        QTRY_COMPARE(bar().text(), QStringLiteral("Paused at step 2 — 2 steps wait"));
        QTRY_COMPARE(steps().position(), 2);
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QTRY_COMPARE(bar().text(), QStringLiteral("Paused at step 3: peak == 164 — 1 step waits"));
        QTRY_COMPARE(steps().position(), 3);
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 5 steps"));
        QTRY_COMPARE(steps().position(), 4);
        QVERIFY(!window_->actions().resume->isEnabled());
    }

    void a_paused_view_outlives_the_planner() {
        window_->session().debugging().set_breakpoints({{.condition = "peak == 164"}});
        follow_steps(1);
        place(100);
        QTRY_VERIFY(bar().text().startsWith(QStringLiteral("Paused at step 1:")));
        place(200);
        run_.reset();
        QTRY_COMPARE(bar().text(),
                     QStringLiteral("Paused at step 1: peak == 164 — 1 step waits; the recording has ended"));
        QTest::mouseClick(button(QStringLiteral("Continue F5")), Qt::LeftButton);
        QTRY_VERIFY(!bar().isVisible());
        QTRY_COMPARE(steps().position(), 2);
    }

    void a_condition_that_holds_within_a_step_that_goes_on_does_not_pause_at_it() {
        window_->session().debugging().set_breakpoints({{.condition = "iteration == 1 and peak == 164"}});
        follow_steps(1);
        run_->enter("iteration");
        run_->enter("group");
        run_->place(a_, 100);
        run_->leave();
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{2});
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 2 steps"));
        run_->move(a_, 0);
        run_->leave();
        place(8);
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{3});
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 3 steps"));
    }

    void an_edited_plan_waits_until_the_edit_is_undone() {
        follow_steps(2);
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1000), RegionIndex(0)}}}, BufferIndex(0));
        place(300);
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: the plan was edited, so 1 step waits until the "
                                                  "edits are undone"));
        QCOMPARE(steps().chief_steps().size(), std::size_t{2});
        window_->session().plan().changes().undo();
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{3});
        QVERIFY(!window_->session().undo_stack()->canRedo());
        QVERIFY(window_->session().undo_stack()->isClean());
    }

    void notes_stay_while_the_run_grows_and_remain_unsaved() {
        follow_steps(2);
        window_->session().plan().annotate({}, {{.name = "here", .frame = FrameIndex(0)}}, QStringLiteral("Bookmark"));
        place(300);
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{3});
        QCOMPARE(window_->session().state().bookmarks.size(), std::size_t{1});
        QVERIFY(!window_->session().undo_stack()->isClean());
    }

    void following_ends_when_the_user_says_so_and_the_run_stays() {
        follow_steps(2);
        QTest::mouseClick(button(QStringLiteral("Stop Following")), Qt::LeftButton);
        QVERIFY(!bar().isVisible());
        QVERIFY(!window_->session().following().is_active());
        place(300);
        QCOMPARE(steps().chief_steps().size(), std::size_t{2});
        // Reading it again follows it, because its planner still runs.
        window_->actions().reload->trigger();
        QTRY_COMPARE(steps().chief_steps().size(), std::size_t{3});
        QTRY_COMPARE(bar().text(), QStringLiteral("Following run.rec: 3 steps"));
    }

    void another_plan_ends_it() {
        follow_steps(2);
        write("id,lower,upper,size,offset\na,0,4,10,0\n");
        open(plan_);
        QVERIFY(!window_->session().following().is_active());
        QVERIFY(!bar().isVisible());
    }

    void a_file_that_is_replaced_is_a_sentence_and_what_was_read_stays() {
        follow_steps(2);
        QFile other(folder_.filePath(QStringLiteral("other")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.close();
        QCOMPARE(std::rename(qPrintable(other.fileName()), qPrintable(path())), 0);
        QTRY_VERIFY(!bar().isVisible());
        QVERIFY2(window_->message_bar()->text().contains(
                     QStringLiteral("the recording was replaced by another file while it was followed")),
                 qPrintable(window_->message_bar()->text()));
        QCOMPARE(steps().chief_steps().size(), std::size_t{2});
    }

    void a_file_that_is_cut_is_a_sentence_and_what_was_read_stays() {
        follow_steps(2);
        QFile file(path());
        QVERIFY(file.resize(10));
        QTRY_VERIFY(!bar().isVisible());
        QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("was cut")),
                 qPrintable(window_->message_bar()->text()));
        QCOMPARE(steps().chief_steps().size(), std::size_t{2});
        // The recorder has mapped what is gone; it must not write any more.
        QVERIFY(file.resize(std::int64_t{64} << 20));
    }

    void what_is_no_recording_is_a_sentence() {
        write("id,lower,upper,size\na,0,4,10\n");
        window_->session().following().start(plan_);
        QTRY_VERIFY2(window_->message_bar()->text().contains(QStringLiteral("it is no recording")),
                     qPrintable(window_->message_bar()->text()));
        QVERIFY(!window_->session().has_plan());
    }

    void a_planner_in_a_process_of_its_own_is_followed_to_its_last_whole_step() {
        const QString file = folder_.filePath(QStringLiteral("child.rec"));
        QProcess planner;
        planner.setProgram(QStringLiteral("python3"));
        planner.setArguments({QStringLiteral("-c"),
                              QStringLiteral("import sys\n"
                                             "sys.path.insert(0, sys.argv[1])\n"
                                             "from arenascope_recorder import Recorder\n"
                                             "run = Recorder(sys.argv[2])\n"
                                             "a = run.buffer('a', 0, 4, 64)\n"
                                             "for i in range(100):\n"
                                             "    run.enter('placement', str(i))\n"
                                             "    run.place(a, 64 * i)\n"
                                             "    run.leave()\n"
                                             "run.enter('placement', 'not whole')\n"
                                             "print('ready', flush=True)\n"
                                             "sys.stdin.read()\n"),
                              sample(QStringLiteral("../recorder")), file});
        planner.start();
        QVERIFY(planner.waitForReadyRead(20'000));
        window_->open(file);
        QTRY_COMPARE_WITH_TIMEOUT(bar().text(), QStringLiteral("Following child.rec: 100 steps"), 20'000);
        planner.kill();
        QVERIFY(planner.waitForFinished(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!bar().isVisible(), 20'000);
        QCOMPARE(window_->message_bar()->text(),
                 QStringLiteral("The planner has ended without closing child.rec. It is shown up to its last whole "
                                "step."));
        QCOMPARE(steps().chief_steps().size(), std::size_t{100});
    }

private:
    [[nodiscard]] QString path() const { return folder_.filePath(QStringLiteral("run.rec")); }
    [[nodiscard]] PauseBar& bar() const { return *window_->findChild<PauseBar*>(QStringLiteral("follow_bar")); }
    [[nodiscard]] Steps& steps() const { return window_->session().steps(); }
    [[nodiscard]] QPushButton* button(const QString& text) const {
        for (QPushButton* each : bar().findChildren<QPushButton*>()) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] std::int64_t tail_of_a() const {
        return window_->session().layout().placements[BufferIndex(0)]->offset.value() + 64;
    }

    /// A step that places `a` there.
    void place(std::int64_t offset) {
        run_->enter("iteration");
        run_->place(a_, offset);
        run_->place(b_, 0);
        run_->leave();
    }

    /// Opens the recording, and records steps until they are shown.
    void follow_steps(int count) {
        for (int i = 0; i < count; ++i) {
            place(i);
        }
        window_->open(path());
        QTRY_COMPARE(steps().chief_steps().size(), static_cast<std::size_t>(count));
        QTRY_COMPARE(steps().position(), count - 1);
    }

    std::optional<Recorder> run_;
    int a_ = 0;
    int b_ = 0;
};

ARENASCOPE_TEST(FollowViewsTest)
#include "follow_views_test.moc"

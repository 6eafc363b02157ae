#include "app/window/shell/recovery_offer.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include "app/session/journal_folder.h"
#include "app/window/shell/window_view.h"
#include "tests/app/answered_box.h"
#include "tests/app/crashed_run.h"
#include "tests/app/endless_run.h"
#include "tests/app/slow_change.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/recovery_bar/recovery_bar.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class RecoveryOfferTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        QDir(journals()).removeRecursively();
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
    }
    void cleanup() {
        if (window_) {
            close_window();
        }
    }

    void unsaved_work_of_a_dead_window_is_offered_and_recovered() {
        const ViewState left = die_with_edits();
        look();
        const QStringList words = texts();
        QCOMPARE(words.size(), 1);
        QVERIFY2(words.front().startsWith(QStringLiteral("Unsaved edits of plan.csv from ")),
                 qPrintable(words.front()));
        QVERIFY(words.front().endsWith(QStringLiteral(": 2 edits.")));
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(window_->session().has_plan());
        QCOMPARE(window_->session().path(), plan_);
        QCOMPARE(window_->session().layout().placements[BufferIndex(0)]->offset, Offset(64));
        QCOMPARE(window_->session().layout().placements[BufferIndex(1)]->offset, Offset(32));
        QVERIFY(!window_->session().undo_stack()->isClean());
        QVERIFY(window_->isWindowModified() || window_->windowTitle().contains(QStringLiteral("*")));
        QVERIFY(window_->memory().view->state() == left);
        QCOMPARE(window_->session().debugging().watches(), std::vector<std::string>{"peak + 1"});
        QVERIFY(!bar().isVisible());
        QVERIFY2(window_->message_bar()->text().startsWith(QStringLiteral("Recovered 2 edits of plan.csv, up to ")),
                 qPrintable(window_->message_bar()->text()));
        // It is saved or discarded as any other.
        window_->session().undo_stack()->setClean();
        window_->memory().journal->finish();
        QVERIFY(left_journals(journals().toStdString()).empty());
        QCOMPARE(QDir(journals()).entryList(QDir::Files).size(), 0);
    }

    void a_discarded_journal_is_gone_after_a_question() {
        die_with_edits();
        look();
        answer_box(QMessageBox::Cancel);
        answer(QStringLiteral("Discard"));
        QTRY_VERIFY(box_was_answered_);
        QCOMPARE(texts().size(), 1);
        answer_box(QMessageBox::Discard);
        answer(QStringLiteral("Discard"));
        QTRY_VERIFY(!bar().isVisible());
        QCOMPARE(QDir(journals()).entryList(QDir::Files).size(), 0);
    }

    void recovered_work_that_is_discarded_is_not_offered_again() {
        for (const bool by_another_file : {false, true}) {
            die_with_edits();
            look();
            answer(QStringLiteral("Recover"));
            QTRY_VERIFY(window_->session().has_plan());
            QVERIFY(window_->isWindowModified());
            answer_next_box(QStringLiteral("Discard"));
            if (by_another_file) {
                open(sample(QStringLiteral("placed.csv")));
                QVERIFY(!window_->isWindowModified());
            } else {
                window_->actions().close->trigger();
                QVERIFY(!window_->session().has_plan());
            }
            window_->memory().journal->finish();
            QVERIFY(left_journals(journals().toStdString()).empty());
            QCOMPARE(QDir(journals()).entryList(QDir::Files).size(), 0);
            window_.reset();
            show_window();
            look();
            QVERIFY(!bar().isVisible());
        }
    }

    void what_a_reload_dropped_is_offered_at_the_next_start() {
        open(plan_);
        move(BufferIndex(0), 64);
        move(BufferIndex(1), 32);
        QSignalSpy read_again(&window_->session().file(), &OpenFile::read_again);
        answer_next_box(QStringLiteral("Reload"));
        window_->actions().reload->trigger();
        QVERIFY(read_again.wait(10'000));
        window_->close();  // nothing is unsaved
        window_.reset();
        show_window();
        look();
        const QStringList words = texts();
        QCOMPARE(words.size(), 2);
        QVERIFY2(words.front().endsWith(QStringLiteral(": 2 edits.")), qPrintable(words.front()));
        QCOMPARE(words.back(), QStringLiteral("They were dropped when the file was read again."));
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(window_->session().has_plan());
        QCOMPARE(window_->session().layout().placements[BufferIndex(0)]->offset, Offset(64));
        QCOMPARE(window_->session().layout().placements[BufferIndex(1)]->offset, Offset(32));
    }

    void later_asks_again_at_the_next_start() {
        die_with_edits();
        look();
        answer(QStringLiteral("Later"));
        QTRY_VERIFY(!bar().isVisible());
        look();
        QVERIFY(bar().isVisible());
        QCOMPARE(texts().size(), 1);
    }

    void several_journals_are_listed_and_recovered_in_their_own_windows() {
        die_with_edits();
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::remove(other);
        QVERIFY(QFile::copy(plan_, other));
        die_with_edits(other);
        QVERIFY(QFile::remove(other));
        look();
        const QStringList words = texts();
        QCOMPARE(words.size(), 3);  // one has a second line
        QVERIFY(words.join(QLatin1Char(' ')).contains(QStringLiteral("The file is not there any more")));
        answer(QStringLiteral("Recover"));
        QTRY_COMPARE(texts().size(), 1);
        QTRY_VERIFY(window_->session().has_plan());
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(!bar().isVisible());
        MainWindow* second = nullptr;
        for (QWidget* each : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<MainWindow*>(each);
            second = window != nullptr && window != window_.get() ? window : second;
        }
        QVERIFY(second != nullptr);
        QTRY_VERIFY(second->session().has_plan());
        QStringList paths{window_->session().path(), second->session().path()};
        paths.sort();
        QCOMPARE(paths, (QStringList{other, plan_}));
        QTRY_VERIFY(second->message_bar()->isVisible());
        second->session().undo_stack()->setClean();
        second->close();
    }

    void a_journal_that_another_window_took_is_not_offered_any_more() {
        die_with_edits();
        look();
        const auto taken = recover(left_journals(journals().toStdString()).front());
        QVERIFY(taken.has_value());
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(!bar().isVisible());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("another window uses it")));
        QVERIFY(!window_->session().has_plan());
    }

    void unsaved_changes_of_this_window_are_never_replaced() {
        die_with_edits();
        open(plan_);
        move(BufferIndex(2), 96);
        look();
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(!bar().isVisible());
        QCOMPARE(window_->session().state().edits.size(), std::size_t{1});
        QCOMPARE(close_others_with_two_edits(), 1);
    }

    void changes_made_while_a_journal_is_read_are_not_replaced() {
        die_with_edits();
        open(plan_);
        look();
        answer(QStringLiteral("Recover"));
        move(BufferIndex(2), 96);
        QTRY_VERIFY(!bar().isVisible());
        QCOMPARE(window_->session().state().edits.size(), std::size_t{1});
        QCOMPARE(window_->session().layout().placements[BufferIndex(2)]->offset, Offset(96));
        QCOMPARE(close_others_with_two_edits(), 1);
    }

    void a_change_under_way_is_not_replaced() {
        write(large_csv());
        die_with_edits();
        open(plan_);
        look();
        SlowChange change(window_->session().plan());
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(!bar().isVisible());
        change.finish();
        QTRY_COMPARE(window_->session().problem()->buffers[BufferIndex(0)].size, Bytes(16));
        QCOMPARE(close_others_with_two_edits(), 1);
    }

    void a_damaged_end_is_said() {
        die_with_edits();
        QFile file(QString::fromStdString(left_journals(journals().toStdString()).front()));
        QVERIFY(file.open(QIODevice::Append));
        file.write("half a record");
        file.close();
        look();
        QVERIFY(texts().join(QLatin1Char(' ')).contains(QStringLiteral("the last edits may be missing")));
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(window_->session().has_plan());
        QTRY_VERIFY(window_->message_bar()->text().contains(QStringLiteral("The end of the journal was damaged")));
    }

    void the_planner_that_ran_when_the_program_ended_is_named_with_the_edits() {
        write(placed_endless_csv());
        crash_while_planning(journals(), plan_, 2);
        look();
        const QString words = texts().join(QLatin1Char(' '));
        QVERIFY2(words.contains(QStringLiteral(": 2 edits.")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("Arenascope ended while the planner hill-climb was running.")),
                 qPrintable(words));
        answer(QStringLiteral("Recover"));
        QTRY_VERIFY(window_->session().has_plan());
        QCOMPARE(window_->session().layout().placements[BufferIndex(1)]->offset, Offset(128));
    }

    void it_is_named_once_in_a_message_without_unsaved_edits() {
        write(placed_endless_csv());
        crash_while_planning(journals(), plan_, 0);
        look();
        QVERIFY(!bar().isVisible());
        const QString words = window_->message_bar()->text();
        QVERIFY2(
            words.startsWith(QStringLiteral("Arenascope ended while the planner hill-climb was running on plan.csv, ")),
            qPrintable(words));
        window_->message_bar()->hide();
        look();
        QVERIFY(!window_->message_bar()->isVisible());
    }

    void journals_that_cannot_be_read_can_only_be_discarded() {
        QVERIFY(make_journal_folder(journals().toStdString()).has_value());
        QFile file(QString::fromStdString(new_journal_path(journals().toStdString())));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nonsense");
        file.close();
        {
            const auto log = RecordLog::create(new_journal_path(journals().toStdString()), "{\"version\": 99}\n");
            QVERIFY(log.has_value());
        }
        look();
        const QString words = texts().join(QLatin1Char(' '));
        QVERIFY(words.contains(QStringLiteral("a newer version of Arenascope has kept")));
        QVERIFY(words.contains(QStringLiteral("cannot be read")));
        QStringList buttons;
        for (const auto* button : bar().findChildren<QPushButton*>()) {
            buttons << button->text();
        }
        QVERIFY(!buttons.contains(QStringLiteral("Recover")));
        QCOMPARE(buttons.size(), 4);
    }

    void a_folder_that_cannot_be_written_is_said_once() {
        QDir(journals()).removeRecursively();
        QVERIFY(QDir().mkpath(QFileInfo(journals()).path()));
        QFile file(journals());
        QVERIFY(file.open(QIODevice::WriteOnly));  // a file is in its place
        open(plan_);
        move(BufferIndex(0), 64);
        window_->memory().journal->finish();
        QTRY_VERIFY(window_->message_bar()->isVisible());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("unsaved edits cannot be kept")));
        window_->message_bar()->hide();
        move(BufferIndex(1), 64);
        window_->memory().journal->finish();
        wait_until_idle();
        QVERIFY(!window_->message_bar()->isVisible());
        QVERIFY(QFile::remove(journals()));
    }

private:
    [[nodiscard]] static QString journals() { return window_settings::journal_folder(); }
    [[nodiscard]] RecoveryBar& bar() const { return *window_->findChild<RecoveryBar*>(); }

    void move(BufferIndex buffer, std::int64_t offset) const {
        window_->session().plan().move_buffers({{buffer, {Offset(offset), RegionIndex(0)}}}, buffer);
    }

    void wait_for_edits() const { QTRY_VERIFY(!window_->session().plan().changes().is_changing()); }

    /// Edits the plan in the window, and ends the window as a crash would: the journal stays. Another window follows.
    ViewState die_with_edits(const QString& path) {
        open(path);
        move(BufferIndex(0), 64);
        move(BufferIndex(1), 32);
        window_->layout_view()->set_view({{1.25L, 3.5L}, {2, 9}});
        window_->session().selection().select({BufferIndex(2)});
        window_->session().selection().set_cursor(Step(3));
        window_->session().debugging().set_watches({"peak + 1"});
        wait_for_edits();
        window_->memory().journal->finish();
        const ViewState left = window_->memory().view->state();
        window_.reset();
        show_window();
        window_->session().debugging().set_watches({});
        return left;
    }
    ViewState die_with_edits() { return die_with_edits(plan_); }

    /// Closes the other windows once each shows the two edits. Returns how many there were.
    int close_others_with_two_edits() const {
        int closed = 0;
        for (QWidget* each : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<MainWindow*>(each);
            if (window == nullptr || window == window_.get() || !window->isVisible()) {
                continue;
            }
            const auto has_both = [window] { return window->session().state().edits.size() == 2; };
            if (QTest::qWaitFor(has_both, 10'000)) {
                ++closed;
            }
            window->session().undo_stack()->setClean();
            window->close();
        }
        return closed;
    }

    void look() {
        QSignalSpy looked(window_->memory().recovery, &RecoveryOffer::looked);
        window_->offer_last_session(false);
        QVERIFY(looked.wait(10'000));
    }

    [[nodiscard]] QStringList texts() const {
        QStringList words;
        for (const auto* label : bar().findChildren<QLabel*>()) {
            words << label->text();
        }
        return words;
    }

    void answer(const QString& text) const {
        for (auto* button : bar().findChildren<QPushButton*>()) {
            if (button->text() == text) {
                button->click();
                return;
            }
        }
        QFAIL("there is no such button");
    }

    void answer_box(QMessageBox::StandardButton button) {
        box_was_answered_ = false;
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [this, timer, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                box_was_answered_ = true;
                timer->deleteLater();
                box->button(button)->click();
            }
        });
        timer->start(10);
    }

    bool box_was_answered_ = false;
};

ARENASCOPE_TEST(RecoveryOfferTest)
#include "recovery_offer_test.moc"

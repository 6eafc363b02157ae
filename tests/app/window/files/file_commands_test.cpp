#include "app/window/files/file_commands.h"

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>

#include "app/session/journal.h"
#include "app/window/frame/window_settings.h"
#include "core/base/file/atomic_file.h"
#include "tests/app/answered_box.h"
#include "tests/app/answered_file_dialog.h"
#include "tests/app/endless_run.h"
#include "tests/app/slow_change.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class FileCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        plan_ = folder_.filePath(QStringLiteral("plan.csv"));
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        QDir(window_settings::journal_folder()).removeRecursively();
        show_window();
    }
    void cleanup() { close_window(); }

    void after_save_as_the_window_has_the_new_file() {
        open(plan_);
        move_first(32);
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        answer_next_file_dialog({QStringLiteral("saved.json")});
        window_->actions().save_layout->trigger();
        QVERIFY2(window_->windowTitle().startsWith(QStringLiteral("saved.json[*]")),
                 qPrintable(window_->windowTitle()));
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(window_settings::recent_files().constFirst(), saved);
        // Saving again asks for nothing and leaves the first file alone.
        const QByteArray first = content_of(plan_);
        move_first(64);
        QVERIFY(window_->isWindowModified());
        window_->actions().save->trigger();
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(content_of(plan_), first);
        QVERIFY(content_of(saved).contains("64"));
        // The first file is not watched any more, the new one is.
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QVERIFY(!opened.wait(500));
        plan_ = saved;
        write(R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        QVERIFY(opened.wait(10'000));
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{1});
        QCOMPARE(window_->session().path(), saved);
        QTRY_COMPARE(window_->message_bar()->text(),
                     QStringLiteral("saved.json had changed on disk and was read again."));
    }

    void save_asks_for_a_file_until_the_plan_is_one_of_this_program() {
        open(plan_);
        const QByteArray before = content_of(plan_);
        move_first(32);
        answer_next_file_dialog({QStringLiteral("asked.json")});
        window_->actions().save->trigger();
        QCOMPARE(content_of(plan_), before);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("asked.json"))));
    }

    void save_replaces_a_plan_of_this_program() {
        plan_ = folder_.filePath(QStringLiteral("own.json"));
        write(R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        open(plan_);
        move_first(4096);
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(content_of(plan_).contains("4096"));
        QVERIFY(!window_->isWindowModified());
    }

    void the_sample_is_not_replaced() {
        window_->open_sample();
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().has_plan() && is_complete(window_->session().layout()), 20'000);
        bool was_asked = false;
        QTimer::singleShot(100, window_.get(), [&was_asked] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            was_asked = true;
            dialog->reject();
        });
        window_->actions().save->trigger();
        QVERIFY(was_asked);
    }

    void a_csv_file_says_what_it_cannot_store() {
        plan_ = folder_.filePath(QStringLiteral("labelled.json"));
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "sram", "capacity": 64}],
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        open(plan_);
        answer_next_file_dialog({QStringLiteral("short.csv")});
        window_->actions().save_layout->trigger();
        QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("This format cannot store capacities.")),
                 qPrintable(window_->message_bar()->text()));
    }

    void a_file_that_is_not_there_yet_opens_when_it_appears() {
        const QString later = folder_.filePath(QStringLiteral("later.csv"));
        QSignalSpy failed(&window_->session().file(), &OpenFile::failed);
        window_->open(later);
        QVERIFY(failed.wait(10'000));
        QVERIFY(window_->message_bar()->isVisible());
        QVERIFY(!window_->session().has_plan());
        QVERIFY(QFile::copy(plan_, later));
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().path(), later, 10'000);
        QVERIFY(!window_->message_bar()->isVisible());
    }

    void reload_asks_where_there_are_edits_and_undo_brings_them_back() {
        open(plan_);
        QSignalSpy read_again(&window_->session().file(), &OpenFile::read_again);
        window_->actions().reload->trigger();  // nothing to lose, nothing to ask
        QVERIFY(read_again.wait(10'000));
        move_first(32);
        const auto kept = answer_next_box(QStringLiteral("Cancel"));
        QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
        QVERIFY2(kept->startsWith(QStringLiteral("plan.csv has unsaved changes.")), qPrintable(*kept));
        QCOMPARE(first_offset(), Offset(32));
        answer_next_box(QStringLiteral("Reload"));
        window_->actions().reload->trigger();
        QVERIFY(read_again.wait(10'000));
        QCOMPARE(first_offset(), Offset(0));
        QVERIFY(!window_->isWindowModified());
        QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("Undo brings them back")),
                 qPrintable(window_->message_bar()->text()));
        // They are on the disk, for the case that the window ends.
        window_->memory().journal->finish();
        QCOMPARE(journals().size(), 1);
        press_bar(QStringLiteral("Undo"));
        QCOMPARE(first_offset(), Offset(32));
        QVERIFY(window_->isWindowModified());
        window_->memory().journal->finish();
        QCOMPARE(journals().size(), 1);
        window_->session().undo_stack()->redo();
        window_->memory().journal->finish();
        QCOMPARE(journals().size(), 1);
        window_->session().undo_stack()->undo();
        answer_next_file_dialog({QStringLiteral("reloaded.json")});
        window_->actions().save->trigger();
        window_->memory().journal->finish();
        QCOMPARE(journals().size(), 0);
    }

    void a_run_under_way_is_not_dropped_without_a_question() {
        write(endless_csv());
        open(plan_);
        window_->session().tuning().run()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
        window_->session().tuning().start({.planner = "hill-climb", .settings = {{"work", "1000000000000"}}});
        window_->session().undo_stack()->setClean();
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        window_->actions().reload->trigger();
        QVERIFY2(asked->contains(QStringLiteral("A run of hill-climb is under way.")), qPrintable(*asked));
        QVERIFY(window_->session().tuning().run()->is_running());
        window_->session().tuning().run()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
    }

    void the_last_copy_of_a_file_that_is_gone_is_kept() {
        open(plan_);
        QVERIFY(QFile::remove(plan_));
        QTRY_VERIFY_WITH_TIMEOUT(window_->isWindowModified(), 10'000);
        QCOMPARE(window_->message_bar()->text(),
                 QStringLiteral("plan.csv is not on the disk any more. This window holds the last copy."));
        QCOMPARE(bar_button(), QStringLiteral("Save As…"));
        // Nothing offers to read what is not there, with and without edits.
        for (const bool is_edited : {false, true}) {
            if (is_edited) {
                move_first(32);
            }
            window_->actions().reload->trigger();
            QCOMPARE(bar_button(), QStringLiteral("Save As…"));
            for (const auto& [way, leave] : ways_to_leave()) {
                const auto asked = answer_next_box(QStringLiteral("Cancel"));
                leave();
                QTRY_VERIFY2(asked->startsWith(QStringLiteral("plan.csv is not on the disk any more.")),
                             qPrintable(QLatin1String(way) + QStringLiteral(": ") + *asked));
                QVERIFY(window_->session().has_plan());
                QCOMPARE(window_->session().path(), plan_);
            }
        }
        // As the file was, it is no unsaved work any more.
        window_->session().undo_stack()->undo();
        QVERIFY(window_->isWindowModified());
        answer_next_file_dialog({QStringLiteral("rescued.json")});
        answer_next_box(QStringLiteral("Save As…"));
        window_->actions().close->trigger();
        QVERIFY(!window_->session().has_plan());
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("rescued.json"))));
    }

    void a_file_that_is_gone_for_a_moment_is_no_unsaved_work() {
        open(plan_);
        const QString aside = folder_.filePath(QStringLiteral("aside.csv"));
        QVERIFY(QFile::rename(plan_, aside));
        QTRY_VERIFY_WITH_TIMEOUT(window_->isWindowModified(), 10'000);
        QVERIFY(QFile::rename(aside, plan_));
        QTRY_VERIFY_WITH_TIMEOUT(!window_->isWindowModified(), 10'000);
        QCOMPARE(window_->message_bar()->text(), QStringLiteral("plan.csv is on the disk again, as it was."));
    }

    void a_file_that_vanishes_just_before_its_window_is_closed_is_kept() {
        open(plan_);
        QVERIFY(QFile::remove(plan_));
        const auto asked = answer_next_box(QStringLiteral("Close"));
        window_->actions().close->trigger();
        QVERIFY2(asked->startsWith(QStringLiteral("plan.csv is not on the disk any more.")), qPrintable(*asked));
        QVERIFY(!window_->session().has_plan());
    }

    void edits_made_while_another_file_is_read_are_not_lost() {
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::remove(other);
        QVERIFY(QFile::copy(plan_, other));
        open(plan_);
        window_->open(other);
        move_first(32);  // before it is read
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        QTRY_VERIFY2(asked->startsWith(QStringLiteral("plan.csv has unsaved changes.")), qPrintable(*asked));
        wait_until_idle();
        QCOMPARE(window_->session().path(), plan_);
        QCOMPARE(first_offset(), Offset(32));
        const auto again = answer_next_box(QStringLiteral("Discard"));
        window_->open(plan_);
        QVERIFY2(again->startsWith(QStringLiteral("plan.csv has unsaved changes.")), qPrintable(*again));
        QTRY_COMPARE(first_offset(), Offset(0));
    }

    void an_edit_under_way_is_not_lost_when_another_file_is_opened() {
        write(large_csv());
        open(plan_);
        window_->open(sample(QStringLiteral("placed.csv")));
        SlowChange change(window_->session().plan());  // while the file is read
        QTimer::singleShot(500, window_.get(), [&change] { change.finish(); });
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        QTRY_VERIFY2_WITH_TIMEOUT(asked->startsWith(QStringLiteral("plan.csv has unsaved changes.")),
                                  qPrintable(*asked), 10'000);
        wait_until_idle();
        QCOMPARE(window_->session().path(), plan_);
        QCOMPARE(window_->session().problem()->buffers[BufferIndex(0)].size, Bytes(16));
    }

    void an_edit_under_way_is_not_lost_when_the_file_changes_on_disk() {
        write(large_csv());
        open(plan_);
        SlowChange change(window_->session().plan());
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QTimer::singleShot(2'000, window_.get(), [&change] { change.finish(); });
        QTRY_COMPARE_WITH_TIMEOUT(
            window_->message_bar()->text(),
            QStringLiteral("plan.csv has changed on disk, and the open plan has unsaved changes."), 10'000);
        QCOMPARE(window_->session().problem()->buffers[BufferIndex(0)].size, Bytes(16));
    }

    void a_run_is_dropped_after_one_question() {
        open_with_run();
        const auto asked = answer_next_box(QStringLiteral("Drop the Run"));
        window_->open(sample(QStringLiteral("placed.csv")));
        QVERIFY2(asked->startsWith(QStringLiteral("A run of hill-climb is under way.")), qPrintable(*asked));
        show_preview();  // while the file is read
        const auto again = answer_next_box(QStringLiteral("Cancel"));
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().path(), sample(QStringLiteral("placed.csv")), 10'000);
        QCOMPARE(*again, QString());
    }

    void a_run_that_begins_while_a_file_is_read_is_not_dropped_without_a_question() {
        write(placed_endless_csv());
        open(plan_);
        window_->open(sample(QStringLiteral("placed.csv")));
        begin_run();
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        QTRY_VERIFY2_WITH_TIMEOUT(asked->startsWith(QStringLiteral("A run of hill-climb is under way.")),
                                  qPrintable(*asked), 10'000);
        wait_until_idle();
        QCOMPARE(window_->session().path(), plan_);
        end_run();
    }

    void changes_are_discarded_after_one_question_while_a_trace_is_played() {
        open_tuned_sample();
        window_->session().plan().annotate({{"a note", BufferIndex(0)}}, {}, QStringLiteral("Note"));
        const auto asked = answer_next_box(QStringLiteral("Discard"));
        window_->open(sample(QStringLiteral("placed.csv")));
        QVERIFY2(asked->startsWith(QStringLiteral("mobile_vision.json has unsaved changes.")), qPrintable(*asked));
        window_->session().steps().show(0);
        window_->session().steps().show(1);
        const auto again = answer_next_box(QStringLiteral("Cancel"));
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().path(), sample(QStringLiteral("placed.csv")), 10'000);
        QCOMPARE(*again, QString());
    }

    void another_file_in_place_of_one_that_was_gone_is_read() {
        open(plan_);
        QVERIFY(QFile::remove(plan_));
        QTRY_VERIFY_WITH_TIMEOUT(window_->isWindowModified(), 10'000);
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{1}, 10'000);
        QVERIFY(!window_->isWindowModified());
        QTRY_COMPARE(window_->message_bar()->text(),
                     QStringLiteral("plan.csv had changed on disk and was read again."));
    }

    void a_reload_that_could_not_be_shown_is_not_told_of_by_the_next_one() {
        open(plan_);
        move_first(32);
        connect(
            &window_->session().plan(), &OpenPlan::layout_changed, this, [] { throw std::bad_alloc(); },
            Qt::SingleShotConnection);
        QSignalSpy failed(&window_->session().file(), &OpenFile::failed);
        answer_next_box(QStringLiteral("Reload"));
        window_->actions().reload->trigger();
        QVERIFY(failed.wait(10'000));
        QCOMPARE(first_offset(), Offset(32));
        window_->session().undo_stack()->undo();
        QSignalSpy read_again(&window_->session().file(), &OpenFile::read_again);
        window_->actions().reload->trigger();
        QVERIFY(read_again.wait(10'000));
        QVERIFY2(!window_->message_bar()->text().contains(QStringLiteral("over unsaved changes")),
                 qPrintable(window_->message_bar()->text()));
    }

    void a_read_only_file_is_replaced_only_by_who_says_so() {
        plan_ = folder_.filePath(QStringLiteral("locked.json"));
        write(own_plan());
        open(plan_);
        move_first(4096);
        QVERIFY(QFile::setPermissions(plan_, QFile::ReadOwner | QFile::ReadUser));
        const QByteArray before = content_of(plan_);
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        window_->actions().save->trigger();
        QVERIFY2(asked->startsWith(QStringLiteral("locked.json is read-only.")), qPrintable(*asked));
        QCOMPARE(content_of(plan_), before);
        QVERIFY(window_->isWindowModified());
        answer_next_box(QStringLiteral("Overwrite Anyway"));
        window_->actions().save->trigger();
        QVERIFY(content_of(plan_).contains("4096"));
        QVERIFY(!window_->isWindowModified());
        QVERIFY(is_read_only(plan_.toStdString()));
        move_first(8192);
        answer_next_box(QStringLiteral("Save As…"));
        answer_next_file_dialog({QStringLiteral("elsewhere.json")});
        window_->actions().save->trigger();
        QTRY_VERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("elsewhere.json"))));
        QVERIFY(!content_of(plan_).contains("8192"));
        QVERIFY(QFile::setPermissions(plan_, QFile::ReadOwner | QFile::WriteOwner));
    }

    void what_somebody_else_has_written_meanwhile_is_not_overwritten_unasked() {
        plan_ = folder_.filePath(QStringLiteral("shared.json"));
        write(own_plan());
        open(plan_);
        move_first(4096);
        wait_until_idle();
        write(own_plan() + "\n");
        const QByteArray theirs = content_of(plan_);
        const auto asked = answer_next_box(QStringLiteral("Cancel"));
        window_->actions().save->trigger();
        QVERIFY2(asked->startsWith(QStringLiteral("shared.json has changed on disk since it was read.")),
                 qPrintable(*asked));
        QCOMPARE(content_of(plan_), theirs);
        answer_next_box(QStringLiteral("Overwrite Anyway"));
        window_->actions().save->trigger();
        QVERIFY(content_of(plan_).contains("4096"));
        // What this window has written itself is no change of somebody else.
        move_first(8192);
        window_->actions().save->trigger();
        QVERIFY(content_of(plan_).contains("8192"));
    }

private:
    static QByteArray own_plan() {
        return R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})";
    }

    void open_with_run() {
        write(placed_endless_csv());
        open(plan_);
        begin_run();
    }

    void begin_run() const {
        window_->session().tuning().start(
            {.planner = "hill-climb", .settings = {}, .time_limit_seconds = std::stod(endless_seconds)});
        QVERIFY(window_->session().tuning().is_asked_run_under_way());
    }

    void end_run() const {
        window_->session().tuning().run()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
    }

    /// Shows the layout as the best one of the run so far.
    void show_preview() const {
        const ShownPlan& shown = window_->session().plan().without_preview();
        window_->session().plan().show_preview(
            std::make_shared<const BestSoFar>(BestSoFar(*shown.problem, *shown.layout, *shown.risks)));
        QVERIFY(window_->session().plan().is_previewing());
    }

    /// Whatever replaces the open plan in its window.
    [[nodiscard]] std::vector<std::pair<const char*, std::function<void()>>> ways_to_leave() {
        const QString other = sample(QStringLiteral("placed.csv"));
        return {{"Close", [this] { window_->actions().close->trigger(); }},
                {"the window's cross", [this] { window_->close(); }},
                {"Quit", [this] { window_->actions().quit->trigger(); }},
                {"another file", [this, other] { window_->open(other); }},
                {"the sample", [this] { window_->open_sample(); }},
                {"a drop", [this, other] { drop(other); }}};
    }

    /// Without the drag before it, a drop reaches no widget.
    void drop(const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &event);
    }

    [[nodiscard]] Offset first_offset() const { return window_->session().layout().placements[BufferIndex(0)]->offset; }

    [[nodiscard]] QString bar_button() const {
        const auto* button = window_->message_bar()->findChild<QPushButton*>();
        return button->isVisible() ? button->text() : QString();
    }

    void press_bar(const QString& text) const {
        QCOMPARE(bar_button(), text);
        window_->message_bar()->findChild<QPushButton*>()->click();
    }

    static QStringList journals() {
        return QDir(window_settings::journal_folder()).entryList({QStringLiteral("*.journal")}, QDir::Files);
    }

    void move_first(std::int64_t offset) const {
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(offset), RegionIndex(0)}}}, BufferIndex(0));
    }

    static QByteArray content_of(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

ARENASCOPE_TEST(FileCommandsTest)
#include "file_commands_test.moc"

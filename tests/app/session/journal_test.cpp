#include "app/session/journal.h"

#include <memory>
#include <new>

#include <QFileInfo>
#include <QSignalSpy>

#include "app/session/journal_record.h"
#include "core/base/file/record_log.h"
#include "tests/app/journal_fixture.h"
#include "tests/support/full_disk.h"

using namespace arenascope;
using namespace arenascope::test;

class JournalTest : public QObject, private JournalFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }

    void there_is_no_journal_without_unsaved_changes() {
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        session.selection().select({a});
        journal.finish();
        QVERIFY(!QFileInfo::exists(journals_));
        move(session, a, 32);
        journal.finish();
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 1);
        session.undo_stack()->undo();
        journal.finish();
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 0);
        session.undo_stack()->redo();
        journal.finish();
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 1);
        QVERIFY(session.file().save_layout(folder_.filePath(QStringLiteral("saved.json"))).has_value());
        journal.finish();
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 0);
    }

    void an_edit_is_on_the_disk_soon_without_being_asked() {
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        int edits = 0;
        const auto edit_and_count = [&] {
            move(session, a, 32 * ++edits);  // goes on for longer than the delay
            return QDir(journals_).entryList({QStringLiteral("*.journal")}, QDir::Files).size();
        };
        QTRY_COMPARE(edit_and_count(), 1);
    }

    void edits_of_every_kind_come_back() {
        ViewState view;
        view.mode = "debug";
        view.cursor = Step(3);
        view.view = View{{0.5L, 4.0L / 3}, {1e18L + 1, 1e18L + 2}};
        view.selected = {"b", "a \xff\n"};
        view.settings = {{"metrics", "width>length"}};
        view.seed = 7;
        PlanState state;
        {
            Session session;
            Journal journal(session, journals_, [&view] { return view; });
            open(session, plan_);
            move(session, a, 32);
            journal.finish();
            resize(session, b, 24);
            journal.finish();
            move(session, b, 64);
            move(session, a, 96);
            journal.finish();
            session.undo_stack()->undo();
            session.plan().annotate(
                {{"why\nhere? \xff", a}, {"a place", BytePlace{RegionIndex(0), Offset(9), Step(3)}}},
                {{"the peak", {Step(1), Step(3)}, {RegionIndex(0), Offset(0)}, {RegionIndex(0), Offset(64)}}},
                QStringLiteral("note"));
            session.debugging().set_breakpoints({{.condition = "peak > 3"},
                                                 {.condition = "moved > 1",
                                                  .is_enabled = false,
                                                  .ignored = 4,
                                                  .action = Breakpoint::Action::log,
                                                  .line = "here {peak}"}});
            session.debugging().set_watches({"peak", "tail(\"a\")"});
            journal.finish();
            state = session.state();
        }
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left.front().path, plan_);
        QCOMPARE(left.front().edits, std::size_t{4});
        QVERIFY(left.front().file == FileChange::none);
        Session session;
        ViewState shown;
        Journal journal(session, journals_, [&shown] { return shown; });
        auto recovered = recover(left.front().journal);
        QVERIFY2(recovered.has_value(), recovered ? "" : to_string(recovered.error()).c_str());
        shown = recovered->work.view;
        QVERIFY(shown == view);
        journal.show(std::move(*recovered));
        verify_same(session.state(), state);
        QCOMPARE(session.path(), plan_);
        QVERIFY(!session.undo_stack()->isClean());
        QVERIFY(!session.undo_stack()->canUndo());
        QCOMPARE(session.debugging().breakpoints().size(), std::size_t{2});
        QCOMPARE(session.debugging().breakpoints()[1].line, std::string("here {peak}"));
        QCOMPARE(session.debugging().watches(), (std::vector<std::string>{"peak", "tail(\"a\")"}));
        // It is this session's journal now, and counts on.
        move(session, a, 128);
        journal.finish();
        QCOMPARE(left_work(journals_.toStdString()).size(), std::size_t{0});
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 1);
        const auto reading = read_records(left.front().journal);
        QVERIFY(reading.has_value());
        QCOMPARE(journal_content(reading->records).work.edits, std::size_t{5});
    }

    void a_reload_that_could_not_be_shown_drops_nothing() {
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, plan_);
            move(session, a, 32);
            QObject::connect(
                &session.plan(), &OpenPlan::layout_changed, &session, [] { throw std::bad_alloc(); },
                Qt::SingleShotConnection);
            QSignalSpy failed(&session.file(), &OpenFile::failed);
            session.file().reload();
            QVERIFY(failed.wait(10'000));
            // It is undone, and made anew.
            session.undo_stack()->undo();
            move(session, a, 64);
            journal.finish();
        }
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(!left.front().is_dropped);
        const auto recovered = recover(left.front().journal);
        QVERIFY(recovered.has_value());
        QCOMPARE(recovered->work.plan.edits.back().placement, (Placement{Offset(64), RegionIndex(0)}));
    }

    void an_edit_in_place_of_an_undone_reload_is_not_set_aside() {
        Session session;
        auto journal = std::make_unique<Journal>(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        move(session, a, 32);
        QSignalSpy read_again(&session.file(), &OpenFile::read_again);
        session.file().reload();
        QVERIFY(read_again.wait(10'000));
        session.undo_stack()->undo();
        move(session, b, 64);
        journal->finish();
        QCOMPARE(QDir(journals_).entryList({QStringLiteral("*.journal")}, QDir::Files).size(), 1);
        journal.reset();
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(!left.front().is_dropped);
        QCOMPARE(left.front().edits, std::size_t{2});
    }

    void a_recorded_run_comes_back_with_its_shown_step() {
        PlanState state;
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, sample(QStringLiteral("mobile_vision.json")));
            tune(session);
            resize(session, a, session.problem()->buffers[a].size.value() + 64);  // the file has no plan until now
            tune(session);
            session.steps().show(1);
            journal.finish();
            move(session, a, 1 << 20);
            move(session, b, 2 << 20);
            session.plan().annotate({},
                                    {{"a step",
                                      {Step(1), Step(3)},
                                      {RegionIndex(0), Offset(0)},
                                      {RegionIndex(0), Offset(64)},
                                      {},
                                      {},
                                      FrameIndex(2)}},
                                    QStringLiteral("bookmark"));
            journal.finish();
            state = session.state();
            QVERIFY(state.trace != nullptr && state.edits.size() == 2 && state.frame != state.trace->result);
        }
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        verify_same(recovered->work.plan, state);
        QVERIFY(!recovered->gaps.lacks_run);
        QVERIFY(recovered->work.plan.seconds.has_value());
    }

    void a_move_takes_few_bytes() {
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, sample(QStringLiteral("mobile_vision.json")));
        tune(session);
        resize(session, a, 64);
        for (int i = 0; i < 100; ++i) {
            move(session, b, 64 * i);
        }
        journal.finish();
        const QString path = QDir(journals_).entryInfoList(QDir::Files).front().filePath();
        const qint64 before = QFileInfo(path).size();
        move(session, a, 1 << 20);
        journal.finish();
        QVERIFY(QFileInfo(path).size() > before);
        QVERIFY(QFileInfo(path).size() - before < 300);
    }

    void a_full_disk_is_reported_once_and_the_work_goes_on() {
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        QSignalSpy failed(&journal, &Journal::failed);
        QSignalSpy written(&journal, &Journal::written);
        {
            const FullDisk disk(16);
            for (int i = 1; i < 4; ++i) {
                move(session, a, 32 * i);
                journal.finish();
                QCoreApplication::processEvents();
            }
            QCOMPARE(failed.size(), 1);
            QVERIFY(left_work(journals_.toStdString()).empty());
        }
        move(session, a, 32 * 4);
        journal.finish();
        QCoreApplication::processEvents();
        QCOMPARE(written.size(), 1);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 1);
    }

    void a_disk_that_fills_up_keeps_what_was_written() {
        Session session;
        auto journal = std::make_unique<Journal>(session, journals_, [] { return ViewState(); });
        open(session, plan_);
        move(session, a, 32);
        journal->finish();
        const qint64 size = QDir(journals_).entryInfoList(QDir::Files).front().size();
        QSignalSpy failed(journal.get(), &Journal::failed);
        {
            const FullDisk disk(static_cast<rlim_t>(size + 10));
            move(session, a, 64);
            journal->finish();
            QTRY_COMPARE(failed.size(), 1);
        }
        QCOMPARE(QDir(journals_).entryInfoList(QDir::Files).front().size(), size);
        move(session, a, 96);
        journal->finish();
        const std::vector<Edit> edits = session.state().edits;
        journal.reset();
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->work.plan.edits == edits);
    }

    void a_folder_that_cannot_be_made_is_reported() {
        QFile file(journals_);  // a file is in its place
        QVERIFY(file.open(QIODevice::WriteOnly));
        Session session;
        Journal journal(session, journals_ + QStringLiteral("/inner"), [] { return ViewState(); });
        open(session, plan_);
        QSignalSpy failed(&journal, &Journal::failed);
        move(session, a, 32);
        journal.finish();
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(session.state().edits.size(), std::size_t{1});
        file.close();
        QVERIFY(QFile::remove(journals_));
    }

    void sessions_have_journals_of_their_own() {
        Session one;
        Session two;
        Journal of_one(one, journals_, [] { return ViewState(); });
        auto of_two = std::make_unique<Journal>(two, journals_, [] { return ViewState(); });
        open(one, plan_);
        open(two, plan_);
        move(one, a, 32);
        move(two, b, 64);
        of_one.finish();
        of_two->finish();
        QCOMPARE(QDir(journals_).entryList(QDir::Files).size(), 2);
        QVERIFY(left_work(journals_.toStdString()).empty());  // both have owners
        of_two.reset();
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        const auto recovered = recover(left.front().journal);
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->work.plan.edits == two.state().edits);
    }

    void a_journal_that_grows_is_replaced_by_one_record() {
        Session session;
        Journal journal(session, journals_, [] { return ViewState(); });
        QByteArray rows("id,lower,upper,size,offset\n");
        for (int i = 0; i < 20'000; ++i) {
            rows += QStringLiteral("b%1,%1,%2,%3,%4\n")
                        .arg(i)
                        .arg(i + 3)
                        .arg(64 + i * 7919 % 501)
                        .arg(i % 4 * 1024)
                        .toUtf8();
        }
        write(rows);
        open(session, plan_);
        qint64 largest = 0;
        for (int i = 0; i < 40; ++i) {
            resize(session, a, 100 + i);  // each takes a whole plan
            journal.finish();
            largest = std::max(largest, QDir(journals_).entryInfoList(QDir::Files).front().size());
        }
        QVERIFY(largest < 6 << 20);
        QVERIFY(
            read_records(QDir(journals_).entryInfoList(QDir::Files).front().filePath().toStdString())->records.size() <
            40);
    }
};

ARENASCOPE_TEST(JournalTest)
#include "journal_test.moc"

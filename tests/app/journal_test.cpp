#include "app/session/journal.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>

#include <sys/wait.h>

#include "app/session/journal_folder.h"
#include "app/session/journal_record.h"
#include "app/session/recovery.h"
#include "core/edit/buffer_change.h"
#include "core/file/record_log.h"
#include "core/format/plan/plan_json.h"
#include "tests/app/session_fixture.h"
#include "tests/support/full_disk.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr BufferIndex a(0);
constexpr BufferIndex b(1);

void move(Session& session, BufferIndex buffer, std::int64_t offset) {
    session.plan().move_buffers({{buffer, {Offset(offset), RegionIndex(0)}}}, buffer);
}

void resize(Session& session, BufferIndex buffer, std::int64_t size) {
    const ShownPlan& plan = session.plan().without_preview();
    auto edited = changed_buffers(*plan.problem, *plan.layout, std::vector{buffer}, {.size = Bytes(size)});
    QVERIFY(edited.has_value());
    session.plan().change_problem(std::move(*edited), QStringLiteral("size"));
}

void verify_same(const PlanState& one, const PlanState& other) {
    QVERIFY(*one.problem == *other.problem);
    QVERIFY(*one.layout == *other.layout);
    QVERIFY(one.provenance == other.provenance);
    QCOMPARE(one.trace == nullptr, other.trace == nullptr);
    QVERIFY(!one.trace || *one.trace == *other.trace);
    QCOMPARE(one.frame, other.frame);
    QVERIFY(one.edits == other.edits);
    QVERIFY(one.hand_edits == other.hand_edits);
    QVERIFY(one.pinned_notes == other.pinned_notes);
    QVERIFY(one.bookmarks == other.bookmarks);
    QCOMPARE(one.source, other.source);
    QVERIFY(one.switches == other.switches);
    QCOMPARE(one.format, other.format);
    QVERIFY(one.notes == other.notes);
    QVERIFY(one.plan_notes == other.plan_notes);
    QVERIFY(one.misfits == other.misfits);
    QCOMPARE(one.import == nullptr, other.import == nullptr);
    QVERIFY(!one.import || *one.import == *other.import);
}

}  // namespace

class JournalTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() {
        QDir(journals_).removeRecursively();
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
    }

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
        for (int i = 1; i < 20; ++i) {
            move(session, a, 32 * i);  // goes on for longer than the delay
            QTest::qWait(50);
        }
        QCOMPARE(QDir(journals_).entryList({QStringLiteral("*.journal")}, QDir::Files).size(), 1);
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

    void a_run_over_the_limit_leaves_the_layout_of_the_shown_step() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        tune(session);
        session.steps().show(1);
        move(session, a, 1 << 20);
        UnsavedWork work;
        work.path = session.path();
        work.plan = session.state();
        work.shown = session.shown()->layout;
        QVERIFY(make_journal_folder(journals_.toStdString()).has_value());
        const std::string path = new_journal_path(journals_.toStdString());
        {
            auto log = RecordLog::create(path, journal_record(nullptr, work, 10));
            QVERIFY(log.has_value());
            const UnsavedWork before = work;
            session.steps().show(2);
            move(session, b, 2 << 20);
            work.plan = session.state();
            work.shown = session.shown()->layout;
            QVERIFY(log->append(journal_record(&before, work, 10)).has_value());
        }
        const auto recovered = recover(path);
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->gaps.lacks_run);
        QVERIFY(recovered->work.plan.trace == nullptr);
        QVERIFY(recovered->work.plan.layout->placements == session.layout().placements);
        QVERIFY(recovered->work.plan.edits.empty());
        QVERIFY(recovered->work.plan.hand_edits == hand_edits_of(session.state()));
    }

    void a_model_keeps_what_its_import_folded() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const QString model = shared_data(QStringLiteral("onnx/mnist_8.onnx"));
        if (!QFileInfo::exists(model)) {
            QSKIP("that model is not there");
        }
        PlanState state;
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, model);
            tune(session);
            move(session, a, 1 << 20);
            journal.finish();
            state = session.state();
            QVERIFY(state.import != nullptr);
        }
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        verify_same(recovered->work.plan, state);
        QVERIFY(!recovered->gaps.lacks_import_report);
    }

    void a_file_that_was_saved_from_the_window_has_not_changed() {
        const QString path = folder_.filePath(QStringLiteral("saved_twice.json"));
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, plan_);
            move(session, a, 32);
            QVERIFY(session.file().save_layout(path).has_value());
            move(session, b, 32);
            QTest::qWait(20);  // another time of the file
            QVERIFY(session.file().save_layout(path).has_value());
            move(session, a, 64);
            journal.finish();
        }
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->gaps.file == FileChange::none);
        QVERIFY(recovered->work.can_replace_file);
        QCOMPARE(recovered->work.edits, std::size_t{1});
    }

    void a_changed_or_vanished_file_is_named_and_not_replaced() {
        const QString path = folder_.filePath(QStringLiteral("plan.json"));
        PlanState state;
        {
            Session session;
            open(session, plan_);
            QVERIFY(session.file().save_layout(path).has_value());
        }
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, path);
            move(session, a, 32);
            journal.finish();
            state = session.state();
        }
        {
            const auto recovered = recover(only_journal());
            QVERIFY(recovered.has_value() && recovered->work.can_replace_file);
            QVERIFY(recovered->gaps.file == FileChange::none);
        }
        // The same content at another time is the same file.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        file.close();
        QVERIFY(QFile::remove(path));
        QTest::qWait(20);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY(left_work(journals_.toStdString()).front().file == FileChange::none);
        QVERIFY(file.open(QIODevice::Append));
        file.write("\n");
        file.close();
        QVERIFY(left_work(journals_.toStdString()).front().file == FileChange::changed);
        QVERIFY(QFile::remove(path));
        QVERIFY(left_work(journals_.toStdString()).front().file == FileChange::vanished);
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->gaps.file == FileChange::vanished);
        QVERIFY(!recovered->work.can_replace_file);
        verify_same(recovered->work.plan, state);
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

    void a_cut_at_any_byte_gives_an_earlier_state_or_says_that_there_is_none() {
        std::vector<std::vector<Edit>> states;
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, plan_);
            for (int i = 1; i < 5; ++i) {
                move(session, a, 32 * i);
                journal.finish();
                states.push_back(session.state().edits);
            }
        }
        const std::string path = only_journal();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        std::size_t most = 0;
        for (int length = 0; length <= whole.size(); ++length) {
            QFile cut(folder_.filePath(QStringLiteral("cut.journal")));
            QVERIFY(cut.open(QIODevice::WriteOnly));
            cut.write(whole.left(length));
            cut.close();
            const auto recovered = recover(cut.fileName().toStdString());
            if (!recovered) {
                QCOMPARE(most, std::size_t{0});
                QVERIFY(to_string(recovered.error()).find("holds nothing that can be read") != std::string::npos);
                continue;
            }
            const std::size_t found = recovered->work.plan.edits.size();
            QVERIFY(found >= most && recovered->work.plan.edits == states[found - 1]);
            most = found;
        }
        QCOMPARE(most, states.size());
    }

    void a_journal_of_a_newer_version_is_left_alone() {
        QVERIFY(make_journal_folder(journals_.toStdString()).has_value());
        const std::string path = new_journal_path(journals_.toStdString());
        { QVERIFY(RecordLog::create(path, "{\"version\": 99, \"at\": 5, \"edits\": 1, \"new\": {}}\n").has_value()); }
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(left.front().is_newer && !left.front().can_be_recovered() && !left.front().is_damaged);
        QVERIFY(!recover(path).has_value());
        QVERIFY(QFileInfo::exists(QString::fromStdString(path)));
        QVERIFY(discard_left_work(path).has_value());
        QVERIFY(!QFileInfo::exists(QString::fromStdString(path)));
    }

    void a_journal_that_is_none_is_listed_and_can_be_discarded() {
        QVERIFY(make_journal_folder(journals_.toStdString()).has_value());
        const std::string path = new_journal_path(journals_.toStdString());
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nonsense");
        file.close();
        const auto left = left_work(journals_.toStdString());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(!left.front().can_be_recovered() && left.front().is_damaged);
        QVERIFY(!recover(path).has_value());
    }

    void a_wrong_record_ends_the_journal_before_it() {
        UnsavedWork work;
        Session session;
        open(session, plan_);
        move(session, a, 32);
        work.path = plan_;
        work.plan = session.state();
        work.shown = session.shown()->layout;
        const std::string first = journal_record(nullptr, work);
        for (const char* wrong :
             {"", "{", "{}", "{\"at\": 1, \"edits\": 1, \"moves\": {\"keep\": 9, \"add\": []}}\n",
              "{\"at\": 1, \"edits\": 1, \"moves\": {\"keep\": 1, \"add\": [0, null, null, 1, 0]}}\n",
              "{\"at\": 1, \"edits\": 1, \"trace\": {\"bytes\": 99, \"left_out\": false}}\nabc"}) {
            const JournalContent content = journal_content({first, wrong, first});
            QCOMPARE(content.records, std::size_t{1});
            QVERIFY2(content.is_damaged, wrong);
            QVERIFY(content.work.plan.edits == work.plan.edits);
        }
        const JournalContent content = journal_content({first, first});
        QVERIFY(content.records == 2 && !content.is_damaged);
    }

    void a_clock_that_is_set_back_changes_no_order() {
        UnsavedWork work;
        Session session;
        open(session, plan_);
        work.path = plan_;
        std::vector<std::string> records;
        std::optional<UnsavedWork> before;
        for (const std::int64_t at : {5'000'000, 1'000, -3'000, 9'000'000}) {
            move(session, a, 32 * static_cast<std::int64_t>(records.size() + 1));
            work.plan = session.state();
            work.shown = session.shown()->layout;
            work.at = at;
            records.push_back(journal_record(before ? &*before : nullptr, work));
            before = work;
            const JournalContent content = journal_content(records);
            QVERIFY(content.work.plan.edits == work.plan.edits);
            QCOMPARE(content.work.at, at);
        }
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

    void of_many_processes_at_once_one_recovers() {
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, plan_);
            move(session, a, 32);
            journal.finish();
        }
        const std::string path = only_journal();
        constexpr int starts = 8;
        for (int round = 0; round < 5; ++round) {
            int gate[2];
            int hold[2];
            QCOMPARE(::pipe(gate), 0);
            QCOMPARE(::pipe(hold), 0);
            std::vector<pid_t> children;
            for (int i = 0; i < starts; ++i) {
                const pid_t child = ::fork();
                if (child == 0) {
                    ::close(gate[1]);
                    ::close(hold[1]);
                    char nothing = 0;
                    static_cast<void>(::read(gate[0], &nothing, 1));  // until all are there
                    auto log = RecordLog::take_over(path);
                    if (log) {
                        static_cast<void>(::read(hold[0], &nothing, 1));  // owns it until all have tried
                    }
                    ::_exit(log ? 0 : 1);
                }
                children.push_back(child);
            }
            ::close(gate[0]);
            ::close(hold[0]);
            ::close(gate[1]);
            int owners = 0;
            int losers = 0;
            while (losers < starts - 1) {
                int status = 0;
                QVERIFY(::waitpid(-1, &status, 0) > 0);
                QVERIFY2(WEXITSTATUS(status) == 1, "the owner waits, so a second one has ended");
                ++losers;
            }
            ::close(hold[1]);
            int status = 0;
            QVERIFY(::waitpid(-1, &status, 0) > 0);
            owners += WEXITSTATUS(status) == 0 ? 1 : 0;
            QCOMPARE(owners, 1);
        }
        QVERIFY(recover(path).has_value());
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

private:
    static void tune(Session& session) {
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression", .settings = {}});
        QVERIFY(finished.wait(60'000));
        QTRY_VERIFY(session.state().trace != nullptr);
    }

    [[nodiscard]] std::string only_journal() const {
        const std::vector<std::string> left = left_journals(journals_.toStdString());
        return left.size() == 1 ? left.front() : std::string();
    }

    QString journals_ = folder_.filePath(QStringLiteral("settings/journals"));
};

ARENASCOPE_TEST(JournalTest)
#include "journal_test.moc"

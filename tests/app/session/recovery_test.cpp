#include "app/session/recovery.h"

#include <unistd.h>

#include <QFileInfo>

#include <sys/wait.h>

#include "app/session/journal_record.h"
#include "core/base/file/record_log.h"
#include "tests/app/journal_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class RecoveryTest : public QObject, private JournalFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }

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
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        QVERIFY(file.flush());
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
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

    void a_file_that_was_saved_from_the_window_has_not_changed() {
        const QString path = folder_.filePath(QStringLiteral("saved_twice.json"));
        {
            Session session;
            Journal journal(session, journals_, [] { return ViewState(); });
            open(session, plan_);
            move(session, a, 32);
            QVERIFY(session.file().save_layout(path).has_value());
            move(session, b, 32);
            const QDateTime first = QFileInfo(path).lastModified();
            QTRY_VERIFY(session.file().save_layout(path).has_value() && QFileInfo(path).lastModified() != first);
            move(session, a, 64);
            journal.finish();
        }
        const auto recovered = recover(only_journal());
        QVERIFY(recovered.has_value());
        QVERIFY(recovered->gaps.file == FileChange::none);
        QVERIFY(recovered->work.can_replace_file);
        QCOMPARE(recovered->work.edits, std::size_t{1});
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
                    const auto wait_for_end = [](int pipe) {
                        char nothing = 0;
                        return ::read(pipe, &nothing, 1) == 0;
                    };
                    bool is_orderly = wait_for_end(gate[0]);  // until all are there
                    auto log = RecordLog::take_over(path);
                    if (log) {
                        is_orderly = wait_for_end(hold[0]) && is_orderly;  // owns it until all have tried
                    }
                    ::_exit(log && is_orderly ? 0 : 1);
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
};

ARENASCOPE_TEST(RecoveryTest)
#include "recovery_test.moc"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "app/command_line/sub_commands.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A planner in Python that records one step for each line that it reads, and answers each with a line.
class SteppedPlanner {
public:
    explicit SteppedPlanner(const QString& target) {
        process_.start(QStringLiteral("python3"), {QStringLiteral("-c"),
                                                   QStringLiteral("import sys\n"
                                                                  "sys.path.insert(0, sys.argv[1])\n"
                                                                  "from arenascope_recorder import Recorder\n"
                                                                  "with Recorder(sys.argv[2]) as run:\n"
                                                                  "    a = run.buffer('a', 0, 4, 64)\n"
                                                                  "    for at, line in enumerate(sys.stdin):\n"
                                                                  "        run.enter('move', line.strip())\n"
                                                                  "        run.place(a, 64 * at)\n"
                                                                  "        run.leave()\n"
                                                                  "        print(at, flush=True)\n"
                                                                  "    run.result()\n"),
                                                   sample(QStringLiteral("../recorder")), target});
    }
    ~SteppedPlanner() {
        process_.kill();
        process_.waitForFinished();
    }
    SteppedPlanner(const SteppedPlanner&) = delete;
    SteppedPlanner& operator=(const SteppedPlanner&) = delete;

    void begin_step(const QByteArray& reason) { process_.write(reason + "\n"); }
    /// Returns when the step is recorded.
    void step(const QByteArray& reason) {
        begin_step(reason);
        while (!process_.canReadLine() && process_.waitForReadyRead()) {
        }
        process_.readLine();
    }
    void end() {
        process_.closeWriteChannel();
        process_.waitForFinished();
    }
    void kill() {
        process_.kill();
        process_.waitForFinished();
    }

private:
    QProcess process_;
};

/// The program that follows a recording.
class Follower {
public:
    explicit Follower(const QString& target) {
        process_.start(program(), {"trace", target, "--follow", "--where", "peak > 64"});
    }
    /// The next line that it prints.
    QByteArray line() {
        while (!process_.canReadLine() && process_.waitForReadyRead()) {
        }
        return process_.readLine();
    }
    /// Its end: what it has said on standard error.
    QByteArray errors() {
        process_.waitForFinished();
        return process_.readAllStandardError();
    }
    int status() {
        process_.waitForFinished();
        return process_.exitCode();
    }

private:
    QProcess process_;
};

}  // namespace

class FollowedRunTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        directory_ = std::make_unique<QTemporaryDir>();
        path_ = directory_->filePath(QStringLiteral("run.rec"));
    }

    void steps_are_printed_while_the_planner_runs() {
        SteppedPlanner planner(path_);
        planner.step("first");
        Follower follower(path_);
        planner.step("second");
        QCOMPARE(follower.line(), QByteArray("1  move  peak 128 B  second\n"));
        planner.step("third");
        QCOMPARE(follower.line(), QByteArray("2  move  peak 192 B  third\n"));
        planner.end();
        QCOMPARE(follower.errors(), QByteArray());
        QCOMPARE(follower.status(), 0);
    }

    void a_named_pipe_is_followed() {
        QCOMPARE(QProcess::execute(QStringLiteral("mkfifo"), {path_}), 0);
        Follower follower(path_);
        SteppedPlanner planner(path_);
        planner.step("first");
        planner.step("second");
        QCOMPARE(follower.line(), QByteArray("1  move  peak 128 B  second\n"));
        planner.end();
        QCOMPARE(follower.errors(), QByteArray());
        QCOMPARE(follower.status(), 0);
    }

    void a_planner_that_is_killed_ends_the_following() {
        SteppedPlanner planner(path_);
        planner.step("first");
        Follower follower(path_);
        planner.step("second");
        QCOMPARE(follower.line(), QByteArray("1  move  peak 128 B  second\n"));
        planner.kill();
        const QByteArray errors = follower.errors();
        QVERIFY2(errors.contains("the recording has no end"), errors);
        QCOMPARE(follower.status(), 0);
    }

    void a_file_that_is_cut_or_replaced_is_a_sentence() {
        for (const bool is_cut : {true, false}) {
            SteppedPlanner planner(path_);
            planner.step("first");
            Follower follower(path_);
            planner.step("second");
            QCOMPARE(follower.line(), QByteArray("1  move  peak 128 B  second\n"));
            if (is_cut) {
                QVERIFY(QFile::resize(path_, 70));
            } else {
                SteppedPlanner other(path_);
                other.step("other");
            }
            const QByteArray errors = follower.errors();
            QVERIFY2(errors.contains(is_cut ? "was cut while" : "was replaced by another file"), errors);
            QCOMPARE(errors.count('\n'), 1);
            QCOMPARE(follower.status(), 2);
        }
    }

    void standard_input_is_read_whole_or_followed() {
        const QByteArray recording = content_of(sample(QStringLiteral("first_fit.rec")));
        const Outcome whole = run({"trace", "-", "--where", "peak > 0", "--json"}, recording);
        const Outcome followed = run({"trace", "-", "--where", "peak > 0", "--json", "--follow"}, recording);
        QCOMPARE(whole.status, 0);
        QCOMPARE(followed.errors, QByteArray());
        QCOMPARE(followed.status, 0);
        QCOMPARE(whole.json().value(QStringLiteral("hits")), followed.json().value(QStringLiteral("hits")));
        QCOMPARE(whole.json().value(QStringLiteral("count")), followed.json().value(QStringLiteral("count")));
    }

    void other_files_and_mistakes_are_refused() {
        const QString vision = sample(QStringLiteral("mobile_vision.json"));
        QVERIFY(run({"trace", vision, "--follow", "--where", "peak > 0"}).errors.contains("it is no recording"));
        const QString recording = sample(QStringLiteral("first_fit.rec"));
        const Outcome outcome = run({"trace", recording, "--follow", "--where", "paek > 0"});
        QVERIFY(outcome.errors.contains("--where: at character 1"));
        QCOMPARE(outcome.status, 2);
    }

private:
    std::unique_ptr<QTemporaryDir> directory_;
    QString path_;
};

ARENASCOPE_TEST(FollowedRunTest)
#include "followed_run_test.moc"

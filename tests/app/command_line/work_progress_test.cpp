#include "app/command_line/work_progress.h"

#include <QProcess>
#include <QTemporaryDir>

#include <sys/stat.h>

#include "tests/app/endless_run.h"
#include "tests/app/program_run.h"
#include "tests/app/pseudo_terminal.h"

using namespace arenascope;
using namespace arenascope::test;

/// Runs the program with a terminal as standard error.
class WorkProgressTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    static void start(QProcess& program, const PseudoTerminal& terminal, const QStringList& arguments) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
        program.setProcessEnvironment(environment);
        program.setStandardErrorFile(terminal.name());
        program.start(arenascope::test::program(), arguments);
    }

    static bool is_fine(QProcess& program) {
        return program.waitForFinished(240'000) && program.exitStatus() == QProcess::NormalExit &&
               program.exitCode() == 0;
    }

private slots:
    void a_run_is_followed_in_one_line_that_is_gone_at_the_end() {
        PseudoTerminal terminal(40);
        QProcess program;
        start(program, terminal,
              {"plan", endless_file(folder_), "--planner", "hill-climb", "--time-limit", endless_seconds, "--json"});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.screen().startsWith("hill-climb: best 11 B (+83.3 %)"), 120'000);
        send(program.processId(), SIGINT);
        QVERIFY(is_fine(program));
        QCOMPARE(terminal.screen(), QByteArray());
        QVERIFY(terminal.longest() < 40);
        QVERIFY(!terminal.bytes().contains('\n'));
        QCOMPARE(QJsonDocument::fromJson(program.readAllStandardOutput())["peak"].toInt(), 11);
    }

    void a_second_signal_erases_the_line_before_the_program_ends() {
        PseudoTerminal terminal(80);
        QProcess program;
        start(program, terminal,
              {"plan", endless_file(folder_), "--planner", "hill-climb", "--time-limit", endless_seconds});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.screen().startsWith("hill-climb: "), 120'000);
        send_both(program.processId());
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QCOMPARE(terminal.screen(), QByteArray());
    }

    void reading_is_shown_and_gives_way_to_the_messages() {
        const QByteArray pipe = QFile::encodeName(folder_.filePath(QStringLiteral("pipe.csv")));
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        PseudoTerminal terminal(80);
        QProcess program;
        start(program, terminal, {"explain", QFile::decodeName(pipe)});
        QTRY_COMPARE_WITH_TIMEOUT(terminal.screen(), QByteArray("reading"), 120'000);
        QFile file(QFile::decodeName(pipe));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size,offset,colour\na,0,4,8,0,red\n");
        file.close();
        QVERIFY(is_fine(program));
        QCOMPARE(terminal.screen(), pipe + ": unknown columns are ignored: 'colour'\n");
        QVERIFY(program.readAllStandardOutput().contains("\npeak 8 B"));
    }

    void a_signal_that_ends_a_reader_erases_the_line() {
        const QByteArray pipe = QFile::encodeName(folder_.filePath(QStringLiteral("silent.csv")));
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        PseudoTerminal terminal(80);
        QProcess program;
        start(program, terminal, {"info", QFile::decodeName(pipe)});
        QTRY_COMPARE_WITH_TIMEOUT(terminal.screen(), QByteArray("reading"), 120'000);
        send(program.processId(), SIGINT);
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QCOMPARE(terminal.screen(), QByteArray());
    }

    void nothing_is_shown_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("type");
        QTest::newRow("--quiet") << QStringList{"--quiet"} << QStringLiteral("xterm");
        QTest::newRow("dumb terminal") << QStringList{} << QStringLiteral("dumb");
    }
    /// In this time the line would appear.
    void nothing_is_shown() {
        QFETCH(const QStringList, more);
        QFETCH(const QString, type);
        PseudoTerminal terminal(80);
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TERM"), type);
        program.setProcessEnvironment(environment);
        program.setStandardErrorFile(terminal.name());
        program.start(
            arenascope::test::program(),
            QStringList{"plan", endless_file(folder_), "--planner", "hill-climb", "--time-limit", "1"} + more);
        QVERIFY(is_fine(program));
        QCOMPARE(terminal.bytes(), QByteArray());
    }

    void a_redirected_standard_error_gets_no_line() {
        const Outcome plan = run({"plan", endless_file(folder_), "--planner", "hill-climb", "--time-limit", "1"});
        QCOMPARE(plan.status, 0);
        QCOMPARE(plan.errors, QByteArray());
    }
};

ARENASCOPE_TEST(WorkProgressTest)
#include "work_progress_test.moc"

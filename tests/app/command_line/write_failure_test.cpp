#include <csignal>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include "core/format/reading.h"
#include "tests/app/endless_run.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Runs a shell command; %1 is the program.
Outcome run_in_shell(const QString& line) {
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {"-c", line.arg("'" + arenascope::test::program() + "'")});
    if (!shell.waitForFinished(240'000)) {
        return {};
    }
    return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
}

}  // namespace

/// Results that cannot be written, and programs that are ended while they write.
class WriteFailureTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString large_problem(int buffers) const {
        QByteArray csv = "id,lower,upper,size,offset\n";
        for (int i = 0; i < buffers; ++i) {
            csv += "a_buffer_with_a_long_name_" + QByteArray::number(i) + ",0,4,8," + QByteArray::number(8 * i) + "\n";
        }
        QFile written(folder_.filePath("large.csv"));
        written.open(QIODevice::WriteOnly);
        written.write(csv);
        return written.fileName();
    }

    [[nodiscard]] QStringList parts() const {
        return QDir(folder_.path()).entryList({"*.part"}, QDir::Files | QDir::Hidden);
    }

private slots:
    void unwritable_results_exit_with_4_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString problem = sample("mobile_vision.json");
        const QString placed = sample("placed.csv");
        const QString network = sample("inception_cell.param");
        const QString nowhere = folder_.filePath("nowhere/");
        const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
        for (const char* suffix : {"svg", "png", "pdf", "csv", "json"}) {
            QFile::link("/dev/full", folder_.filePath(QString("full.") + suffix));
        }
        row("layout", {"plan", problem, "-o", folder_.filePath("full.json")});
        row("layout as CSV", {"plan", problem, "-o", folder_.filePath("full.csv")});
        row("layout nowhere", {"plan", problem, "-o", nowhere + "plan.json"});
        row("layout on a folder", {"plan", problem, "--trace", folder_.path()});
        row("trace", {"plan", problem, "--trace", "/dev/full"});
        row("deployment", {"plan", network, "--planner", "operator-sharing", "--set", "deploy=/dev/full"});
        row("picture", {"export", placed, "-o", folder_.filePath("full.svg")});
        row("image", {"export", placed, "-o", folder_.filePath("full.png")});
        row("document", {"export", placed, "-o", folder_.filePath("full.pdf")});
        row("picture nowhere", {"export", placed, "-o", nowhere + "p.png"});
        row("both", {"compare", placed, placed, "-o", folder_.filePath("full.svg")});
        row("both nowhere", {"compare", placed, placed, "-o", nowhere + "p.svg"});
        row("converted", {"convert", placed, "-o", folder_.filePath("full.json")});
        row("converted nowhere", {"convert", placed, "-o", nowhere + "p.json"});
    }
    void unwritable_results_exit_with_4() {
        QFETCH(const QStringList, arguments);
        const Outcome ended = run(arguments);
        QCOMPARE(ended.status, 4);
        QVERIFY2(ended.errors.contains(": cannot ") || ended.errors.contains("it is a directory"),
                 ended.errors.constData());
        QVERIFY(ended.output.isEmpty());
    }

    void a_read_only_target_stays_as_it_is_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString problem = sample("mobile_vision.json");
        const QString placed = sample("placed.csv");
        const QString network = sample("inception_cell.param");
        const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
        row("layout", {"plan", problem, "-o", "%1.json"});
        row("layout as CSV", {"plan", problem, "-o", "%1.csv"});
        row("trace", {"plan", problem, "--trace", "%1.arenatrace"});
        row("deployment", {"plan", network, "--planner", "operator-sharing", "--set", "deploy=%1.json"});
        row("picture", {"export", placed, "-o", "%1.svg"});
        row("image", {"export", placed, "-o", "%1.png"});
        row("document", {"export", placed, "-o", "%1.pdf"});
        row("report", {"export", placed, "-o", "%1.html"});
        row("both", {"compare", placed, placed, "-o", "%1.svg"});
        row("converted", {"convert", placed, "-o", "%1.json"});
    }
    void a_read_only_target_stays_as_it_is() {
        QFETCH(QStringList, arguments);
        QString target;
        for (QString& argument : arguments) {
            if (argument.contains("%1")) {
                argument = argument.arg(folder_.filePath("protected"));
                target = argument.startsWith("deploy=") ? argument.mid(7) : argument;
            }
        }
        QFile file(target);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kept");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ReadUser));
        const Outcome ended = run(arguments);
        QCOMPARE(ended.status, 4);
        QVERIFY2(ended.errors.contains("it is read-only"), ended.errors.constData());
        QVERIFY2(ended.errors.contains("choose another file, or make it writable"), ended.errors.constData());
        QCOMPARE(content_of(target), QByteArray("kept"));
        QVERIFY(file.remove());
    }

    void with_json_a_failed_write_is_an_object() {
        const Outcome plan = run({"plan", sample("placed.csv"), "-o", folder_.filePath("nowhere/p.json"), "--json"});
        QCOMPARE(plan.status, 4);
        QCOMPARE(plan.json().keys(), QStringList{"error"});
    }

    void a_standard_output_that_is_full_or_closed_exits_with_4_data() {
        QTest::addColumn<QString>("arguments");
        const QString placed = sample("placed.csv");
        for (const char* command : {"info", "check", "explain", "plan"}) {
            QTest::newRow(command) << QString(command) + " '" + placed + "'";
            QTest::newRow(QByteArray(command) + " in JSON") << QString(command) + " '" + placed + "' --json";
        }
        QTest::newRow("compare") << "compare '" + placed + "' '" + placed + "'";
        QTest::newRow("layout") << "plan '" + placed + "' -o -";
        QTest::newRow("trace") << "plan '" + placed + "' --trace -";
        QTest::newRow("converted") << "convert '" + placed + "' -o -";
        QTest::newRow("planners") << QStringLiteral("planners");
        QTest::newRow("help") << QStringLiteral("--help");
        QTest::newRow("version") << QStringLiteral("--version");
    }
    void a_standard_output_that_is_full_or_closed_exits_with_4() {
        QFETCH(const QString, arguments);
        for (const char* output : {">/dev/full", ">&-"}) {
            const Outcome ended = run_in_shell("%1 " + arguments + " " + output);
            QCOMPARE(ended.status, 4);
            QVERIFY2(ended.errors.startsWith("standard output: cannot "), ended.errors.constData());
        }
    }

    void a_closed_standard_output_is_not_replaced_by_a_result_file() {
        const QString plan = folder_.filePath("closed.json");
        QCOMPARE(run_in_shell("%1 plan '" + sample("placed.csv") + "' -o '" + plan + "' >&- <&-").status, 4);
        QVERIFY(parse_document(content_of(plan).toStdString(), "closed.json").has_value());
    }

    void a_file_without_a_name_is_refused() {
        const QString placed = sample("placed.csv");
        for (const QStringList& arguments :
             {QStringList{"plan", placed, "-o", ""}, QStringList{"plan", placed, "--trace", ""},
              QStringList{"export", placed, "-o", ""}, QStringList{"convert", placed, "-o", ""},
              QStringList{"compare", placed, placed, "-o", ""}, QStringList{"plan", placed, "--set", "deploy="}}) {
            const Outcome ended = run(arguments);
            QVERIFY2(ended.status == 2, qPrintable(arguments.join(' ')));
            QVERIFY2(ended.errors.contains("name"), ended.errors.constData());
            QVERIFY(ended.output.isEmpty());
        }
    }

    void a_file_size_limit_is_a_failed_write() {
        const Outcome ended = run_in_shell("ulimit -f 8; %1 convert '" + large_problem(5000) + "' -o '" +
                                           folder_.filePath("limited.json") + "'");
        QCOMPARE(ended.status, 4);
        QVERIFY(!QFile::exists(folder_.filePath("limited.json")));
        QVERIFY(parts().isEmpty());
    }

    void a_program_that_is_ended_while_it_writes_leaves_no_partial_file() {
        const QString problem = large_problem(200'000);
        QProcess program;
        program.start(arenascope::test::program(), {"convert", problem, "-o", folder_.filePath("kept.json")});
        QVERIFY(program.waitForStarted());
        while (program.state() != QProcess::NotRunning) {
            if (!parts().isEmpty()) {
                program.terminate();
                break;
            }
            program.waitForFinished(1);
        }
        QVERIFY(program.state() == QProcess::NotRunning || program.waitForFinished(240'000));
        QCOMPARE(parts(), QStringList());
        const QString kept = folder_.filePath("kept.json");
        QVERIFY(!QFile::exists(kept) || content_of(kept).endsWith("}\n"));
    }

    void a_lost_terminal_keeps_the_best_layout_so_far() {
        QFile problem(folder_.filePath("endless.csv"));
        QVERIFY(problem.open(QIODevice::WriteOnly));
        problem.write(endless_csv());
        problem.close();
        const QString layout = folder_.filePath("best.csv");
        QProcess program;
        program.start(arenascope::test::program(), {"plan", problem.fileName(), "--planner", "hill-climb",
                                                    "--time-limit", endless_seconds, "-o", layout});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), SIGHUP), 60'000);
        for (int tries = 0; tries < 600 && !program.waitForFinished(100); ++tries) {
            send(program.processId(), SIGHUP);
        }
        QVERIFY(program.state() == QProcess::NotRunning);
        QVERIFY(program.exitStatus() == QProcess::NormalExit);
        QVERIFY(program.exitCode() == 3 || QFile::exists(layout));
    }

    void a_lost_terminal_is_ignored_where_it_was_ignored_at_the_start() {
        QProcess program;
        program.start(QStringLiteral("/bin/sh"),
                      {"-c", "trap '' HUP; echo ready; exec '" + arenascope::test::program() + "' plan -"});
        QVERIFY(program.waitForReadyRead(60'000));
        for (int tries = 0; tries < 10; ++tries) {
            send(program.processId(), SIGHUP);
            QVERIFY(!program.waitForFinished(50));
        }
        program.write("id,lower,upper,size\na,0,4,8\n");
        program.closeWriteChannel();
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitCode(), 0);
    }
};

ARENASCOPE_TEST(WriteFailureTest)
#include "write_failure_test.moc"

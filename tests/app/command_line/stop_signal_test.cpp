#include "app/command_line/stop_signal.h"

#include <algorithm>

#include <QProcess>
#include <QTemporaryDir>

#include "core/planner/compared_runs.h"
#include "core/planner/registry.h"
#include "tests/app/endless_run.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// Sends real signals to the program.
class StopSignalTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    void start_endless_plan(QProcess& program, const QString& layout) const {
        program.start(arenascope::test::program(), {"plan", endless_file(folder_), "--planner", "hill-climb",
                                                    "--time-limit", endless_seconds, "-o", layout});
        QVERIFY(program.waitForStarted());
    }

private slots:
    void the_first_signal_hands_out_the_best_layout_so_far_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void the_first_signal_hands_out_the_best_layout_so_far() {
        QFETCH(const int, signal);
        const QString layout = folder_.filePath(QStringLiteral("best.json"));
        QFile::remove(layout);
        QProcess program;
        start_endless_plan(program, layout);
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), signal), 60'000);
        send(program.processId(), signal);
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        const QByteArray text = program.readAllStandardOutput();
        QVERIFY2(text.contains(", stopped after ") && text.endsWith(", not reproducible\n"), text.constData());
        QCOMPARE(run({"check", layout}).status, 0);
        QVERIFY(content_of(layout).contains("\"reproducible\": false"));
    }

    void the_second_signal_ends_the_program_at_once() {
        const QString layout = folder_.filePath(QStringLiteral("none.json"));
        QProcess program;
        start_endless_plan(program, layout);
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), SIGINT), 60'000);
        send_both(program.processId());
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QVERIFY(!QFile::exists(layout));
    }

    void a_run_that_is_stopped_before_any_layout_ends_with_3() {
        QProcess program;
        program.start(arenascope::test::program(), {"plan", "-", "--planner", "greedy-tflm"});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), SIGINT), 60'000);
        send(program.processId(), SIGINT);
        program.write(endless_csv());
        program.closeWriteChannel();
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 3);
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
        QVERIFY(program.readAllStandardError().contains("stopped before any layout was found"));
    }

    void explain_says_that_its_plan_was_stopped() {
        QProcess program;
        program.start(arenascope::test::program(),
                      {"explain", endless_file(folder_), "--planner", "hill-climb", "--set", "work=4000000000000000",
                       "--set", "iterations=1000000000"});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), SIGINT), 60'000);
        send(program.processId(), SIGINT);
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitCode(), 0);
        const QByteArray text = program.readAllStandardOutput();
        QVERIFY2(text.contains("the file is a problem: planned first, stopped, not reproducible\n"), text.constData());
    }

    void explain_and_export_without_any_layout_end_with_3_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("explain") << QStringList{"explain"};
        QTest::newRow("export") << QStringList{"export", "-o", folder_.filePath(QStringLiteral("none.svg"))};
    }
    void explain_and_export_without_any_layout_end_with_3() {
        QFETCH(const QStringList, command);
        // All buffers live together, so that a greedy planner compares each with all others.
        QFile file(folder_.filePath(QStringLiteral("crowd.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size\n");
        for (int i = 0; i < 60'000; ++i) {
            file.write(QByteArray::number(i) + ",0," + QByteArray::number(4 + i % 7) + "," +
                       QByteArray::number(1 + i * 7919LL % 5000) + "\n");
        }
        file.close();
        QProcess program;
        program.start(arenascope::test::program(), command + QStringList{file.fileName(), "--planner", "greedy-tflm"});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(handles(program.processId(), SIGINT), 60'000);
        send(program.processId(), SIGINT);
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 3);
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
        QVERIFY(program.readAllStandardError().contains("stopped before any layout was found"));
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("none.svg"))));
    }

    void all_planners_show_their_rows_as_they_end_and_hand_out_the_best_so_far() {
        const QString layout = folder_.filePath(QStringLiteral("all.json"));
        QProcess program;
        program.start(arenascope::test::program(), {"plan", endless_file(folder_), "--planner", "all", "--time-limit",
                                                    endless_seconds, "-o", layout});
        QByteArray rows;
        // The planner before hill-climb has ended, and hill-climb does not end.
        const auto climb = std::find_if(planners().begin(), planners().end(), [](const Planner& planner) {
            return planner.description.name == "hill-climb";
        });
        QVERIFY(climb != planners().begin() && planners().end() - climb > 2);
        const QByteArray before = "\n" + QByteArray::fromStdString(std::string((climb - 1)->description.name)) + " ";
        const QByteArray after = "\n" + QByteArray::fromStdString(std::string((climb + 1)->description.name)) + " ";
        const std::vector<ComparedRun> runs = compared_runs({});
        const auto stopped = std::ranges::find_if(runs, [&](const ComparedRun& run) { return run.planner == &*climb; });
        const auto left_out = static_cast<int>(runs.end() - stopped - 1);
        QTRY_VERIFY_WITH_TIMEOUT((rows += program.readAllStandardOutput()).contains(before), 120'000);
        QVERIFY(!rows.contains("\nhill-climb "));
        send(program.processId(), SIGINT);
        QVERIFY(program.waitForFinished(240'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        rows += program.readAllStandardOutput();
        QVERIFY2(rows.contains("stopped, not reproducible\n"), rows.constData());
        QVERIFY(rows.contains("\nhill-climb ") && !rows.contains(after));
        QVERIFY(program.readAllStandardError().contains("stopped by a signal: " + QByteArray::number(left_out) +
                                                        " planners did not run"));
        QCOMPARE(run({"check", layout}).status, 0);
    }
};

ARENASCOPE_TEST(StopSignalTest)
#include "stop_signal_test.moc"

#include <QRegularExpression>
#include <QTemporaryDir>

#include "app/command_line/text_table.h"
#include "tests/app/program_run.h"
#include "tests/app/pseudo_terminal.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const QByteArray tall_plan = "id,lower,upper,size,offset\na,0,4,50,0\nb,2,6,50,100\n";

int widest_line(const QByteArray& text) {
    std::size_t widest = 0;
    for (const QByteArray& line : text.split('\n')) {
        widest = std::max(widest, columns_of(line.toStdString()));
    }
    return static_cast<int>(widest);
}

}  // namespace

/// Runs `arenascope show` as people do.
class ShowCommandTest : public QObject {
    Q_OBJECT

private slots:
    void the_picture_names_peak_threshold_excess_and_overlaps() {
        const Outcome shown = run({"show", "-"}, tall_plan);
        QCOMPARE(shown.status, 0);
        QVERIFY2(shown.output.contains("peak 150 B · theoretical threshold 100 B"), shown.output.constData());
        QVERIFY(shown.output.contains("── peak 150 B (+50.0 %) ──"));
        QVERIFY(shown.output.contains("╌╌ theoretical threshold 100 B ╌╌"));
        QVERIFY(shown.output.contains("overlaps 0"));
        QVERIFY(shown.output.contains("layout of the file"));
        QVERIFY(shown.errors.isEmpty());
    }

    void a_file_gets_80_columns_of_letters() {
        const Outcome shown = run({"show", sample("vendor_plan.csv")});
        QCOMPARE(widest_line(shown.output), 80);
        QVERIFY(shown.output.contains("HHHH") && shown.output.contains("XXXX"));
        QVERIFY(!shown.output.contains('\x1b'));
    }

    void no_line_is_wider_than_asked_and_the_plot_fills_it_data() {
        QTest::addColumn<int>("width");
        for (const int width : {20, 33, 100, 300, 1000}) {
            QTest::addRow("%d", width) << width;
        }
    }
    void no_line_is_wider_than_asked_and_the_plot_fills_it() {
        QFETCH(const int, width);
        for (const char* name : {"vendor_plan.csv", "scratch_heap.json", "inception_eight_cores.json",
                                 "training_snapshot.pickle", "mobile_vision.json"}) {
            const Outcome shown = run({"show", sample(name), "--width", QString::number(width)});
            QCOMPARE(shown.status, 0);
            QCOMPARE(widest_line(shown.output), width);
        }
    }

    void colours_are_half_blocks_and_the_same_each_time() {
        const QStringList command{"show", sample("vendor_plan.csv"), "--color", "always", "--width", "60"};
        const Outcome shown = run(command);
        QVERIFY(shown.output.contains("▀") && shown.output.contains("▄") && shown.output.contains("█"));
        QVERIFY(shown.output.contains("\x1b[38;"));
        QCOMPARE(run(command).output, shown.output);
        QVERIFY(run(command + QStringList{"--theme", "light"}).output != shown.output);
    }

    void a_terminal_gets_its_width_in_colour() {
        PseudoTerminal terminal(64);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TERM", "xterm-256color");
        environment.insert("LC_ALL", "C.UTF-8");
        environment.remove("NO_COLOR");
        environment.remove("COLORTERM");
        process.setProcessEnvironment(environment);
        process.setStandardOutputFile(terminal.name());
        process.start(program(), {"show", sample("placed.csv")});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        QByteArray text = terminal.bytes();
        QVERIFY2(text.contains("\x1b[38;5;"), text.constData());
        text.replace("\r", "");
        const QString plain = QString::fromUtf8(text).remove(QRegularExpression("\x1b\\[[0-9;]*m"));
        QCOMPARE(widest_line(plain.toUtf8()), 64);
    }

    void a_problem_is_planned_first_and_the_picture_says_so() {
        const Outcome shown = run({"show", sample("mobile_vision.json"), "--planner", "greedy-by-size"});
        QCOMPARE(shown.status, 0);
        const QByteArray words = shown.output.simplified();  // the caption goes on over several lines
        QVERIFY2(words.contains("planned for this picture") && words.contains("planner greedy-by-size"),
                 words.constData());
    }

    void an_iteration_of_the_run_can_be_shown() {
        const Outcome first = run({"show", sample("mobile_vision.json"), "--iteration", "0"});
        QVERIFY2(first.output.contains("iteration 0 of "), first.output.constData());
        QVERIFY(first.output.contains("peak 542.5 KiB"));
        const Outcome missing = run({"show", sample("mobile_vision.json"), "--iteration", "99"});
        QCOMPARE(missing.status, 2);
        QVERIFY(missing.output.isEmpty());
    }

    void what_cannot_be_shown_has_the_status_of_wrong_usage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("narrow") << QStringList{"--width", "19"} << QByteArray("at least 20");
        QTest::newRow("wide") << QStringList{"--width", "1001"} << QByteArray("from 20 to 1000");
        QTest::newRow("colour") << QStringList{"--color", "red"} << QByteArray("auto, always or never");
        QTest::newRow("theme") << QStringList{"--theme", "red"} << QByteArray("light or dark");
        QTest::newRow("no trace") << QStringList{"--iteration", "0"} << QByteArray("there is no trace");
        QTest::newRow("planner") << QStringList{"--planner", "nobody"} << QByteArray("nobody");
    }
    void what_cannot_be_shown_has_the_status_of_wrong_usage() {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, words);
        const Outcome refused = run(QStringList{"show", sample("placed.csv")} + arguments);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains(words), refused.errors.constData());
        QVERIFY(refused.output.isEmpty());
    }

    void quiet_prints_nothing() {
        const Outcome shown = run({"show", sample("placed.csv"), "--quiet"});
        QCOMPARE(shown.status, 0);
        QVERIFY(shown.output.isEmpty() && shown.errors.isEmpty());
    }

    void a_full_disk_is_reported() {
        const Outcome shown = run({"show", sample("placed.csv")}, RunSettings{.output = "/dev/full"});
        QCOMPARE(shown.status, 4);
    }
};

ARENASCOPE_TEST(ShowCommandTest)
#include "show_command_test.moc"

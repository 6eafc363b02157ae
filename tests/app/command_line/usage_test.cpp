#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

#include "app/command_line/command_line.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Runs the program with an off-screen display, or without any.
Outcome run_with_display(const QStringList& arguments, bool has_display) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(QLatin1String(name));
    }
    if (has_display) {
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    }
    program.setProcessEnvironment(environment);
    program.start(arenascope::test::program(), arguments);
    if (!program.waitForFinished(20'000)) {
        program.kill();
        program.waitForFinished();
        return {};
    }
    return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

}  // namespace

/// Tests the messages for invalid arguments.
class UsageTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name, const QByteArray& content) const {
        QFile written(folder_.filePath(name));
        written.open(QIODevice::WriteOnly);
        written.write(content);
        return written.fileName();
    }

    /// The words that begin with a dash in a text, such as `--json` and `-o`.
    static QSet<QString> switches_in(const QString& text) {
        static const QRegularExpression word(QStringLiteral("(?<![A-Za-z0-9-])(--[a-z][a-z-]*|-[a-z])(?![A-Za-z-])"));
        QSet<QString> found;
        for (auto matches = word.globalMatch(text); matches.hasNext();) {
            found.insert(matches.next().captured(1));
        }
        return found;
    }

    /// The switches that a sub-command has by its own help.
    static QSet<QString> switches_of(const QString& command) {
        QSet<QString> found;
        const QString help = QString::fromUtf8(run({command, QStringLiteral("--help")}).output);
        for (const QString& line : help.split(QLatin1Char('\n'))) {
            // A line of the list begins with the names: "  -o,--output FILE   meaning".
            if (line.startsWith(QStringLiteral("  -"))) {
                found.unite(switches_in(
                    line.trimmed().section(QLatin1Char(' '), 0, 0).replace(QLatin1Char(','), QLatin1Char(' '))));
            }
        }
        return found.subtract({QStringLiteral("-h"), QStringLiteral("--help"), QStringLiteral("--output")});
    }

private slots:
    /// The usage in docs/command_line.md and the table of common switches below it say what each sub-command takes.
    void the_documented_usage_is_that_of_the_help() {
        QFile page(sample(QStringLiteral("../docs/command_line.md")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QString usage = text.section(QStringLiteral("```"), 1, 1);
        QMap<QString, QSet<QString>> documented;
        QString command;
        for (const QString& line : usage.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            if (line.startsWith(QStringLiteral("arenascope "))) {
                command = line.section(QLatin1Char(' '), 1, 1);
            }
            documented[command].unite(switches_in(line));
        }
        // The window's line has no sub-command.
        const QSet<QString> of_window = documented.take(QStringLiteral("[--reuse-window]"));
        QCOMPARE(of_window, QSet<QString>{QStringLiteral("--reuse-window")});
        QVERIFY(run({"--help"}).output.contains("--reuse-window"));
        const QSet<QString> common =
            switches_in(text.section(QStringLiteral("## Switches that most sub-commands take"), 1)
                            .section(QStringLiteral("##"), 0, 0));
        const QSet<QString> without_json{"export", "convert", "show"};
        const QSet<QString> with_strict{"info", "plan", "check", "explain", "export"};
        QCOMPARE(documented.size(), 12);
        for (auto each = documented.constBegin(); each != documented.constEnd(); ++each) {
            const QString& name = each.key();
            const QSet<QString> own = switches_of(name);
            const QSet<QString> expected = each.value();
            QStringList missing = QSet<QString>(own).subtract(expected).subtract(common).values();
            QVERIFY2(missing.isEmpty(), qPrintable(name + ": not documented: " + missing.join(QLatin1Char(' '))));
            missing = QSet<QString>(expected).subtract(own).values();
            QVERIFY2(missing.isEmpty(), qPrintable(name + ": not there: " + missing.join(QLatin1Char(' '))));
            QCOMPARE(own.contains(QStringLiteral("--json")), !without_json.contains(name));
            QCOMPARE(own.contains(QStringLiteral("--strict")), with_strict.contains(name));
            QCOMPARE(own.contains(QStringLiteral("--set")), name != QLatin1String("planners"));
        }
    }

    void a_wrong_suffix_names_all_that_there_are() {
        const QString there = sample(QStringLiteral("placed.csv"));
        const Outcome exported = run({"export", there, "-o", folder_.filePath(QStringLiteral("x.txt"))});
        QCOMPARE(exported.status, 2);
        QVERIFY2(exported.errors.contains("use .png, .svg or .pdf, or .html for a report"),
                 exported.errors.constData());
        const Outcome compared = run({"compare", there, there, "-o", folder_.filePath(QStringLiteral("x.txt"))});
        QCOMPARE(compared.status, 2);
        QVERIFY2(compared.errors.contains("use .png, .svg or .pdf, or .html for a report\n"),
                 compared.errors.constData());
    }

    void amounts_and_percentages_are_numbers_of_one_kind() {
        const QString there = sample(QStringLiteral("placed.csv"));
        for (const char* growth : {"1e2%", "1e3", "1 KiB", "2.5 %", "0.5e1%"}) {
            QCOMPARE(run({"compare", there, there, "--max-growth", growth}).status, 0);
        }
        for (const char* growth : {"inf%", "nan%", "-1%", "%", "1e3x", "+1%", "1.%"}) {
            QCOMPARE(run({"compare", there, there, "--max-growth", growth}).status, 2);
        }
        QCOMPARE(run({"check", there, "--capacity", "1e6"}).status, 0);
        QCOMPARE(run({"check", there, "--capacity", "1 MiB", "--limit", "1e1"}).status, 0);
        QCOMPARE(run({"info", there, "--threads", "1.5"}).status, 2);
    }

    void a_file_that_does_not_exist_opens_no_window_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("told");
        const QString there = sample("placed.csv");
        QTest::newRow("mistyped sub-command") << QStringList{"chek", there} << QByteArray("did you mean 'check'?");
        QTest::newRow("mistyped, with switches")
            << QStringList{"chek", there, "--capacity", "8"} << QByteArray("did you mean 'check'?");
        QTest::newRow("help") << QStringList{"help"} << QByteArray("arenascope --help lists the sub-commands");
        QTest::newRow("beside another") << QStringList{there, "missing.csv"}
                                        << QByteArray("missing.csv: there is no such file");
        QTest::newRow("dangling path") << QStringList{there + "/below.csv"} << QByteArray("neither a sub-command");
        QTest::newRow("empty") << QStringList{""} << QByteArray("neither a sub-command nor a file");
        QTest::newRow("too long a name") << QStringList{QString(5000, 'x')} << QByteArray("neither a sub-command");
    }
    void a_file_that_does_not_exist_opens_no_window() {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, told);
        for (const bool has_display : {true, false}) {
            const Outcome ended = run_with_display(arguments, has_display);
            QCOMPARE(ended.status, 2);
            QVERIFY2(ended.errors.contains(told), ended.errors.constData());
            QCOMPARE(ended.errors.count('\n'), 1);
            QVERIFY(ended.output.isEmpty());
        }
    }

    void a_file_that_exists_and_cannot_be_read_opens_the_window() {
        const std::string broken = file("broken.csv", "id,lower\n").toStdString();
        const std::string folder = folder_.path().toStdString();
        std::vector<std::string> opened;
        const auto open_window = [&opened](int&, char**, const WindowRequest& request) {
            opened = request.files;
            return 0;
        };
        std::vector<std::string> arguments = {"arenascope", broken, folder, "-"};
        std::vector<char*> pointers;
        for (std::string& argument : arguments) {
            pointers.push_back(argument.data());
        }
        QCOMPARE(run_command_line(static_cast<int>(pointers.size()), pointers.data(), open_window), 0);
        QCOMPARE(opened, (std::vector<std::string>{broken, folder, "-"}));
    }

    void with_json_an_error_is_the_only_object_on_standard_output() {
        const Outcome read = run({"info", "-", "--json"}, "id,lower,upper,size\na,0,4,8\nb,7,4,8\n");
        QCOMPARE(read.status, 2);
        const QJsonObject error = read.json()["error"].toObject();
        QCOMPARE(read.json().keys(), QStringList{"error"});
        QCOMPARE(error.keys(), (QStringList{"cure", "file", "line", "what"}));
        QCOMPARE(error["file"].toString(), QStringLiteral("standard input"));
        QCOMPARE(error["line"].toInt(), 3);
        QVERIFY(error["what"].toString().contains("begins at step 7"));
        QVERIFY(read.errors.startsWith("standard input:3: "));
        QVERIFY(read.errors.contains(error["what"].toString().toUtf8()));
        QVERIFY(read.errors.contains(error["cure"].toString().toUtf8()));
    }

    void with_json_every_sub_command_ends_with_an_object() {
        const QString there = sample("placed.csv");
        for (const QStringList& arguments :
             {QStringList{"info", "missing.csv"}, QStringList{"plan", there, "--planner", "nope"},
              QStringList{"plan", there, "-o", "plan.txt"}, QStringList{"check", there, "--against", "missing.csv"},
              QStringList{"explain", there, "--region", "nowhere"}, QStringList{"compare", there, "missing.csv"},
              QStringList{"compare", there, there, "-o", "both.bmp"}, QStringList{"info", there, "--set", "foo=3"},
              QStringList{"plan", sample("mobile_vision.json"), "--time-limit", "nan"}, QStringList{"info"},
              QStringList{"info", there, "--nonsense"}, QStringList{"chek", there}, QStringList{}}) {
            const Outcome ended = run(arguments + QStringList{"--json"});
            const QByteArray what = arguments.join(' ').toUtf8();
            QVERIFY2(ended.status == 2, what.constData());
            const QJsonObject error = ended.json()["error"].toObject();
            QVERIFY2(error.size() == 4 && !error["what"].toString().isEmpty(), what + ": " + ended.output);
            QVERIFY2(error["line"].isNull(), what.constData());
            QVERIFY2(ended.errors.contains(error["what"].toString().toUtf8()), what.constData());
        }
    }

    void a_plan_that_is_stopped_too_early_is_an_error_in_json() {
        const Outcome plan =
            run({"plan", sample("mobile_vision.json"), "--planner", "many-core", "--time-limit", "0", "--json"});
        QCOMPARE(plan.status, 3);
        QCOMPARE(plan.json().keys(), QStringList{"error"});
    }

    void quiet_keeps_the_exit_status_and_the_errors() {
        const QString problem = sample("gaps.csv");
        const QString placed = sample("placed.csv");
        const QByteArray open = "7767517\n2 2\nInput in 0 1 in 0=8\nMine r 1 1 in a\n";
        struct Case {
            QStringList arguments;
            QByteArray input;
            int status;
        };
        for (const Case& one :
             {Case{{"info", placed}, {}, 0}, Case{{"plan", problem}, {}, 0},
              Case{{"plan", placed, "--capacity", "1"}, {}, 1}, Case{{"check", problem}, {}, 1},
              Case{{"check", placed}, {}, 0}, Case{{"explain", problem}, {}, 0},
              Case{{"compare", placed, problem}, {}, 0}, Case{{"planners"}, {}, 0}, Case{{"plan", "-"}, open, 0},
              Case{{"explain", "-"}, open, 0}, Case{{"export", "-", "-o", folder_.filePath("p.svg")}, open, 0},
              Case{{"convert", "-", "-o", folder_.filePath("p.csv")}, open, 0}}) {
            const Outcome ended = run(one.arguments + QStringList{"--quiet"}, one.input);
            const QByteArray what = one.arguments.join(' ').toUtf8();
            QVERIFY2(ended.status == one.status, what.constData());
            QVERIFY2(ended.output.isEmpty() && ended.errors.isEmpty(), what + ": " + ended.output + ended.errors);
        }
        const Outcome missing = run({"info", "missing.csv", "--quiet"});
        QCOMPARE(missing.status, 2);
        QVERIFY(missing.errors.startsWith("missing.csv: there is no such file"));
        QVERIFY(run({"info", placed, "--quiet", "--json"}).json().contains("threshold"));
        QVERIFY(run({"plan", problem, "--quiet", "-o", "-"}).output.startsWith("id,lower,upper,size"));
    }
};

ARENASCOPE_TEST(UsageTest)
#include "usage_test.moc"

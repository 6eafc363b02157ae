#include <random>

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTextDocumentFragment>

#include "app/command_line/export_command.h"
#include "tests/app/program_run.h"
#include "tests/support/fresh_seed.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The number in a `<data>` element of a report; −1: there is none.
qint64 figure_in_report(const QString& html, const QString& id) {
    const auto match = QRegularExpression("id=\"" + id + "\" value=\"(-?\\d+)\"").match(html);
    return match.hasMatch() ? match.captured(1).toLongLong() : -1;
}

/// The commands that a report shows, as a reader copies them.
QStringList commands_in(const QString& html) {
    QStringList commands;
    for (const auto& match : QRegularExpression(QStringLiteral("<code>(.*)</code>")).globalMatch(html)) {
        commands << QTextDocumentFragment::fromHtml(match.captured(1)).toPlainText();
    }
    return commands;
}

/// The first of them.
QString command_in(const QString& html) {
    return commands_in(html).value(0);
}

/// The names in the table with a caption, from the first row to the last.
QStringList names_in(const QString& html, const QString& caption) {
    const qsizetype begin = html.indexOf("<caption>" + caption);
    const QString table =
        begin < 0 ? QString() : html.mid(begin, html.indexOf(QLatin1String("</table>"), begin) - begin);
    QStringList names;
    for (const auto& row : QRegularExpression(QStringLiteral("<tr><td>([^<]*)</td>")).globalMatch(table)) {
        names << QTextDocumentFragment::fromHtml(row.captured(1)).toPlainText();
    }
    return names;
}

qint64 integer_of(const QJsonObject& json, const char* key) {
    return json[QLatin1String(key)].toInteger();
}

}  // namespace

/// Runs `arenascope export -o X.html` as scripts do.
class ReportExportTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] QString with_copy(const QString& name) const {
        QFile::copy(sample(name), file(name));
        return file(name);
    }
    /// The report of a file; an error message if there is none.
    [[nodiscard]] QString report(const QStringList& arguments, const QByteArray& input = {}) const {
        const QString path = file(QStringLiteral("report.html"));
        QFile::remove(path);
        const Outcome outcome = run(QStringList{QStringLiteral("export")} + arguments + QStringList{"-o", path}, input);
        return QString::fromUtf8(outcome.status == 0 ? content_of(path) : outcome.errors);
    }
    /// Runs a command of a report in the folder of the files.
    [[nodiscard]] int run_in_folder(const QString& command) const {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QFileInfo(program()).path() + ":" + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(folder_.path());
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
        return shell.waitForFinished(240'000) ? shell.exitCode() : -1;
    }

    static void add_files() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("more");
        const auto row = [](const char* name, const QString& path, const QStringList& more = {}) {
            QTest::newRow(name) << path << more;
        };
        row("placed", sample(QStringLiteral("vendor_plan.csv")));
        row("problem", sample(QStringLiteral("mobile_vision.json")), {"--planner", "greedy-by-size"});
        row("model", sample(QStringLiteral("inception_cell.param")));
        row("cores", sample(QStringLiteral("inception_eight_cores.json")), {"--planner", "many-core"});
        row("snapshot", sample(QStringLiteral("training_snapshot.pickle")));
        row("scratch", sample(QStringLiteral("scratch_heap.json")), {"--planner", "scratch"});
        row("sharing", sample(QStringLiteral("splits_and_concat.json")), {"--planner", "operator-sharing"});
        row("pools", sample(QStringLiteral("digits_c_info.json")));
        row("objects", sample(QStringLiteral("mobile_vision.json")), {"--planner", "greedy-in-order"});
    }

private slots:
    void figures_are_those_of_info_and_explain_data() { add_files(); }

    void figures_are_those_of_info_and_explain() {
        QFETCH(const QString, path);
        QFETCH(const QStringList, more);
        const QString html = report(QStringList{path} + more);
        const QJsonObject info = run({"info", path, "--json"}).json();
        const QJsonObject explain = run(QStringList{"explain", path, "--json"} + more).json();
        QVERIFY2(figure_in_report(html, QStringLiteral("figure-buffers")) == integer_of(info, "buffers"),
                 qPrintable(html.left(500)));
        QCOMPARE(figure_in_report(html, QStringLiteral("figure-steps")), integer_of(info, "steps"));
        if (info["placed"].toBool()) {
            QCOMPARE(figure_in_report(html, QStringLiteral("figure-threshold")), integer_of(info, "threshold"));
            QCOMPARE(figure_in_report(html, QStringLiteral("figure-peak-step")), integer_of(info, "peak_step"));
            QCOMPARE(figure_in_report(html, QStringLiteral("figure-total-bytes")), integer_of(info, "total_bytes"));
        }
        if (info.contains(QLatin1String("allocator"))) {
            return;
        }
        QCOMPARE(figure_in_report(html, QStringLiteral("figure-peak")), integer_of(explain, "peak"));
        QCOMPARE(figure_in_report(html, QStringLiteral("explained-peak")), integer_of(explain, "peak"));
        QCOMPARE(figure_in_report(html, QStringLiteral("explained-threshold")), integer_of(explain, "threshold"));
        QStringList chain;
        for (const QJsonValue& link : explain["chain"].toArray()) {
            chain.prepend(link["name"].toString());
        }
        QCOMPARE(names_in(html, QStringLiteral("chain that carries the peak, top down")), chain);
        for (const QString& name : names_in(html, QStringLiteral("Largest of "))) {
            QVERIFY(explain["live_at_threshold"].toArray().contains(name));
        }
    }

    /// Whatever options a report was made with, its command makes the same one.
    void the_command_makes_the_same_report_with_any_options() {
        const std::uint64_t seed = fresh_seed();
        std::mt19937_64 random(seed);
        const auto drawn = [&random](const QStringList& from) {
            return from[static_cast<qsizetype>(random() % static_cast<std::uint64_t>(from.size()))];
        };
        const QStringList files = {QStringLiteral("vendor_plan.csv"), QStringLiteral("mobile_vision.json"),
                                   QStringLiteral("inception_cell.param"), QStringLiteral("placed.csv")};
        const QList<QStringList> choices = {{"--theme dark", "--theme light"},
                                            {"--color-by size", "--color-by lifetime", "--color-by kind"},
                                            {"--free-areas 3"},
                                            {"--iteration 0"},
                                            {"--planner greedy-by-size", "--planner hill-climb"},
                                            {"--seed 5"}};
        for (int i = 0; i < 8; ++i) {
            const QString name = drawn(files);
            QStringList arguments = {with_copy(name)};
            const bool is_placed = name.endsWith(QLatin1String(".csv"));
            for (const QStringList& choice : choices) {
                const bool needs_a_run = choice.front().startsWith(QLatin1String("--iteration"));
                if (random() % 2 == 0 && !(needs_a_run && is_placed)) {
                    arguments += drawn(choice).split(QLatin1Char(' '));
                }
            }
            const QString html = report(arguments);
            const QString what = QStringLiteral("seed %1: %2").arg(seed).arg(arguments.join(QLatin1Char(' ')));
            if (!html.contains(QLatin1String("byte for byte"))) {
                QVERIFY2(html.contains(QLatin1String("No command makes")) || !html.startsWith(QLatin1String("<!")),
                         qPrintable(what));
                continue;
            }
            QFile::remove(file(QStringLiteral("report.html")));
            QVERIFY2(run_in_folder(command_in(html)) == 0, qPrintable(what + "\n" + command_in(html)));
            QVERIFY2(QString::fromUtf8(content_of(file(QStringLiteral("report.html")))) == html,
                     qPrintable(what + "\n" + command_in(html)));
        }
    }

    void the_command_makes_the_plan_again_data() { add_files(); }

    /// The report of the plan that the command makes shows the same places.
    void the_command_makes_the_plan_again() {
        QFETCH(QString, path);
        QFETCH(const QStringList, more);
        path = with_copy(QFileInfo(path).fileName());
        const QString html = report(QStringList{path} + more);
        const QStringList commands = commands_in(html);
        QVERIFY2(!commands.join(QLatin1Char(' ')).contains(folder_.path()),
                 qPrintable(commands.join(QLatin1Char('\n'))));
        QVERIFY(QFile::remove(file(QStringLiteral("report.html"))));
        QCOMPARE(run_in_folder(commands[0]), 0);
        QCOMPARE(QString::fromUtf8(content_of(file(QStringLiteral("report.html")))), html);
        if (commands.size() == 1) {
            return;
        }
        QFile::remove(file(QStringLiteral("plan.json")));
        const int status = run_in_folder(commands[1]);
        QVERIFY2(status == 0 || status == 1, qPrintable(commands[1]));  // 1: it does not fit
        const QString again = report({file(QStringLiteral("plan.json"))});
        const auto shapes_of = [](const QString& text) {
            const qsizetype begin = text.indexOf(QLatin1String("<g id=\"plan\""));
            return text.mid(begin, text.indexOf(QLatin1String("<g class=\"fitted\""), begin) - begin);
        };
        QVERIFY(!shapes_of(html).isEmpty());
        QCOMPARE(shapes_of(again), shapes_of(html));
    }

    void options_switches_and_seed_are_in_the_command() {
        const QString path = with_copy(QStringLiteral("inception_cell.param"));
        const QString html = report({path, "--planner", "peak-suppression", "--set", "metrics=length>width", "--set",
                                     "alignment=64", "--set", "capacity=1MiB", "--seed", "9"});
        QCOMPARE(command_in(html),
                 QStringLiteral("arenascope export inception_cell.param --set capacity=1MiB --planner peak-suppression "
                                "--set alignment=64 --set 'metrics=length>width' --seed 9 -o report.html"));
    }

    void the_same_command_gives_the_same_bytes_at_any_time_and_place() {
        const QString path = sample(QStringLiteral("mobile_vision.json"));
        const QString first = report({path});
        const Outcome again = run({"export", path, "-o", file(QStringLiteral("again.html"))},
                                  {.time_zone = QStringLiteral("Asia/Tokyo")});
        QCOMPARE(again.status, 0);
        QCOMPARE(QString::fromUtf8(content_of(file(QStringLiteral("again.html")))).replace("again.html", "report.html"),
                 first);
        QVERIFY(!first.contains(QDir::homePath() + "/") && !first.contains(folder_.path()));
    }

    void a_step_of_a_run_is_shown_and_named() {
        const QString trace = file(QStringLiteral("run.json"));
        QVERIFY(run({"plan", sample(QStringLiteral("mobile_vision.json")), "--trace", trace, "--quiet"}).status <= 1);
        const QString html = report({trace, "--iteration", "0"});
        QVERIFY(html.contains(QStringLiteral("iteration 0 of ")));
        QCOMPARE(command_in(html), QStringLiteral("arenascope export run.json --iteration 0 -o report.html"));
        QCOMPARE(figure_in_report(html, QStringLiteral("figure-peak")), qint64{555'520});
        const QString planned = report({sample(QStringLiteral("mobile_vision.json")), "--iteration", "0"});
        QVERIFY(command_in(planned).startsWith(
            QLatin1String("arenascope export mobile_vision.json --planner peak-suppression ")));
        QVERIFY(report({trace, "--iteration", "999"}).contains(QLatin1String("999")));
    }

    void a_plan_that_was_edited_by_hand_is_in_its_report() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
            "hand_edits": [{"what": "size of 'a'", "from": "8", "to": "4"}],
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0}]})";
        QFile written(file(QStringLiteral("edited.json")));
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write(plan) > 0);
        written.close();
        const QString html = report({written.fileName()});
        QVERIFY(html.contains(QStringLiteral("it was edited by hand")));
        QVERIFY(html.contains(QStringLiteral("size of &#39;a&#39;: 8 -&gt; 4")));
        QCOMPARE(run_in_folder(command_in(html)), 0);
        const QJsonObject info = run({"info", file(QStringLiteral("plan.json")), "--json"}).json();
        QCOMPARE(info["peak"].toInteger(), 4);
        QCOMPARE(info["hand_edits"].toArray().size(), 1);
        // The report itself opens, too.
        QCOMPARE(run({"info", file(QStringLiteral("report.html")), "--json"}).json()["peak"].toInteger(), 4);
        QCOMPARE(run({"check", file(QStringLiteral("report.html"))}).status, 0);
    }

    void a_plan_from_standard_input_is_in_its_report() {
        const QString html = report({"-"}, content_of(sample(QStringLiteral("placed.csv"))));
        QVERIFY(html.contains(QStringLiteral("standard input")));
        QCOMPARE(run({"check", file(QStringLiteral("report.html"))}).status, 0);
    }

    void a_size_has_no_effect_on_a_report_and_is_an_error() {
        const Outcome outcome = run(
            {"export", sample(QStringLiteral("placed.csv")), "-o", file(QStringLiteral("x.html")), "--size", "9x9"});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.errors.contains("--size"));
        QVERIFY(!QFile::exists(file(QStringLiteral("x.html"))));
    }

    void a_report_of_ten_thousand_buffers_has_at_most_two_megabytes_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"model", "dense", "sparse", "perfect"}) {
            QTest::newRow(kind) << QString::fromLatin1(kind);
        }
    }

    void a_report_of_ten_thousand_buffers_has_at_most_two_megabytes() {
        QFETCH(const QString, kind);
        const QString problem = file(QStringLiteral("generated.csv"));
        QCOMPARE(run({"convert", "--generate", kind, "--count", "10000", "--seed", "1", "-o", problem}).status, 0);
        const QString html = report({problem, "--planner", "offsets-greedy-by-size"});
        QVERIFY2(html.contains(QLatin1String("</html>")), qPrintable(html.left(300)));
        QVERIFY2(html.toUtf8().size() <= 2'000'000, qPrintable(QString::number(html.toUtf8().size())));
        QCOMPARE(html.count(QLatin1String("<title>")), 10'001);
    }

    void far_more_buffers_make_it_no_larger() {
        const QString problem = file(QStringLiteral("generated.csv"));
        QCOMPARE(run({"convert", "--generate", "sparse", "--count", "100000", "--seed", "1", "-o", problem}).status, 0);
        const QString html = report({problem, "--planner", "offsets-greedy-by-size"});
        QVERIFY2(html.toUtf8().size() <= 3'000'000, qPrintable(QString::number(html.toUtf8().size())));
        QVERIFY(html.contains(QLatin1String("90,000 buffers are too small")));
    }
};

ARENASCOPE_TEST(ReportExportTest)

#include "report_export_test.moc"

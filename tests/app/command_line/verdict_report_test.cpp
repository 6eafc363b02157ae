#include <memory>
#include <vector>

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "core/picture/report/html_text.h"
#include "tests/app/judged_files.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Two pairs that a greedy planner may stack badly, and whose threshold is 54 KiB.
const QByteArray placed = "id,lower,upper,size,offset\na,0,2,30720,0\nb,1,3,24576,30720\n";
const QByteArray with_hole = "id,lower,upper,size,offset\na,0,2,30720,0\nb,1,3,24576,36864\n";
const QByteArray overlapping = "id,lower,upper,size,offset\na,0,2,30720,0\nb,1,3,24576,0\n";
const QByteArray problem = "id,lower,upper,size\na,0,2,30720\nb,1,3,24576\n";

QJsonObject verdict_of(const QStringList& arguments, const QByteArray& input) {
    return run(arguments + QStringList{QStringLiteral("--json")}, input)
        .json()
        .value(QStringLiteral("verdict"))
        .toObject();
}

QString first_line(const Outcome& outcome) {
    return QString::fromUtf8(outcome.output.left(outcome.output.indexOf('\n')));
}

QJsonObject verdict_in(const Outcome& outcome) {
    return outcome.json().value(QStringLiteral("verdict")).toObject();
}

/// The first sentence. A full stop within it is followed by no blank.
QString headline(const QString& text) {
    const qsizetype end = text.indexOf(QStringLiteral(". "));
    return end < 0 ? text : text.left(end + 1);
}

/// Runs all of these at the same time.
std::vector<Outcome> run_all(const std::vector<QStringList>& commands) {
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const QStringList& arguments : commands) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(program(), arguments);
    }
    std::vector<Outcome> outcomes;
    for (const auto& process : processes) {
        outcomes.push_back(
            process->waitForFinished(240'000)
                ? Outcome{process->exitCode(), process->readAllStandardOutput(), process->readAllStandardError()}
                : Outcome{});
    }
    return outcomes;
}

/// The texts of a picture, with blanks between them.
QString picture_texts(const QString& path) {
    QFile file(path);
    QStringList texts;
    if (file.open(QIODevice::ReadOnly)) {
        for (QXmlStreamReader reader(&file); !reader.atEnd();) {
            if (reader.readNext() == QXmlStreamReader::Characters && !reader.isWhitespace()) {
                texts << reader.text().toString();
            }
        }
    }
    return texts.join(QLatin1Char(' '));
}

bool is_bad(const QString& state) {
    return state == QStringLiteral("unsound") || state == QStringLiteral("cannot-fit") ||
           state == QStringLiteral("over-capacity");
}

}  // namespace

class VerdictReportTest : public QObject {
    Q_OBJECT

private slots:
    void every_sub_command_begins_with_the_same_sentence_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* state, const QByteArray& input, const char* text) {
            QTest::newRow(state) << input << QString::fromLatin1(state) << QString::fromLatin1(text);
        };
        row("unsound", overlapping, "1 pair of buffers overlaps: not safe to ship.");
        row("lowest", placed, "54 KiB needed, the lowest possible.");
        row("improvable", with_hole, "60 KiB needed; up to 6 KiB less may be possible.");
    }

    void every_sub_command_begins_with_the_same_sentence() {
        QFETCH(const QByteArray, input);
        QFETCH(const QString, state);
        QFETCH(const QString, text);
        for (const char* command : {"info", "check", "explain"}) {
            const QStringList arguments = {QString::fromLatin1(command), QStringLiteral("-")};
            QCOMPARE(first_line(run(arguments, input)), text);
            const QJsonObject verdict = verdict_of(arguments, input);
            QCOMPARE(verdict.value(QStringLiteral("state")).toString(), state);
            QCOMPARE(verdict.value(QStringLiteral("text")).toString(), text);
            QCOMPARE(verdict.value(QStringLiteral("remedies")).toArray().size(), 0);
        }
    }

    void a_capacity_is_an_amount_as_the_program_writes_it() {
        const QStringList info = {QStringLiteral("info"), QStringLiteral("-"), QStringLiteral("--capacity")};
        QCOMPARE(first_line(run(info + QStringList{QStringLiteral("64 KiB")}, placed)),
                 QStringLiteral("Fits: 54 of 64 KiB, 10 KiB free."));
        QCOMPARE(first_line(run(info + QStringList{QStringLiteral("53,248")}, problem)),
                 QStringLiteral("Does not fit: at least 54 KiB needed of 52. No layout can fit."));
        const QJsonObject verdict = verdict_of(info + QStringList{QStringLiteral("58 KiB")}, with_hole);
        QCOMPARE(verdict.value(QStringLiteral("state")).toString(), QStringLiteral("over-capacity"));
        QCOMPARE(verdict.value(QStringLiteral("excess")).toInteger(), 2048);
        QVERIFY(verdict.value(QStringLiteral("free")).isNull());
        QCOMPARE(run(info + QStringList{QStringLiteral("abc")}, placed).status, 2);
    }

    void a_plan_that_does_not_fit_names_the_planner_that_does() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("it's a plan.json"));
        QVERIFY(QFile::copy(sample(QStringLiteral("mobile_vision.json")), file));
        const QStringList plan = {QStringLiteral("plan"),       file,
                                  QStringLiteral("--planner"),  QStringLiteral("offsets-naive"),
                                  QStringLiteral("--capacity"), QStringLiteral("480 KiB")};
        const Outcome text = run(plan);
        QCOMPARE(text.status, 1);
        QVERIFY2(text.errors.contains(" fits, with "), text.errors.constData());
        QVERIFY2(first_line(text).contains(QStringLiteral("A layout that fits exists: ")), text.output.constData());
        const QJsonObject json = run(plan + QStringList{QStringLiteral("--json")}).json();
        QCOMPARE(json.value(QStringLiteral("fits")).toBool(true), false);
        const QJsonArray remedies =
            json.value(QStringLiteral("verdict")).toObject().value(QStringLiteral("remedies")).toArray();
        QVERIFY(!remedies.isEmpty());
        for (const QJsonValue& each : remedies) {
            const QJsonObject remedy = each.toObject();
            QString command = remedy.value(QStringLiteral("command")).toString();
            QVERIFY(command.startsWith(QStringLiteral("arenascope plan ")));
            command.replace(0, QStringLiteral("arenascope").size(), QStringLiteral("\"$0\""));
            QProcess shell;
            shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command + QStringLiteral(" --json"), program()});
            QVERIFY(shell.waitForFinished(240'000));
            const QJsonObject again = QJsonDocument::fromJson(shell.readAllStandardOutput()).object();
            QCOMPARE(again.value(QStringLiteral("peak")).toInteger(), remedy.value(QStringLiteral("peak")).toInteger());
            QCOMPARE(remedy.value(QStringLiteral("fits")).toBool(),
                     remedy.value(QStringLiteral("peak")).toInteger() <= 480 * 1024);
        }
    }

    void a_bound_that_a_run_proved_is_in_every_file() {
        // The alignment leaves a gap, so that no layout is as low as the live size.
        const QString file = folder_.filePath(QStringLiteral("gap.csv"));
        write(file, "id,lower,upper,size,alignment\na,0,2,3,4\nb,1,3,3,4\n");
        const QString report = folder_.filePath(QStringLiteral("gap.html"));
        const QString picture = folder_.filePath(QStringLiteral("gap.svg"));
        const QStringList by_exact = {file, QStringLiteral("--planner"), QStringLiteral("exact")};
        const auto command = [&](const char* name, const QStringList& more = {}) {
            return run(QStringList{QString::fromLatin1(name)} + by_exact + more);
        };
        const QJsonObject plan = command("plan", {QStringLiteral("--json")}).json();
        QVERIFY(plan.value(QStringLiteral("optimal")).toBool());
        QVERIFY2(
            plan.value(QStringLiteral("lower_bound")).toInteger() > plan.value(QStringLiteral("threshold")).toInteger(),
            "the problem is no example of a bound above the threshold");
        const QByteArray sentence = first_line(command("plan")).toUtf8();
        QVERIFY2(sentence.contains("the lowest possible"), sentence.constData());
        QCOMPARE(first_line(command("explain")).toUtf8(), sentence);
        const Outcome shown = command("show");
        QVERIFY2(shown.output.contains(sentence), shown.output.constData());
        QCOMPARE(command("export", {QStringLiteral("-o"), report}).status, 0);
        QVERIFY2(content_of(report).contains(sentence), "the report says something else");
        QCOMPARE(command("export", {QStringLiteral("-o"), picture}).status, 0);
        QVERIFY2(picture_texts(picture).contains(QString::fromUtf8(sentence)), qPrintable(picture_texts(picture)));
    }

    void every_command_agrees_with_check_data() { add_judged_files(QDir(folder_.path()), largest_file, drawn_files); }

    void every_command_agrees_with_check() {
        QFETCH(const QString, path);
        const QString report = folder_.filePath(QStringLiteral("report.html"));
        const QString picture = folder_.filePath(QStringLiteral("picture.svg"));
        const QStringList by_greedy = {QStringLiteral("--planner"), QStringLiteral("offsets-greedy-by-size")};
        const QStringList json = {QStringLiteral("--json")};
        const auto command = [&](const char* name, const QStringList& more = {}) {
            return QStringList{QString::fromLatin1(name), path} + more;
        };
        enum Command { check, check_text, info, info_text, plan, explain, show, export_report, export_picture };
        const std::vector<Outcome> ran =
            run_all({command("check", json), command("check"), command("info", json), command("info"),
                     command("plan", by_greedy + json), command("explain", by_greedy + json),
                     command("show", by_greedy + QStringList{QStringLiteral("--width"), QStringLiteral("1000")}),
                     command("export", by_greedy + QStringList{QStringLiteral("-o"), report}),
                     command("export", by_greedy + QStringList{QStringLiteral("-o"), picture})});
        if (ran[check].status == 2) {
            for (const Outcome& each : ran) {
                QCOMPARE(each.status, 2);  // no command reads it
            }
            return;
        }
        const QJsonObject verdict = verdict_in(ran[check]);
        const QString text = verdict.value(QStringLiteral("text")).toString();
        const QString state = verdict.value(QStringLiteral("state")).toString();
        // All of them judge the file as it is.
        QCOMPARE(verdict_in(ran[info]), verdict);
        QCOMPARE(first_line(ran[check_text]), text);
        QCOMPARE(first_line(ran[info_text]), text);
        QCOMPARE(ran[check_text].status, ran[check].status);
        const bool has_finding = is_bad(state) || state == QStringLiteral("unplaced");
        const bool has_unknown_alone = ran[check].json().value(QStringLiteral("ok")).isNull();
        if (!has_unknown_alone && state != QStringLiteral("unknown-sizes") && state != QStringLiteral("empty")) {
            QCOMPARE(ran[check].status, has_finding ? 1 : 0);
        } else {
            QVERIFY(ran[check].status == 0 || !is_bad(state));
        }
        const QJsonObject checked = ran[check].json();
        const qsizetype unplaced = checked.value(QStringLiteral("unplaced")).toArray().size();
        const bool is_placed = unplaced < ran[info].json().value(QStringLiteral("buffers")).toInteger();
        QVERIFY2(state != QStringLiteral("unsound") || unplaced == 0 || !is_placed ||
                     text.contains(QStringLiteral("%L1 buffer").arg(unplaced)),
                 qPrintable(text));
        agree_about_a_plan(ran[plan]);
        if (ran[explain].status != 0 || ran[show].status != 0 || ran[export_report].status != 0) {
            return;  // the planner refuses the problem
        }
        // These show the layout of the file if it is complete, otherwise that of the planner. Only `explain` looks for
        // what helps, which is the second sentence.
        const QString shown = headline(verdict_in(ran[explain]).value(QStringLiteral("text")).toString());
        QVERIFY2(QString::fromUtf8(ran[show].output).contains(shown), (shown.toUtf8() + "\n" + ran[show].output));
        QVERIFY2(content_of(report).contains(QByteArray::fromStdString(html_text(shown.toStdString()))),
                 qPrintable(shown));
        // A picture writes a text in several runs where its letters need other fonts.
        const auto without_blanks = [](QString text) { return text.remove(QRegularExpression(QStringLiteral("\\s"))); };
        const QString words = picture_texts(picture);
        QVERIFY2(without_blanks(words).contains(without_blanks(shown.left(shortest_line))),
                 qPrintable(shown + QLatin1Char('\n') + words));
    }

    void a_capacity_is_judged_alike_by_all_commands_data() {
        add_judged_files(QDir(folder_.path()), largest_file / 4, drawn_files);
    }

    void a_capacity_is_judged_alike_by_all_commands() {
        QFETCH(const QString, path);
        const QJsonObject before = run({QStringLiteral("check"), path, QStringLiteral("--json")}).json();
        const qint64 peak = before.value(QStringLiteral("peak")).toInteger();
        if (peak <= 1) {
            return;  // nothing is placed
        }
        for (const qint64 capacity : {peak - 1, peak, 2 * peak}) {
            const QStringList limit = {path, QStringLiteral("--json"), QStringLiteral("--capacity"),
                                       QString::number(capacity)};
            const std::vector<Outcome> ran =
                run_all({QStringList{QStringLiteral("check")} + limit, QStringList{QStringLiteral("info")} + limit});
            QCOMPARE(verdict_in(ran[1]), verdict_in(ran[0]));
            const QString state = verdict_in(ran[0]).value(QStringLiteral("state")).toString();
            // The capacity limits each segment of a recording, and the peak is that of all.
            const bool is_recorded = state == QStringLiteral("recorded");
            QVERIFY2(capacity >= peak || is_bad(state) || is_recorded, qPrintable(state));
            QCOMPARE(ran[0].status == 1, is_bad(state) || state == QStringLiteral("unplaced"));
        }
    }

private:
    static constexpr qint64 largest_file = 30'000;
    static constexpr std::uint64_t drawn_files = 9;
    static constexpr qsizetype shortest_line = 20;  ///< of a caption, before it goes on in the next line

    /// What `plan` says of its own plan.
    static void agree_about_a_plan(const Outcome& plan) {
        if (plan.status == 2) {
            return;  // the planner refuses the problem
        }
        const QJsonObject planned = plan.json();
        const QJsonObject verdict = verdict_in(plan);
        const bool does_not_fit = planned.value(QStringLiteral("fits")) == QJsonValue(false);
        QCOMPARE(plan.status, does_not_fit ? 1 : 0);
        const QString state = verdict.value(QStringLiteral("state")).toString();
        // A file that contradicts itself makes every plan of it unsound, whether it fits or not.
        QVERIFY2(is_bad(state) == does_not_fit || state == QStringLiteral("unsound"), qPrintable(state));
        if (verdict.value(QStringLiteral("state")) == QStringLiteral("lowest")) {
            QCOMPARE(planned.value(QStringLiteral("optimal")).toBool(), true);
        }
    }

    static void write(const QString& path, const QByteArray& content) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QTemporaryDir folder_;
};

ARENASCOPE_TEST(VerdictReportTest)
#include "verdict_report_test.moc"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

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

    void samples_agree_with_check_and_the_exit_status_data() {
        QTest::addColumn<QString>("path");
        const QDir folder = QFileInfo(sample(QStringLiteral("README.md"))).dir();
        for (const QFileInfo& file : folder.entryInfoList(QDir::Files)) {
            if (file.suffix() != QStringLiteral("md") && file.suffix() != QStringLiteral("rules") &&
                file.suffix() != QStringLiteral("py")) {
                QTest::addRow("%s", qPrintable(file.fileName())) << file.filePath();
            }
        }
    }

    void samples_agree_with_check_and_the_exit_status() {
        QFETCH(const QString, path);
        const Outcome check = run({QStringLiteral("check"), path, QStringLiteral("--json")});
        if (check.status == 2) {
            QSKIP("this build does not read it");
        }
        const QJsonObject checked = check.json().value(QStringLiteral("verdict")).toObject();
        const QString state = checked.value(QStringLiteral("state")).toString();
        const QJsonObject info = run({QStringLiteral("info"), path, QStringLiteral("--json")}).json();
        QCOMPARE(info.value(QStringLiteral("verdict")).toObject(), checked);
        if (is_bad(state)) {
            QCOMPARE(check.status, 1);
        } else if (state != QStringLiteral("unplaced")) {
            QCOMPARE(check.status, 0);
        }
        const Outcome plan = run({QStringLiteral("plan"), path, QStringLiteral("--json")});
        const QJsonObject planned = plan.json();
        const QJsonObject verdict = planned.value(QStringLiteral("verdict")).toObject();
        const bool does_not_fit = is_bad(verdict.value(QStringLiteral("state")).toString());
        QCOMPARE(plan.status, does_not_fit ? 1 : 0);
        QCOMPARE(planned.value(QStringLiteral("fits")) == QJsonValue(false), does_not_fit);
        if (verdict.value(QStringLiteral("state")) == QStringLiteral("lowest")) {
            QCOMPARE(planned.value(QStringLiteral("optimal")).toBool(), true);
        }
    }
};

ARENASCOPE_TEST(VerdictReportTest)
#include "verdict_report_test.moc"

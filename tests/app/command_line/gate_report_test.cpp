#include "app/command_line/gate_report.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// `--format sarif`, `junit` and `github` of check, compare and plan, and the summary in Markdown.
class GateReportTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString plan(const QString& name, const QByteArray& rows) const {
        QFile written(folder_.filePath(name));
        written.open(QIODevice::WriteOnly);
        written.write("id,lower,upper,size,offset\n" + rows);
        return written.fileName();
    }
    [[nodiscard]] QString overlapping() const { return plan("bad.csv", "first,0,4,8,0\nsecond,1,3,8,4\n"); }

    static QJsonArray results(const Outcome& outcome) {
        return outcome.json()["runs"].toArray().first().toObject()["results"].toArray();
    }
    static QJsonObject place_in(const QJsonValue& result) {
        return result.toObject()["locations"].toArray().first().toObject()["physicalLocation"].toObject();
    }

private slots:
    void sarif_has_each_finding_with_rule_file_and_line() {
        const Outcome outcome = run({"check", overlapping(), "--format", "sarif"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.json()["version"].toString(), QStringLiteral("2.1.0"));
        const QJsonArray list = results(outcome);
        QCOMPARE(list.size(), qsizetype{1});
        QCOMPARE(list.first().toObject()["ruleId"].toString(), QStringLiteral("overlap"));
        QCOMPARE(list.first().toObject()["level"].toString(), QStringLiteral("error"));
        QVERIFY(list.first().toObject()["message"].toObject()["text"].toString().startsWith("first and second share"));
        const QJsonObject place = place_in(list.first());
        QCOMPARE(place["region"].toObject()["startLine"].toInt(), 2);
        QVERIFY(place["artifactLocation"].toObject()["uri"].toString().endsWith("bad.csv"));
        QVERIFY(!place["artifactLocation"].toObject()["uri"].toString().startsWith("/"));
    }

    void a_plan_without_findings_has_an_empty_list() {
        const Outcome outcome = run({"check", plan("good.csv", "a,0,4,8,0\n"), "--format", "sarif"});
        QCOMPARE(outcome.status, 0);
        QVERIFY(results(outcome).isEmpty());
        QCOMPARE(run({"check", plan("good.csv", "a,0,4,8,0\n"), "--format", "github"}).output,
                 QByteArray("::notice title=arenascope check::8 B needed, the lowest possible.\n"));
    }

    void junit_has_a_case_for_each_rule_and_is_xml() {
        const Outcome outcome = run({"check", overlapping(), "--format", "junit"});
        QCOMPARE(outcome.status, 1);
        QXmlStreamReader xml(outcome.output);
        int cases = 0;
        int failures = 0;
        QString failed;
        QString current;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) {
                continue;
            }
            if (xml.name() == QLatin1String("testsuite")) {
                QCOMPARE(xml.attributes().value("failures").toInt(), 1);
            } else if (xml.name() == QLatin1String("testcase")) {
                ++cases;
                current = xml.attributes().value("name").toString();
            } else if (xml.name() == QLatin1String("failure")) {
                ++failures;
                failed = current;
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(failures, 1);
        QCOMPARE(failed, QStringLiteral("overlap"));
        QVERIFY(cases > 5);
    }

    void strangers_names_are_text_in_every_format() {
        const QByteArray hostile = "\"a%b::error::x\r|`<b>@all\",0,4,8,0\n\"=1+1\",1,3,8,4\n";
        const QString path = plan("hostile.csv", hostile);
        const QByteArray github = run({"check", path, "--format", "github"}).output;
        QVERIFY2(!github.contains("::error::x"), github.constData());
        QVERIFY2(!github.contains('\r'), github.constData());
        QVERIFY(github.contains("a%25b%3A%3Aerror%3A%3Ax"));
        QCOMPARE(github.count("\n"), 2);
        QXmlStreamReader xml(run({"check", path, "--format", "junit"}).output);
        while (!xml.atEnd()) {
            xml.readNext();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        const QString summary = folder_.filePath("summary.md");
        QCOMPARE(run({"compare", plan("good.csv", "a,0,4,8,0\n"), path, "-o", summary}).status, 0);
        QFile written(summary);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY2(!text.contains("<b>") && !text.contains("@all") && !text.contains("|`"), text.constData());
        QVERIFY(text.contains("![both plans](summary.svg)"));
        QVERIFY(QFile::exists(folder_.filePath("summary.svg")));
    }

    void growth_above_the_limit_is_a_finding_of_compare() {
        const QString before = plan("before.csv", "a,0,4,100,0\n");
        const QString after = plan("after.csv", "a,0,4,130,0\n");
        const Outcome outcome = run({"compare", before, after, "--max-growth", "10%", "--format", "sarif"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(results(outcome).size(), qsizetype{1});
        QCOMPARE(results(outcome).first().toObject()["ruleId"].toString(), QStringLiteral("growth"));
        QVERIFY(results(run({"compare", before, after, "--format", "sarif"})).isEmpty());
        const Outcome unsound = run({"compare", before, overlapping(), "--format", "sarif"});
        QCOMPARE(unsound.status, 0);
        QCOMPARE(results(unsound).first().toObject()["level"].toString(), QStringLiteral("warning"));
    }

    void a_plan_above_its_capacity_is_a_finding_of_plan() {
        const Outcome outcome =
            run({"plan", plan("large.csv", "a,0,4,100,\n"), "--capacity", "50", "--format", "github"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.output.startsWith("::error file="), outcome.output.constData());
        QVERIFY(outcome.output.contains("title=arenascope over-capacity::"));
    }

    void a_file_that_does_not_open_is_a_finding_too() {
        const QString path = plan("damaged.csv", "a,0,4,x,0\n");
        const Outcome outcome = run({"check", path, "--format", "sarif"});
        QCOMPARE(outcome.status, 2);
        const QJsonArray list = results(outcome);
        QCOMPARE(list.first().toObject()["ruleId"].toString(), QStringLiteral("unusable"));
        QCOMPARE(place_in(list.first())["region"].toObject()["startLine"].toInt(), 2);
        QVERIFY(run({"check", path, "--format", "junit"}).output.contains("tests=\"1\" failures=\"1\""));
        QVERIFY(run({"check", path, "--format", "github"}).output.startsWith("::error file="));
        const QJsonObject of_run = outcome.json()["runs"].toArray().first().toObject();
        QVERIFY(!of_run["invocations"].toArray().first().toObject()["executionSuccessful"].toBool(true));
    }

    void format_json_is_what_the_flag_says() {
        QCOMPARE(run({"check", overlapping(), "--format", "json"}).output,
                 run({"check", overlapping(), "--json"}).output);
        QCOMPARE(run({"check", overlapping(), "--format", "text"}).output, run({"check", overlapping()}).output);
        QCOMPARE(run({"check", overlapping(), "--format", "xml"}).status, 2);
    }

    void info_lists_buffers_by_name_a_line_each() {
        const QString path = plan("two.csv", "b,0,4,1000,0\na,1,3,8,1000\n");
        QCOMPARE(run({"info", path, "--buffers"}).output,
                 QByteArray("a  steps [1, 3)  8 B  at 1,000 in arena\nb  steps [0, 4)  1,000 B  at 0 in arena\n"));
    }
};

ARENASCOPE_TEST(GateReportTest)
#include "gate_report_test.moc"

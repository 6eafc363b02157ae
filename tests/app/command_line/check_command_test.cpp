#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// `count` buffers of 8 bytes at one offset, all alive at the same time: every pair overlaps.
QByteArray crowd(int count) {
    QByteArray csv = "id,lower,upper,size,offset\n";
    for (int i = 0; i < count; ++i) {
        csv += "b" + QByteArray::number(i) + ",0,4,8,0\n";
    }
    return csv;
}

}  // namespace

class CheckCommandTest : public QObject {
    Q_OBJECT

private slots:
    void the_limit_cuts_the_list_of_overlaps_but_not_the_count() {
        const QByteArray plan = crowd(60);
        const Outcome usual = run({"check", "-", "--json"}, plan);
        QCOMPARE(usual.status, 1);
        QCOMPARE(usual.json()["overlaps"].toArray().size(), 1000);
        QCOMPARE(usual.json()["overlap_count"].toInt(), 60 * 59 / 2);
        QCOMPARE(usual.json()["overlaps_cut"].toBool(), true);
        const Outcome three = run({"check", "-", "--json", "--limit", "3"}, plan);
        QCOMPARE(three.status, 1);
        QCOMPARE(three.json()["overlaps"].toArray().size(), 3);
        QCOMPARE(three.json()["overlap_count"].toInt(), 60 * 59 / 2);
        const Outcome all = run({"check", "-", "--json", "--limit", "0"}, plan);
        QCOMPARE(all.json()["overlaps"].toArray().size(), 60 * 59 / 2);
        QCOMPARE(all.json()["overlaps_cut"].toBool(true), false);
        QCOMPARE(run({"check", "-", "--limit", "-1"}, plan).status, 2);
    }

    void a_pair_with_gaps_counts_once() {
        const Outcome check = run({"check", "-", "--json", "--limit", "1"},
                                  "id,lower,upper,size,gaps,offset\na,0,9,8,3-5,0\nb,0,9,8,,0\nc,0,9,8,,4\n");
        QCOMPARE(check.json()["overlap_count"].toInt(), 3);
        QCOMPARE(check.json()["overlaps"].toArray().size(), 1);
        QCOMPARE(check.json()["overlaps"][0].toObject()["end"].toInt(), 9);
    }

    void the_text_respects_the_limit_and_says_how_many_more() {
        const Outcome check = run({"check", "-", "--limit", "2"}, crowd(50));
        QCOMPARE(check.status, 1);
        QCOMPARE(check.output.count("overlap     "), 3);
        QVERIFY2(check.output.contains("overlap     1,223 more; --limit 0 lists all\n"), check.output.constData());
        QVERIFY(!run({"check", "-", "--limit", "0"}, crowd(50)).output.contains("more"));
    }

    void pairs_that_share_only_by_inference_are_named_and_a_finding_with_strict() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1, "buffers": [
            {"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 0},
            {"name": "b", "begin": 2, "end": 6, "size": 8, "offset": 0}],
            "sharing": [{"kind": "sharing", "members": ["a", "b"], "basis": "inferred"}]})";
        const Outcome text = run({"check", "-"}, plan);
        QCOMPARE(text.status, 0);
        QCOMPARE(text.output, QByteArray("8 B needed, the lowest with this sharing.\n"
                                         "ok: 2 buffers, no overlap\n"
                                         "sound if this pair is meant to share\n"
                                         "inferred    a and b share steps [2, 4) and bytes [0, 8)\n"));
        QCOMPARE(run({"check", "-", "--strict"}, plan).status, 1);
        const Outcome json = run({"check", "-", "--json"}, plan);
        QCOMPARE(json.status, 0);
        QCOMPARE(json.json()["ok"].toBool(), true);
        QCOMPARE(json.json()["inferred_count"].toInt(), 1);
        QCOMPARE(json.json()["inferred"][0].toObject()["b"].toString(), QStringLiteral("b"));
        // Without a basis, as in files of earlier versions, a group is declared.
        QByteArray declared = plan;
        declared.replace(", \"basis\": \"inferred\"", "");
        QCOMPARE(run({"check", "-", "--strict"}, declared).output,
                 QByteArray("8 B needed, the lowest with this sharing.\nok: 2 buffers, no overlap\n"));
    }

    void a_report_of_five_billion_overlaps_is_short() {
        const Outcome check = run({"check", "-", "--json"}, crowd(100'000));
        QCOMPARE(check.status, 1);
        QCOMPARE(check.json()["overlap_count"].toDouble(), 100'000.0 * 99'999 / 2);
        QVERIFY(check.output.size() < 300'000);
    }

    void a_contradiction_is_a_finding_in_text_and_json() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1, "buffers": [
  {"name": "a", "size": 8, "begin": 0, "end": 1, "offset": 0},
  {"name": "b", "size": 8, "begin": 1, "end": 3, "offset": 0, "pin": 16, "address": 4}],
 "operators": [{"name": "conv", "type": "Conv", "step": 1, "reads": ["a"], "writes": ["b"]}]})";
        const Outcome text = run({"check", "-"}, plan);
        QCOMPARE(text.status, 1);
        QVERIFY2(text.output.contains("contradicts 'conv' reads 'a' in step 1, but it is alive in steps [0, 1)\n"
                                      "contradicts 'b' lies at offset 0, but is pinned to 16\n"
                                      "contradicts 'b' has the address 4, but base and offset make 0\n"),
                 text.output.constData());
        const QJsonObject json = run({"check", "-", "--json"}, plan).json();
        QCOMPARE(json["ok"], QJsonValue(false));
        const QJsonArray found = json["contradictions"].toArray();
        QCOMPARE(found.size(), 3);
        QCOMPARE(found[0].toObject()["kind"], QJsonValue("read-outside-lifetime"));
        QCOMPARE(found[0].toObject()["operator"], QJsonValue("conv"));
        QCOMPARE(found[0].toObject()["buffer"], QJsonValue("a"));
        QCOMPARE(found[0].toObject()["stated"], QJsonValue(QJsonValue::Null));
        QCOMPARE(found[1].toObject()["stated"], QJsonValue(16));
        QCOMPARE(found[1].toObject()["actual"], QJsonValue(0));
        QCOMPARE(found[2].toObject()["what"], QJsonValue("'b' has the address 4, but base and offset make 0"));
        QTemporaryDir folder;
        const QString report = folder.filePath(QStringLiteral("report.html"));
        QCOMPARE(run({"export", "-", "-o", report}, plan).status, 0);
        const QByteArray page = content_of(report);
        QVERIFY(page.contains("3 statements of the plan contradict the rest"));
        QVERIFY(page.contains("<h3>Contradictions</h3>"));
        const Outcome compared = run({"compare", sample("placed.csv"), "-", "--max-growth", "1e9"}, plan);
        QCOMPARE(compared.status, 1);
        QVERIFY2(compared.errors.contains("check finds contradictions"), compared.errors.constData());
    }

    void a_deployment_runs_against_its_model() {
        QTemporaryDir folder;
        const QString model = sample("inception_cell.param");
        const QString path = folder.filePath(QStringLiteral("deployment.json"));
        QCOMPARE(run({"plan", model, "--planner", "operator-sharing", "--set", "deploy=" + path}).status, 0);
        const Outcome sound = run({"check", path, "--against", model, "--json"});
        QCOMPARE(sound.status, 0);
        QVERIFY(sound.json()["ok"].toBool() && sound.json()["dataflow"].toArray().isEmpty());
        QVERIFY(sound.json().contains("dataflow"));
        QVERIFY(run({"check", path, "--against", model}).output.contains("dataflow    every operator reads"));
        QCOMPARE(run({"check", path}).status, 0);
        QCOMPARE(run({"info", path}).status, 0);
        // Its lifetimes follow from its operators: nothing contradicts itself, neither here nor as a plan or report.
        const QString plan = folder.filePath(QStringLiteral("plan.json"));
        QCOMPARE(run({"convert", path, "-o", plan}).status, 0);
        const Outcome converted = run({"check", plan});
        QVERIFY2(converted.status == 0, converted.output.constData());
        const QString report = folder.filePath(QStringLiteral("report.html"));
        QCOMPARE(run({"export", path, "-o", report}).status, 0);
        QVERIFY(!content_of(report).contains("Contradictions"));
        QVERIFY(run({"export", path, "-o", folder.filePath(QStringLiteral("picture.svg"))}).status == 0);

        QByteArray text = content_of(path);
        // The first operator writes its result one byte further on, where nobody looks for it.
        const qsizetype writes = text.indexOf("\"offset\": ", text.indexOf("\"writes\": "));
        text.insert(writes + qsizetype(sizeof("\"offset\": ")) - 1, "1");
        const qsizetype address = text.indexOf("\"address\": ", writes);
        text.insert(address + qsizetype(sizeof("\"address\": ")) - 1, "1");
        const Outcome broken = run({"check", "-", "--against", model, "--json"}, text);
        QCOMPARE(broken.status, 1);
        const QJsonObject finding = broken.json()["dataflow"].toArray().first().toObject();
        for (const char* key :
             {"kind", "operator", "tensor", "overwritten_by", "region", "from", "to", "shift", "what"}) {
            QVERIFY2(finding.contains(QLatin1String(key)), key);
        }
        QVERIFY(!broken.json()["ok"].toBool(true));
        const Outcome plain = run({"check", "-", "--against", model}, text);
        QCOMPARE(plain.status, 1);
        QVERIFY2(plain.output.contains("dataflow    ") && plain.output.contains("bytes too low: it lies at"),
                 plain.output);
        QCOMPARE(run({"check", path, "--against", sample("placed.csv")}).status, 2);
    }

    void a_deployment_of_another_model_is_told_in_a_few_lines() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("deployment.json"));
        QCOMPARE(
            run({"plan", sample("inception_cell.param"), "--planner", "operator-sharing", "--set", "deploy=" + path})
                .status,
            0);
        const Outcome other = run({"check", path, "--against", sample("splits_and_concat.json")});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.output.contains("dataflow    the deployment is not of this model: 0 of "), other.output);
        QCOMPARE(other.output.count('\n'), 5);
    }

    void switches_split_the_model_and_not_its_deployment() {
        QTemporaryDir folder;
        const QString model = sample("inception_cell.param");
        const QString path = folder.filePath(QStringLiteral("deployment.json"));
        const QStringList cores = {"--set", "cores=2"};
        QCOMPARE(
            run(QStringList{"plan", model, "--planner", "operator-sharing", "--set", "deploy=" + path} + cores).status,
            0);
        const Outcome same = run(QStringList{"check", path, "--against", model} + cores);
        QVERIFY2(same.status == 0 && same.output.contains("dataflow    every operator"), same.output);
        QCOMPARE(run({"check", path, "--against", model}).status, 1);
    }

    void the_file_of_a_deployment_is_in_no_provenance() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("secret_place.json"));
        const QString plan = folder.filePath(QStringLiteral("plan.json"));
        QCOMPARE(run({"plan", sample("inception_cell.param"), "--planner", "operator-sharing", "--set",
                      "deploy=" + path, "-o", plan})
                     .status,
                 0);
        QVERIFY(content_of(plan).contains("provenance") && !content_of(plan).contains("secret_place"));
        const Outcome other =
            run({"plan", sample("inception_cell.param"), "--planner", "exact", "--set", "deploy=" + path});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.errors.contains("use --planner operator-sharing"), other.errors);
        QVERIFY(!run({"planners", "--json"}, RunSettings{}).output.contains("\"deploy\""));
    }

    void peak_threshold_and_capacity_are_reported() {
        const QByteArray plan = "id,lower,upper,size,offset\na,0,4,8,4\nb,4,6,2,0\n";
        const Outcome without = run({"check", "-", "--json"}, plan);
        QCOMPARE(without.json()["peak"].toInt(), 12);
        QCOMPARE(without.json()["threshold"].toInt(), 8);
        QVERIFY(without.json().contains("capacity") && without.json()["capacity"].isNull());
        QCOMPARE(run({"check", "-", "--json", "--capacity", "16"}, plan).json()["capacity"].toInt(), 16);
        const Outcome unplaced = run({"check", "-", "--json"}, "id,lower,upper,size\na,0,4,8\n");
        QVERIFY(unplaced.json()["peak"].isNull());
        QCOMPARE(unplaced.json()["threshold"].toInt(), 8);
    }
};

ARENASCOPE_TEST(CheckCommandTest)
#include "check_command_test.moc"

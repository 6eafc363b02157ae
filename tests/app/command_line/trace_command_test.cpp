#include <QJsonArray>
#include <QSet>
#include <QTemporaryDir>

#include "app/command_line/sub_commands.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

QStringList frames_of(const QJsonObject& result) {
    QStringList frames;
    const QJsonArray hits = result.value(QStringLiteral("hits")).toArray();
    for (const QJsonValue& hit : hits) {
        frames.push_back(hit.toObject().value(QStringLiteral("frame")).toString());
    }
    return frames;
}

}  // namespace

class TraceCommandTest : public QObject {
    Q_OBJECT

private slots:
    void a_problem_is_planned_first() {
        const Outcome outcome =
            run({"trace", sample(QStringLiteral("mobile_vision.json")), "--where", "kind == iteration", "--json"});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QCOMPARE(frames_of(json),
                 (QStringList{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}).mid(0, frames_of(json).size()));
        QCOMPARE(json.value(QStringLiteral("count")).toInt(), static_cast<int>(frames_of(json).size()));
        QCOMPARE(json.value(QStringLiteral("planned")).toBool(), true);
        QCOMPARE(json.value(QStringLiteral("dropped")).toInt(), 0);
        const QJsonObject hit = json.value(QStringLiteral("hits")).toArray().first().toObject();
        QCOMPARE(hit.value(QStringLiteral("kind")).toString(), QStringLiteral("iteration"));
        QVERIFY(hit.value(QStringLiteral("peak")).toInt() > 0);
        QVERIFY(hit.value(QStringLiteral("note")).isString());
    }

    void a_layout_is_planned_anew_and_a_trace_is_not() {
        QTemporaryDir directory;
        const QString trace = directory.filePath(QStringLiteral("run.json"));
        const QString vision = sample(QStringLiteral("mobile_vision.json"));
        QCOMPARE(run({"plan", vision, "--trace", trace, "--planner", "hill-climb"}).status, 0);
        const QJsonObject recorded = run({"trace", trace, "--where", "peak > 0", "--json"}).json();
        QCOMPARE(recorded.value(QStringLiteral("planned")).toBool(), false);
        const QJsonObject planned =
            run({"trace", vision, "--where", "peak > 0", "--json", "--planner", "hill-climb"}).json();
        QCOMPARE(recorded.value(QStringLiteral("hits")), planned.value(QStringLiteral("hits")));
        const QJsonObject layout =
            run({"trace", sample(QStringLiteral("placed.csv")), "--where", "peak > 0", "--json"}).json();
        QCOMPARE(layout.value(QStringLiteral("planned")).toBool(), true);
        QVERIFY(layout.value(QStringLiteral("count")).toInt() > 0);
    }

    void paths_are_unique_and_export_takes_them() {
        const QString vision = sample(QStringLiteral("mobile_vision.json"));
        QTemporaryDir directory;
        const QString trace = directory.filePath(QStringLiteral("run.json"));
        QCOMPARE(run({"plan", vision, "--trace", trace}).status, 0);
        const QStringList frames = frames_of(run({"trace", trace, "--where", "peak.any >= 0", "--json"}).json());
        QCOMPARE(QSet<QString>(frames.begin(), frames.end()).size(), frames.size());
        const auto inner = std::find_if(frames.begin(), frames.end(),
                                        [](const QString& frame) { return frame.count(QLatin1Char('.')) == 2; });
        QVERIFY(inner != frames.end());
        QCOMPARE(
            run({"export", trace, "--iteration", *inner, "-o", directory.filePath(QStringLiteral("x.svg"))}).status, 0);
    }

    void no_hit_is_fine_and_says_why_where_that_is_known() {
        const Outcome outcome = run({"trace", sample(QStringLiteral("mobile_vision.json")), "--planner",
                                     "offsets-greedy-by-size", "--where", "kind == iteration"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.output, QByteArray());
        QVERIFY2(outcome.errors.contains("no step can be found: the run has no step of the kind iteration"),
                 outcome.errors.constData());
    }

    void a_broken_condition_is_wrong_usage() {
        const QString vision = sample(QStringLiteral("mobile_vision.json"));
        const Outcome text = run({"trace", vision, "--where", "paek > 3"});
        QCOMPARE(text.status, 2);
        QCOMPARE(text.errors, QByteArray("--where: at character 1: there is no field 'paek'; the nearest is peak\n"));
        const Outcome json = run({"trace", vision, "--where", "offset(nothing) > 3", "--json"});
        QCOMPARE(json.status, 2);
        QVERIFY(json.json()
                    .value(QStringLiteral("error"))
                    .toObject()
                    .value(QStringLiteral("what"))
                    .toString()
                    .contains(QStringLiteral("no buffer is called 'nothing'")));
        QCOMPARE(run({"trace", vision}).status, 2);
        QCOMPARE(run({"trace", vision, "--where", ""}).status, 2);
        QCOMPARE(run({"trace", vision, "--where", "peak > 1", "--planner", "none"}).status, 2);
    }
};

ARENASCOPE_TEST(TraceCommandTest)
#include "trace_command_test.moc"

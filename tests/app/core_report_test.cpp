#include "app/command_line/core_report.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// conv0 and conv1 on core 0, conv2 on core 1, which reads what conv0 wrote.
constexpr const char* two_cores = R"({"format": "arenascope-plan", "version": 1,
    "regions": [{"name": "core 0", "capacity": 100}, {"name": "core 1", "capacity": 100}],
    "buffers": [{"name": "a", "size": 60, "begin": 0, "end": 3}, {"name": "b", "size": 50, "begin": 1, "end": 3},
                {"name": "c", "size": 40, "begin": 2, "end": 3}],
    "operators": [{"name": "conv0", "step": 0, "reads": [], "writes": ["a"], "core": "core 0"},
                  {"name": "conv1", "step": 1, "reads": ["a"], "writes": ["b"], "core": "core 0"},
                  {"name": "conv2", "step": 2, "reads": ["a", "b"], "writes": ["c"], "core": "core 1"}]})";

}  // namespace

class CoreReportTest : public QObject {
    Q_OBJECT

private slots:
    void what_finds_no_room_is_told_and_ends_with_a_finding() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const Outcome plan = run({"plan", "-", "--planner", "many-core", "-o", path, "--json"}, two_cores);
        QCOMPARE(plan.status, 1);
        const QJsonArray misfits = plan.json()["misfits"].toArray();
        QVERIFY(!misfits.isEmpty());
        QCOMPARE(misfits[0]["core"].toString(), QStringLiteral("core 0"));
        QCOMPARE(misfits[0]["operator"].toString(), QStringLiteral("conv1"));
        QCOMPARE(misfits[0]["buffer"].toString(), QStringLiteral("b"));
        QCOMPARE(misfits[0]["missing"].toInteger(), 10);
        QCOMPARE(misfits[0]["largest_free_area"].toInteger(), 40);
        // What found room is written and read again.
        const Outcome check = run({"check", path, "--json"});
        QCOMPARE(check.status, 1);
        QVERIFY(check.json()["overlaps"].toArray().isEmpty());
        QVERIFY(check.json()["unplaced"].toArray().contains(QStringLiteral("b")));
    }

    void each_core_and_what_crosses_is_told() {
        const Outcome plan = run({"plan", "-", "--planner", "many-core", "--capacity", "200", "--json"}, two_cores);
        QCOMPARE(plan.status, 0);
        const QJsonArray cores = plan.json()["cores"].toArray();
        QCOMPARE(cores.size(), 2);
        QCOMPARE(cores[0]["peak"].toInteger(), 110);
        QCOMPARE(cores[0]["peak_step"].toInteger(), 1);
        // conv2's result and the copies of what it reads.
        QCOMPARE(cores[1]["peak"].toInteger(), 150);
        QCOMPARE(plan.json()["transfers"].toArray().size(), 2);
    }

    void a_picture_takes_a_split_model() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("cores.svg"));
        const Outcome picture =
            run({"export", sample("inception_eight_cores.json"), "-o", path, "--planner", "many-core"});
        QVERIFY2(picture.status == 0, picture.errors.constData());
        QVERIFY(content_of(path).contains("core 0"));
    }
};

ARENASCOPE_TEST(CoreReportTest)

#include "core_report_test.moc"

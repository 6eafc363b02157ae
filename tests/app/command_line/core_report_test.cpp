#include "app/command_line/core_report.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// conv0 and conv1 run on core 0. conv2 runs on core 1 and reads the output of conv0.
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
    void a_buffer_that_finds_no_room_is_a_finding() {
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
        QVERIFY2(plan.errors.contains("the memory needs 10 B more, the largest free area is 40 B"),
                 plan.errors.constData());
        QVERIFY(run({"plan", "-", "--planner", "many-core"}, two_cores)
                    .output.contains("no room in 'core 0' for 'b' of 'conv1': the memory needs 10 B more, "
                                     "the largest free area is 40 B"));
        // The placed buffers are written and read back.
        const Outcome check = run({"check", path, "--json"});
        QCOMPARE(check.status, 1);
        QVERIFY(check.json()["overlaps"].toArray().isEmpty());
        QVERIFY(check.json()["unplaced"].toArray().contains(QStringLiteral("b")));
    }

    void the_report_lists_every_candidate_with_its_figures_and_context_on_request() {
        const QByteArray problem = "id,lower,upper,size\na,0,4,40\nb,2,8,30\nc,4,9,40\n";
        const QStringList plain = {"plan", "-", "--planner", "many-core", "--json"};
        const QJsonObject short_report = run(plain, problem).json();
        QVERIFY(!short_report.contains(QLatin1String("candidates")));
        QCOMPARE(short_report["total_peak"].toInteger(), 70);
        QCOMPARE(short_report["cores"].toArray().size(), 1);
        const QJsonArray placed =
            run(plain + QStringList{"--set", "report=candidates"}, problem).json()["candidates"].toArray();
        QCOMPARE(placed.size(), 3);
        QCOMPARE(placed[2]["buffer"].toString(), QStringLiteral("c"));
        QCOMPARE(placed[2]["taken_from"].toString(), QStringLiteral("a"));
        const QJsonArray candidates = placed[0]["candidates"].toArray();
        QVERIFY(candidates.size() > 1);  // also those that were not chosen
        for (const QJsonValue& candidate : candidates) {
            QVERIFY(candidate["height"].toInteger() >= candidate["offset"].toInteger() + 40);
            QCOMPARE(candidate["above"].isNull(), true);
            QCOMPARE(candidate["context"].toArray().size(), 2);
            QCOMPARE(candidate["context"][0]["name"].toString(), QStringLiteral("b"));
        }
    }

    void the_trace_of_an_incomplete_run_is_shown_as_recorded() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const QString trace = folder.filePath(QStringLiteral("trace.json"));
        const QString picture = folder.filePath(QStringLiteral("p.svg"));
        QCOMPARE(run({"plan", "-", "--planner", "many-core", "-o", path, "--trace", trace}, two_cores).status, 1);
        const Outcome first = run({"export", trace, "-o", picture, "--iteration", "0"});
        QVERIFY2(first.status == 0, first.errors.constData());
        QVERIFY(content_of(picture).contains("placement 0 of "));
        QVERIFY(content_of(picture).contains("many-core"));
        QCOMPARE(run({"export", trace, "-o", picture}).status, 0);
        QVERIFY(content_of(picture).contains("layout of the file"));
        const QJsonObject explained = run({"explain", trace, "--json"}).json();
        QVERIFY(!explained["planned"].toBool());
        QVERIFY(explained["unplaced"].toArray().contains(QStringLiteral("b")));
    }

    void planner_file_draws_and_explains_an_incomplete_plan_as_it_is() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const QString picture = folder.filePath(QStringLiteral("p.svg"));
        QCOMPARE(run({"plan", "-", "--planner", "many-core", "-o", path}, two_cores).status, 1);
        QCOMPARE(run({"export", path, "-o", picture}).status, 0);
        QVERIFY(content_of(picture).contains("planned for this picture"));
        const Outcome as_it_is = run({"export", path, "-o", picture, "--planner", "file"});
        QVERIFY2(as_it_is.status == 0, as_it_is.errors.constData());
        QVERIFY(content_of(picture).contains("layout of the file"));
        QVERIFY(content_of(picture).contains("many-core"));
        const QJsonObject explained = run({"explain", path, "--planner", "file", "--json"}).json();
        QVERIFY(!explained["planned"].toBool());
        // On core 1, the copies of a and b do not fit at the same time.
        QCOMPARE(explained["unplaced"].toArray(), (QJsonArray{QStringLiteral("b"), QStringLiteral("b@core 1")}));
        const QByteArray text = run({"explain", path, "--planner", "file"}).output;
        QVERIFY2(text.contains("\n2 buffers are not placed, 1 of them in this region\n"), text.constData());
        QVERIFY2(text.contains(" of the placed buffers, threshold "), text.constData());
        QVERIFY(run({"explain", path, "--json"}).json()["unplaced"].toArray().isEmpty());
    }

    void every_sub_command_reports_notes_on_import_switches() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const QString other = folder.filePath(QStringLiteral("other.json"));
        const QString picture = folder.filePath(QStringLiteral("p.svg"));
        const Outcome plain = run({"plan", "-", "--planner", "many-core", "--capacity", "200", "-o", path}, two_cores);
        QVERIFY2(!plain.errors.contains("already split onto cores"), plain.errors.constData());
        for (const QStringList& command : {QStringList{"plan", path, "--planner", "many-core"},
                                           {"check", path},
                                           {"explain", path},
                                           {"compare", path, path},
                                           {"export", path, "-o", picture},
                                           {"convert", path, "-o", other}}) {
            const Outcome outcome = run(command + QStringList{"--set", "cores=4"});
            QVERIFY2(outcome.errors.contains("already split onto cores"), qPrintable(command.front()));
            QVERIFY2(outcome.errors.contains("plan.json: "), outcome.errors.constData());
        }
        const QString rules = folder.filePath(QStringLiteral("rules"));
        QFile file(rules);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Conf, 1, fixed\n") > 0);
        file.close();
        QVERIFY(run({"explain", path, "--set", "scratch-rules=" + rules}).errors.contains("'Conf' (line 1)"));
    }

    void check_against_an_unsplit_model_says_how_to_split_it() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const QString model = sample("inception_cell.param");
        QCOMPARE(run({"plan", model, "--set", "cores=2", "--planner", "many-core", "-o", path}).status, 0);
        const Outcome unlike = run({"check", path, "--against", model});
        QCOMPARE(unlike.status, 1);
        QVERIFY2(unlike.errors.contains("inception_cell.param: it is not split onto cores"), unlike.errors.constData());
        QVERIFY(unlike.errors.contains("--set cores=N"));
        const Outcome alike = run({"check", path, "--against", model, "--set", "cores=2"});
        QVERIFY2(alike.status == 0, alike.errors.constData());
        QVERIFY(!alike.errors.contains("is not split"));
    }

    void cores_and_transfers_are_reported() {
        const Outcome plan = run({"plan", "-", "--planner", "many-core", "--capacity", "200", "--json"}, two_cores);
        QCOMPARE(plan.status, 0);
        const QJsonArray cores = plan.json()["cores"].toArray();
        QCOMPARE(cores.size(), 2);
        QCOMPARE(cores[0]["peak"].toInteger(), 110);
        QCOMPARE(cores[0]["peak_step"].toInteger(), 1);
        // The result of conv2 and the copies of its operands.
        QCOMPARE(cores[1]["peak"].toInteger(), 150);
        QCOMPARE(plan.json()["transfers"].toArray().size(), 2);
    }

    void export_draws_a_split_model() {
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

#include "app/command_line/plan_report.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanReportTest : public QObject {
    Q_OBJECT

private slots:
    void shared_objects_are_reported_with_sizes_and_buffers() {
        const Outcome plan = run({"plan", "-", "--planner", "greedy-in-order", "--json"},
                                 "id,start,end,size\na,0,1,16\nb,1,2,8\nc,2,3,64\nd,3,4,32\ne,4,5,8\n");
        QCOMPARE(plan.status, 0);
        QCOMPARE(plan.json()["objects"].toArray(), (QJsonArray{64, 32}));
        QCOMPARE(plan.json()["peak"].toInteger(), 96);
        QList<qint64> objects;
        QList<qint64> offsets;
        for (const QJsonValue& buffer : plan.json()["buffers"].toArray()) {
            objects.push_back(buffer["object"].toInteger(-1));
            offsets.push_back(buffer["offset"].toInteger(-1));
        }
        QCOMPARE(objects, (QList<qint64>{0, 1, 0, 1, 0}));
        QCOMPARE(offsets, (QList<qint64>{0, 64, 0, 64, 0}));
    }

    void textures_and_their_objects_have_dimensions() {
        const Outcome plan = run({"plan", "-", "--planner", "naive", "--json"},
                                 "id,start,end,size,height,depth\na,0,1,4,3,2\nb,0,1,4,3,\nc,0,1,4,,\n");
        QCOMPARE(plan.status, 0);
        QCOMPARE(plan.json()["objects"].toArray(), (QJsonArray{4, QJsonArray{4, 3}, QJsonArray{4, 3, 2}}));
        const QJsonArray buffers = plan.json()["buffers"].toArray();
        QCOMPARE(buffers[0]["dimensions"].toArray(), (QJsonArray{4, 3, 2}));
        QCOMPARE(buffers[0]["size"].toInteger(), 24);
        QVERIFY(buffers[2]["dimensions"].isUndefined());
    }

    void the_report_says_what_ended_the_run() {
        const QByteArray in_turn = "id,start,end,size\na,0,1,16\nb,1,2,16\n";
        const QByteArray one_by_one = "id,start,end,size\na,0,2,16\nb,2,4,8\nc,1,3,8\n";
        const auto report = [](const char* planner, const QByteArray& problem) {
            return QString::fromUtf8(run({"plan", "-", "--planner", planner}, problem).output);
        };
        QVERIFY(report("best-fit-by-size", in_turn)
                    .contains(QLatin1String("complete: every buffer is placed and the peak is at the threshold\n")));
        QVERIFY(report("naive", one_by_one).contains(QLatin1String(", complete: every buffer is placed\n")));
        QVERIFY(!report("naive", one_by_one).contains(QLatin1String("iteration")));
    }

    void an_error_about_shapes_names_the_file() {
        const Outcome refused = run({"plan", "-", "--planner", "greedy-in-order", "--json"},
                                    "id,start,end,size,height,batch,channels\na,0,1,4,3,2,2\n");
        QCOMPARE(refused.status, 2);
        QCOMPARE(refused.json()["error"].toObject()["file"].toString(), QStringLiteral("standard input"));
        QVERIFY2(refused.errors.startsWith("standard input: "), refused.errors.constData());
    }

    void written_addresses_are_not_said_to_be_lost() {
        const QTemporaryDir folder;
        const QString csv = folder.filePath(QStringLiteral("plan.csv"));
        const Outcome planned = run({"plan", sample("mobile_vision.json"), "-o", csv, "--addresses"});
        QVERIFY2(planned.errors.contains("cannot store capacities, step labels, operators;"),
                 planned.errors.constData());
        QVERIFY(content_of(csv).contains("address"));
        // Without offsets, there are no addresses to tell the base.
        const Outcome converted = run({"convert", sample("mobile_vision.json"), "-o", csv, "--addresses"});
        QVERIFY2(converted.errors.contains("base addresses of regions without a placed buffer, step labels"),
                 converted.errors.constData());
    }

    void a_saved_plan_keeps_its_objects() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "--planner", "greedy-by-breadth", "-o", path}).status, 1);
        QVERIFY(content_of(path).contains("\"objects\": ["));
        QCOMPARE(run({"check", path, "--capacity", "1M"}).status, 0);
    }

    void a_layout_as_csv_says_what_it_cannot_store_as_convert_does() {
        const QTemporaryDir folder;
        const QString csv = folder.filePath(QStringLiteral("plan.csv"));
        const QByteArray lost = csv.toUtf8() +
                                ": this format cannot store capacities, base addresses, step labels, operators; write "
                                ".json to keep it\n";
        for (const char* command : {"plan", "convert"}) {
            const Outcome written = run({command, sample("mobile_vision.json"), "-o", csv});
            QCOMPARE(written.status, 0);
            QCOMPARE(written.errors, lost);
        }
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "-o", csv, "--quiet"}).errors, QByteArray());
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "-o", folder.filePath("plan.json")}).errors, QByteArray());
        // How a plan was made is not part of a layout.
        QCOMPARE(run({"plan", sample("placed.csv"), "-o", csv}).errors, QByteArray());
        QVERIFY(run({"plan", sample("mobile_vision.json"), "-o", "-"})
                    .errors.startsWith("standard output: this format cannot store capacities"));
        QVERIFY(run({"plan", sample("placed.csv"), "--planner", "greedy-by-size", "-o", csv})
                    .errors.contains("cannot store shared objects"));
    }

    void addresses_are_base_and_offset_in_json_and_on_request_in_csv() {
        const QTemporaryDir folder;
        const auto file = [&folder](const char* name) { return folder.filePath(QLatin1String(name)); };
        const Outcome plan = run({"plan", sample("mobile_vision.json"), "--json", "-o", file("a.csv"), "--addresses"});
        QCOMPARE(plan.status, 0);
        const QJsonObject first = plan.json()["buffers"].toArray().first().toObject();
        QCOMPARE(first["address"].toInteger(), 536'870'912 + first["offset"].toInteger());
        const QList<QByteArray> lines = content_of(file("a.csv")).split('\n');
        QVERIFY2(lines[0].endsWith(",offset,address"), lines[0].constData());
        const QByteArray row = lines[1];
        const qint64 offset = row.split(',').at(row.count(',') - 1).toLongLong();
        QVERIFY2(row.endsWith("," + QByteArray::number(536'870'912 + offset)), row.constData());
        QVERIFY(!content_of(sample("placed.csv")).contains("address"));
        const Outcome without = run({"plan", sample("placed.csv"), "--json", "-o", file("b.csv")});
        QVERIFY(!without.json()["buffers"].toArray().first().toObject().contains(QStringLiteral("address")));
        QVERIFY(!content_of(file("b.csv")).contains("address"));
    }

    void a_run_that_was_cut_short_is_not_reproducible() {
        const QStringList plan = {"plan", sample("placed.csv"), "--planner", "exact"};
        QVERIFY(run(plan + QStringList{"--time-limit", "0"}).output.endsWith(", not reproducible\n"));
        QVERIFY(!run(plan).output.contains("reproducible"));
    }

    void scratch_that_makes_a_heap_exceed_its_capacity_is_named() {
        const Outcome plan = run({"plan", "-", "--planner", "scratch", "--capacity", "125"},
                                 R"({"format": "arenascope-plan", "version": 1, "buffers": [
                                     {"name": "t", "size": 100, "begin": 0, "end": 2, "offset": 0},
                                     {"name": "s", "size": 30, "begin": 1, "end": 2, "scratch": {}}]})");
        QCOMPARE(plan.status, 1);
        QVERIFY2(plan.errors.contains("it grew for the scratch buffer 's' of step 1, which lacks 5 B (largest "
                                      "free area there below the capacity: 25 B)"),
                 plan.errors.constData());
    }

    void an_unsuitable_planner_of_objects_is_an_error_that_names_suitable_ones() {
        const Outcome plan = run({"plan", "-", "--planner", "min-cost-flow"}, "id,start,end,size,height\na,0,1,4,3\n");
        QCOMPARE(plan.status, 2);
        QVERIFY(plan.errors.contains("choose naive, equality or greedy-in-order"));
    }

    void the_peak_without_sharing_stands_beside_the_peak() {
        const QString network = sample(QStringLiteral("splits_and_concat.json"));
        const Outcome shared = run({"plan", network, "--planner", "operator-sharing", "--json"});
        QCOMPARE(shared.json()["peak"].toInt(), 160);
        QCOMPARE(shared.json()["peak_unshared"].toInt(), 180);
        const Outcome greedy = run({"plan", network, "--planner", "offsets-greedy-by-size", "--json"});
        QCOMPARE(greedy.json()["peak"].toInt(), 180);
        QVERIFY(!greedy.json().contains(QStringLiteral("peak_unshared")));
    }
};

ARENASCOPE_TEST(PlanReportTest)

#include "plan_report_test.moc"

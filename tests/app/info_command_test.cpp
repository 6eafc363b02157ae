#include "app/command_line/info_command.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

class InfoCommandTest : public QObject {
    Q_OBJECT

private slots:
    void the_figures_line_up() {
        const Outcome info = run({"info", "-"},
                                 "id,lower,upper,size,region,offset\n"
                                 "a,100,104,131072,slow,0\nb,102,106,512,slow,131072\nc,0,1,8,張量の領域,0\n");
        QCOMPARE(info.status, 0);
        QCOMPARE(QString::fromUtf8(info.output),
                 QStringLiteral("format      minimalloc-csv\n"
                                "buffers          3\n"
                                "steps          106     [0, 106)\n"
                                "threshold   128.50 KiB (131,584 B, first at step 102)\n"
                                "total       128.51 KiB (131,592 B)\n"
                                "peak        128.50 KiB (131,584 B, fragmentation 0.0 %)\n"
                                "region      slow        no capacity  alignment 1\n"
                                "region      張量の領域  no capacity  alignment 1\n"));
    }

    void capacities_and_alignments_of_regions_line_up() {
        const Outcome info = run({"info", "-"}, R"({"format": "arenascope-plan", "version": 1,
            "regions": [{"name": "sram", "capacity": 524288, "alignment": 16}, {"name": "flash", "alignment": 1024},
                        {"name": "l1", "capacity": 1536}],
            "buffers": [{"name": "a", "size": 65536, "begin": 0, "end": 3, "region": "sram"}]})");
        QCOMPARE(info.status, 0);
        QVERIFY2(info.output.contains("peak        not placed\n"
                                      "region      sram   capacity 512.0 KiB  alignment    16\n"
                                      "region      flash  no capacity         alignment 1,024\n"
                                      "region      l1     capacity   1.5 KiB  alignment     1\n"),
                 info.output.constData());
    }

    void what_was_edited_by_hand_is_listed() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
            "hand_edits": [{"what": "size of 'a'", "from": "8", "to": "4"}, {"what": "buffer 'b'", "to": "dropped"}],
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0}]})";
        const Outcome text = run({"info", "-"}, plan);
        QVERIFY2(text.output.endsWith("by hand     size of 'a': 8 -> 4\nby hand     buffer 'b': dropped\n"),
                 text.output.constData());
        const QJsonObject json = run({"info", "-", "--json"}, plan).json();
        QCOMPARE(json["hand_edits"].toArray(),
                 (QJsonArray{QStringLiteral("size of 'a': 8 -> 4"), QStringLiteral("buffer 'b': dropped")}));
    }

    void converting_keeps_the_edits_and_planning_marks_them_as_planned() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
            "hand_edits": [{"what": "size of 'a'", "from": "8", "to": "4"},
                           {"what": "offset of 'a'", "from": "0", "to": "8", "of": "layout"}],
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 8}]})";
        const QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("copy.json"));
        const auto edits_of = [&] { return run({"info", copy, "--json"}).json()["hand_edits"].toArray(); };
        QCOMPARE(run({"convert", "-", "-o", copy}, plan).status, 0);
        QCOMPARE(edits_of().size(), 2);
        QCOMPARE(run({"plan", "-", "-o", copy}, plan).status, 0);
        QCOMPARE(edits_of(), QJsonArray{QStringLiteral("size of 'a': 8 -> 4")});
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\"of\": \"planned problem\""));
    }

    void a_region_with_a_base_shows_its_address() {
        const QString plan = sample(QStringLiteral("digits_c_info.json"));
        const Outcome text = run({"info", plan});
        QVERIFY2(text.output.contains("sram       capacity  8,192 B  alignment 8  address 0x20001000\n"),
                 text.output.constData());
        const Outcome json = run({"info", plan, "--json"});
        QVERIFY2(json.output.contains("\"base\": 536875008"), json.output.constData());
    }

    void a_memory_snapshot_shows_events_segments_and_failures() {
        const QString snapshot = sample(QStringLiteral("training_snapshot.pickle"));
        const Outcome info = run({"info", snapshot});
        QCOMPARE(info.status, 0);
        QVERIFY2(
            info.output.contains("segments    3, 2 of them at the end\n"
                                 "live        highest 32,877.83 KiB (33,666,896 B), first at step 70, 0.096 s after "
                                 "the first event\n"),
            info.output.constData());
        QVERIFY(info.output.contains("failed      step 83"));
        const QJsonObject json = run({"info", snapshot, "--json"}).json();
        QCOMPARE(json.value(QStringLiteral("steps")).toInt(), 84);
        QCOMPARE(json.value(QStringLiteral("threshold")).toInt(), 33'666'896);
        const QJsonObject allocator = json.value(QStringLiteral("allocator")).toObject();
        QCOMPARE(allocator.value(QStringLiteral("not_freed")).toInt(), 7);
        const QJsonObject reserved = allocator.value(QStringLiteral("highest_reserved")).toObject();
        QCOMPARE(reserved.value(QStringLiteral("bytes")).toInt(), 44'040'192);
    }

    void a_planner_says_that_it_merges_the_segments() {
        const Outcome plan = run({"plan", sample(QStringLiteral("training_snapshot.pickle"))});
        QCOMPARE(plan.status, 0);
        QVERIFY2(plan.errors.contains("planned in one region instead of 3 segments"), plan.errors.constData());
    }
};

ARENASCOPE_TEST(InfoCommandTest)
#include "info_command_test.moc"

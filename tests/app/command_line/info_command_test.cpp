#include <QJsonArray>
#include <QTemporaryDir>

#include "app/command_line/sub_commands.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const QByteArray noted_plan = R"({"format": "arenascope-plan", "version": 1,
 "buffers": [{"name": "a", "size": 8, "begin": 0, "end": 3, "offset": 0}],
 "pinned_notes": [{"text": "why\n„ここ“?", "buffer": "a"}, {"text": "a hole", "step": 1, "offset": 64},
                  {"text": "the peak", "step": 2}],
 "bookmarks": [{"name": "start", "begin": 0, "end": 2, "from": 0, "to": 8}]})";

}  // namespace

class InfoCommandTest : public QObject {
    Q_OBJECT

private slots:
    void the_figures_line_up() {
        const Outcome info = run({"info", "-"},
                                 "id,lower,upper,size,region,offset\n"
                                 "a,100,104,131072,slow,0\nb,102,106,512,slow,131072\nc,0,1,8,張量の領域,0\n");
        QCOMPARE(info.status, 0);
        QCOMPARE(QString::fromUtf8(info.output),
                 QStringLiteral("128.5 KiB needed in 'slow', the lowest possible.\n"
                                "format      minimalloc-csv\n"
                                "buffers          3\n"
                                "steps          106     [0, 106)\n"
                                "threshold   128.50 KiB (131,584 B, first at step 102, in region 'slow')\n"
                                "total       128.51 KiB (131,592 B)\n"
                                "peak        128.50 KiB (131,584 B, fragmentation 0.0 %, in region 'slow')\n"
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

    void notes_and_bookmarks_are_counted_and_json_lists_them() {
        const Outcome text = run({"info", "-"}, noted_plan);
        QVERIFY2(text.output.endsWith("pinned notes  3\nbookmarks     1\n"), text.output.constData());
        const QJsonObject json = run({"info", "-", "--json"}, noted_plan).json();
        const QJsonArray notes = json["pinned_notes"].toArray();
        QCOMPARE(notes.size(), 3);
        QCOMPARE(notes[0].toObject(),
                 (QJsonObject{{"number", 1}, {"text", QStringLiteral("why\n„ここ“?")}, {"buffer", "a"}}));
        QCOMPARE(notes[1].toObject(),
                 (QJsonObject{{"number", 2}, {"text", "a hole"}, {"region", "arena"}, {"step", 1}, {"offset", 64}}));
        QCOMPARE(notes[2].toObject(), (QJsonObject{{"number", 3}, {"text", "the peak"}, {"step", 2}}));
        QCOMPARE(json["bookmarks"].toArray(), (QJsonArray{QJsonObject{{"name", "start"},
                                                                      {"begin", 0},
                                                                      {"end", 2},
                                                                      {"from", 0},
                                                                      {"from_region", "arena"},
                                                                      {"to", 8},
                                                                      {"to_region", "arena"}}}));
        QVERIFY(!run({"info", "-", "--json"}, "id,lower,upper,size\na,0,1,8\n").json().contains("pinned_notes"));
    }

    void converting_and_planning_keep_notes_and_bookmarks() {
        const QTemporaryDir folder;
        const auto path = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
        const auto lists_of = [](const QString& file) {
            const QJsonObject json = run({"info", file, "--json"}).json();
            return std::pair(json["pinned_notes"].toArray(), json["bookmarks"].toArray());
        };
        QCOMPARE(run({"convert", "-", "-o", path("copy.json")}, noted_plan).status, 0);
        const auto lists = lists_of(path("copy.json"));
        QCOMPARE(lists.first.size(), 3);
        QCOMPARE(lists.second.size(), 1);
        QCOMPARE(run({"plan", path("copy.json"), "-o", path("plan.json"), "--trace", path("t.arenatrace")}).status, 0);
        QCOMPARE(run({"convert", path("t.arenatrace"), "--trace", path("t.json")}).status, 0);
        for (const char* kept : {"plan.json", "t.arenatrace", "t.json"}) {
            QCOMPARE(lists_of(path(kept)), lists);
        }
        for (const char* command : {"convert", "plan"}) {
            const Outcome lost = run({command, path("copy.json"), "-o", path("copy.csv")});
            QVERIFY2(lost.errors.contains("cannot store notes, bookmarks"), lost.errors.constData());
        }
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

    void an_out_of_memory_message_shows_who_made_what_is_alive() {
        const QString message = sample(QStringLiteral("gpu_out_of_memory.txt"));
        const Outcome info = run({"info", message});
        QCOMPARE(info.status, 0);
        QVERIFY2(info.output.contains("alive         768 MiB  model.py:64 softmax\n"
                                      "              384 MiB  model.py:62 dot_general\n"
                                      "              384 MiB  model.py:81 gelu ×2\n"),
                 info.output.constData());
        QVERIFY(!info.output.contains("segments"));
        const QJsonObject json = run({"info", message, "--json"}).json();
        const QJsonArray makers = json["allocator"].toObject()["makers"].toArray();
        QCOMPARE(makers.size(), 6);
        QCOMPARE(makers[0].toObject()["name"].toString(), QStringLiteral("model.py:64 softmax"));
        QCOMPARE(makers[2].toObject()["buffers"].toInt(), 2);
        QCOMPARE(makers[2].toObject()["bytes"].toInteger(), 402'653'184);
    }

    /// No segment is as large as what is alive in all of them.
    void the_peak_of_a_memory_snapshot_is_what_was_reserved_and_never_below_its_threshold() {
        const QString snapshot = sample(QStringLiteral("training_snapshot.pickle"));
        const QJsonObject info = run({"info", snapshot, "--json"}).json();
        QVERIFY(info["peak"].toInteger() >= info["threshold"].toInteger());
        const QJsonObject allocator = info["allocator"].toObject();
        QCOMPARE(info["peak"].toInteger(), allocator["highest_reserved"].toObject()["bytes"].toInteger());
        QCOMPARE(info["threshold"].toInteger(), allocator["highest_live"].toObject()["bytes"].toInteger());
        const QJsonObject check = run({"check", snapshot, "--json"}).json();
        QCOMPARE(check["peak"], info["peak"]);
        QCOMPARE(check["threshold"], info["threshold"]);
        const QJsonObject explain = run({"explain", snapshot, "--json"}).json();
        QVERIFY(explain["peak"].toInteger() >= explain["threshold"].toInteger());
    }

    void a_planner_says_that_it_merges_the_segments() {
        const Outcome plan = run({"plan", sample(QStringLiteral("training_snapshot.pickle"))});
        QCOMPARE(plan.status, 0);
        QVERIFY2(plan.errors.contains("planned in one region instead of 3 segments"), plan.errors.constData());
    }
};

ARENASCOPE_TEST(InfoCommandTest)
#include "info_command_test.moc"

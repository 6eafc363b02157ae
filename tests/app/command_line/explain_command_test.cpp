#include <QJsonArray>

#include "app/command_line/sub_commands.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

class ExplainCommandTest : public QObject {
    Q_OBJECT

private slots:
    void chain_and_holes_line_up_whatever_the_names() {
        const Outcome explain = run({"explain", "-"},
                                    "id,lower,upper,size,offset\n"
                                    "a,0,4,20480,0\n畳み込み,2,12,8448,20480\n"
                                    "a_layer_with_a_long_name,8,12,102400,30720\n");
        QCOMPARE(explain.status, 0);
        QCOMPARE(QString::fromUtf8(explain.output),
                 QStringLiteral("130 KiB needed; up to 21.75 KiB less may be possible.\n"
                                "peak 130 KiB, threshold 108.25 KiB at step 8 (+20.1 %)\n"
                                "\n"
                                "chain that carries the peak, top down\n"
                                "  a_layer_with_a_long_name  offset 30 KiB, size 100.00 KiB, over a hole of 1.75 KiB\n"
                                "  畳み込み                  offset 20 KiB, size   8.25 KiB\n"
                                "  a                         offset  0 KiB, size  20.00 KiB\n"
                                "\n"
                                "holes under the chain, largest first\n"
                                "  steps [4, 12)  bytes [     0, 20,480)  20.00 KiB\n"
                                "  steps [8, 12)  bytes [28,928, 30,720)   1.75 KiB\n"));
    }

    void sharing_says_why_in_text_and_json() {
        const QString network = sample(QStringLiteral("splits_and_concat.json"));
        const Outcome text = run({"explain", network, "--sharing"});
        QCOMPARE(text.status, 0);
        QVERIFY(
            QString::fromUtf8(text.output)
                .contains(QStringLiteral("\nconv0: Conv, ordinary, 30 B\n"
                                         "  first set      split0  its operator reads it and must not overwrite it\n"
                                         "  first set      conv0   itself\n"
                                         "  second set     conv1   'conv0' is read later, by 'concat'\n")));
        const Outcome json = run({"explain", network, "--sharing", "--json"});
        QCOMPARE(json.status, 0);
        const QJsonObject all = json.json();
        QVERIFY(all.contains(QStringLiteral("chain")));
        const QJsonArray sharing = all.value(QStringLiteral("sharing")).toArray();
        QCOMPARE(sharing.size(), 9);
        const QJsonObject concat = sharing.at(7).toObject();
        QCOMPARE(concat.value(QStringLiteral("name")).toString(), QStringLiteral("concat"));
        QCOMPARE(concat.value(QStringLiteral("feature")).toString(), QStringLiteral("merge"));
        QCOMPARE(concat.value(QStringLiteral("first")).toArray().size(), 1);
        QCOMPARE(concat.value(QStringLiteral("dependencies")).toArray().size(), 2);
        const QJsonObject part = concat.value(QStringLiteral("local")).toArray().at(1).toObject();
        QCOMPARE(part.value(QStringLiteral("name")).toString(), QStringLiteral("conv2"));
        QCOMPARE(part.value(QStringLiteral("reason")).toString(), QStringLiteral("holds it at byte 30 as a part"));
        QVERIFY(!run({"explain", network, "--json"}).json().contains(QStringLiteral("sharing")));
    }

    void improve_names_the_lever_that_lowers_the_peak_most() {
        const QString file = sample(QStringLiteral("residual_cell.xml"));
        const auto text = run({"explain", file, "--improve"});
        QVERIFY2(text.output.contains("the lever that lowers it most: sharing, to 128 KiB\n  arenascope plan "),
                 text.output);
        const QJsonObject lever =
            run({"explain", file, "--improve", "--json"}).json().value(QStringLiteral("lever")).toObject();
        QCOMPARE(lever.value(QStringLiteral("peak")).toInt(), 128 * 1024);
        QVERIFY(!run({"explain", file, "--json"}).json().contains(QStringLiteral("lever")));
    }

    void improvements_are_listed_in_text_and_json() {
        const QByteArray plan = "id,lower,upper,size,offset\na,0,4,10,0\nb,0,4,10,16\nc,1,3,4,26\n";
        const Outcome text = run({"explain", "-", "--improve"}, plan);
        QCOMPARE(text.status, 0);
        QVERIFY(
            QString::fromUtf8(text.output).contains(QStringLiteral("\nchanges that lower the peak, best first, of ")));
        const Outcome json = run({"explain", "-", "--improve", "--buffer", "c", "--json"}, plan);
        const QJsonObject found = json.json().value(QStringLiteral("improvements")).toObject();
        const QJsonArray changes = found.value(QStringLiteral("changes")).toArray();
        QVERIFY(!changes.isEmpty());
        QCOMPARE(changes.at(0).toObject().value(QStringLiteral("peak")).toInt(), 24);
        QCOMPARE(found.value(QStringLiteral("obstacle")).toString(), QStringLiteral("none"));
        QVERIFY(found.value(QStringLiteral("complete")).toBool());
        QVERIFY(!run({"explain", "-", "--json"}, plan).json().contains(QStringLiteral("improvements")));
    }

    void an_unknown_buffer_to_improve_is_an_error() {
        const QByteArray plan = "id,lower,upper,size,offset\na,0,4,10,0\n";
        QVERIFY(run({"explain", "-", "--improve", "--buffer", "z"}, plan).status != 0);
        QVERIFY(run({"explain", "-", "--buffer", "a"}, plan).status != 0);
    }

    /// Region 'high' has the highest peak, region 'busy' the highest threshold.
    void every_figure_is_of_the_region_that_is_named() {
        const QByteArray plan =
            "id,lower,upper,size,region,offset\n"
            "a,0,2,10,high,90\nb,5,9,40,busy,0\nc,7,8,30,busy,40\n";
        const Outcome text = run({"explain", "-"}, plan);
        QVERIFY2(text.output.contains("\nregion 'high': peak 100 B, threshold 10 B at step 0 (+900.0 %)\n"),
                 text.output.constData());
        QVERIFY2(text.output.contains("  'busy': peak 70 B, threshold 70 B at step 7 (+0.0 %)\n"),
                 text.output.constData());
        const QJsonObject json = run({"explain", "-", "--json"}, plan).json();
        QCOMPARE(json["region"].toString(), QStringLiteral("high"));
        QCOMPARE(json["peak"].toInteger(), 100);
        QCOMPARE(json["threshold"].toInteger(), 10);
        QCOMPARE(json["peak_step"].toInteger(), 0);
        QCOMPARE(json["live_at_threshold"].toArray(), QJsonArray{"a"});
        const QJsonArray regions = json["regions"].toArray();
        QCOMPARE(regions.size(), 2);
        QCOMPARE(regions[1].toObject(),
                 (QJsonObject{{"name", "busy"}, {"peak", 70}, {"threshold", 70}, {"peak_step", 7}, {"unplaced", 0}}));
        const Outcome improved = run({"explain", "-", "--region", "busy", "--improve"}, plan);
        QVERIFY2(improved.output.contains("the peak is at the threshold"), improved.output.constData());
    }

    void a_memory_snapshot_shows_what_pins_its_segments() {
        const QString snapshot = sample(QStringLiteral("training_snapshot.pickle"));
        const Outcome text = run({"explain", snapshot});
        QCOMPARE(text.status, 0);
        const QString output = QString::fromUtf8(text.output);
        QVERIFY2(output.contains(QStringLiteral("  segment 0x7f2000400000  16,084.5 of 20,480 KiB free  held by 3 "
                                                "allocations: train.py:41 train ×3\n")),
                 qPrintable(output));
        QVERIFY(output.contains(QStringLiteral("  fragmentation is the cause: ")));
        const QJsonObject allocator =
            run({"explain", snapshot, "--json"}).json().value(QStringLiteral("allocator")).toObject();
        QCOMPARE(allocator.value(QStringLiteral("pinned_segments")).toArray().size(), 2);
        const QJsonObject failed = allocator.value(QStringLiteral("out_of_memory")).toArray().at(0).toObject();
        QCOMPARE(failed.value(QStringLiteral("requested")).toInt(), 24 << 20);
        QCOMPARE(failed.value(QStringLiteral("largest_piece")).toInt(), 16'470'528);
        const Outcome segment = run({"explain", snapshot, "--region", "segment 0x7f2000000000"});
        QVERIFY(segment.output.contains("\nregion 'segment 0x7f2000000000': peak"));
    }

    void sharing_of_a_file_without_operators_is_an_error() {
        const Outcome explain = run({"explain", sample(QStringLiteral("placed.csv")), "--sharing"});
        QCOMPARE(explain.status, 2);
        QVERIFY(explain.errors.contains("--sharing needs operators"));
    }

    void explain_counts_only_the_region_with_the_threshold() {
        const Outcome explain =
            run({"explain", "-", "--json"}, "id,lower,upper,size,region,offset\na,0,4,8,slow,0\nb,0,4,9,fast,0\n");
        QCOMPARE(explain.json()["threshold"].toInt(), 9);
        QCOMPARE(explain.json()["live_at_threshold"].toArray(), QJsonArray{"b"});
    }
};

ARENASCOPE_TEST(ExplainCommandTest)
#include "explain_command_test.moc"

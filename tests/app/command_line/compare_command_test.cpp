#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"
#include "tests/support/made_snapshot.h"

using namespace arenascope;
using namespace arenascope::test;

/// `compare --max-growth` as a check in a build.
class CompareCommandTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString plan(const QString& name, const QByteArray& rows) const {
        QFile written(folder_.filePath(name));
        written.open(QIODevice::WriteOnly);
        written.write("id,lower,upper,size,region,offset\n" + rows);
        return written.fileName();
    }

    /// A plan of one buffer for each operator.
    [[nodiscard]] QString network(const QString& name, const QList<std::pair<QString, int>>& operators) const {
        QStringList buffers;
        QStringList runs;
        for (qsizetype i = 0; i < operators.size(); ++i) {
            const auto& [title, size] = operators[i];
            buffers << QStringLiteral(R"({"name": "out:%1", "begin": %2, "end": %3, "size": %4, "offset": 0})")
                           .arg(title)
                           .arg(i)
                           .arg(i + 1)
                           .arg(size);
            runs << QStringLiteral(R"({"name": "%1", "type": "Conv", "step": %2, "reads": [], "writes": ["out:%1"]})")
                        .arg(title)
                        .arg(i);
        }
        QFile written(folder_.filePath(name));
        written.open(QIODevice::WriteOnly);
        written.write(
            QStringLiteral(R"({"format": "arenascope-plan", "version": 1, "buffers": [%1], "operators": [%2]})")
                .arg(buffers.join(QLatin1Char(',')), runs.join(QLatin1Char(',')))
                .toUtf8());
        return written.fileName();
    }

private slots:
    void live_sizes_are_compared_at_the_same_operator() {
        const QString first = network("long.json", {{"a", 10}, {"pad", 500}, {"b", 20}});
        const QString second = network("short.json", {{"a", 10}, {"b", 26}});
        const QJsonObject live = run({"compare", first, second, "--json"}).json()["live"].toObject();
        QCOMPARE(live, (QJsonObject{{"steps_matched_by", "operators"},
                                    {"steps", QJsonArray{3, 2}},
                                    {"matched_steps", 2},
                                    {"least", 0},
                                    {"most", 6}}));
        const Outcome text = run({"compare", first, second});
        QVERIFY2(text.output.contains("by step  live size of B minus that of A: 0 B to +6 B; steps matched by "
                                      "operator: 2 of 3 in A, 2 of 2 in B\n"),
                 text.output.constData());
    }

    void steps_that_nothing_matches_are_not_subtracted() {
        const QString first = plan("short.csv", "a,0,4,100,r,0\n");
        const QString second = plan("long.csv", "b,0,9,50,r,0\n");
        const QJsonObject live = run({"compare", first, second, "--json"}).json()["live"].toObject();
        QCOMPARE(live["steps_matched_by"], QJsonValue("nothing"));
        QVERIFY(live["most"].isNull());
        QVERIFY(run({"compare", first, second}).output.contains("by step  live sizes not compared: A has 4 steps"));
    }

    void bytes_of_changes_are_summed() {
        const QString first = plan("old.csv", "a,0,4,100,r,0\nold,0,2,7,r,200\n");
        const QString second = plan("new.csv", "a,0,4,100,r,8\nnew,0,3,9,r,200\n");
        QCOMPARE(run({"compare", first, second, "--json"}).json()["bytes"].toObject(),
                 (QJsonObject{{"added", 9}, {"removed", 7}, {"moved", 100}}));
    }

    void a_report_holds_both_plans_the_changes_and_its_command() {
        const QString first = plan("one.csv", "a,0,4,100,r,0\nb,0,4,8,r,100\n");
        const QString second = plan("two.csv", "a,0,4,100,r,0\nb,0,4,8,r,200\n");
        const QString report = folder_.filePath(QStringLiteral("both.html"));
        QCOMPARE(run({"compare", first, second, "-o", report}).status, 0);
        const QByteArray html = content_of(report);
        QVERIFY(html.contains("The peak of B is 100 B higher than that of A: 108 B → 208 B"));
        QVERIFY(html.contains("one.csv / r") && html.contains("two.csv / r"));
        QVERIFY(html.contains("<caption>Buffers that differ"));
        QVERIFY(html.contains("arenascope compare one.csv two.csv -o both.html"));
    }

    void growth_of_any_region_is_a_finding() {
        const QString first = plan("first.csv", "a,0,4,100,large,0\nb,0,4,2,small,0\n");
        const QString second = plan("second.csv", "a,0,4,100,large,0\nb,0,4,82,small,0\n");
        const Outcome compare = run({"compare", first, second, "--max-growth", "10%", "--json"});
        QCOMPARE(compare.status, 1);
        QVERIFY2(compare.errors.contains("region 'small' grew from 2 B to 82 B"), compare.errors.constData());
        QVERIFY(!compare.errors.contains("'large'"));
        const QJsonArray regions = compare.json()["regions"].toArray();
        QCOMPARE(regions.size(), 2);
        QCOMPARE(regions[0].toObject(),
                 (QJsonObject{{"name", "large"}, {"peak", QJsonArray{100, 100}}, {"grew", false}}));
        QCOMPARE(regions[1].toObject(), (QJsonObject{{"name", "small"}, {"peak", QJsonArray{2, 82}}, {"grew", true}}));
        QCOMPARE(compare.json()["ok"].toArray(), (QJsonArray{true, true}));
        QCOMPARE(run({"compare", first, second}).status, 0);
        QVERIFY(run({"compare", first, second}).output.contains("region   small  2 B -> 82 B  grew"));
        QCOMPARE(run({"compare", first, second, "--max-growth", "80"}).status, 0);
        QCOMPARE(run({"compare", second, first, "--max-growth", "0"}).status, 0);
    }

    /// The largest segment is no peak: a planner could use one memory instead of all segments.
    void two_memory_snapshots_are_compared_by_what_was_reserved_and_alive() {
        const QString snapshot = sample(QStringLiteral("training_snapshot.pickle"));
        const Outcome text = run({"compare", snapshot, snapshot});
        QCOMPARE(text.status, 0);
        QVERIFY2(!text.output.contains("peak") && !text.output.contains("thresh."), text.output.constData());
        const QJsonObject json = run({"compare", snapshot, snapshot, "--json"}).json();
        const QJsonObject info = run({"info", snapshot, "--json"}).json()["allocator"].toObject();
        const QJsonValue reserved = info["highest_reserved"].toObject()["bytes"];
        const QJsonValue live = info["highest_live"].toObject()["bytes"];
        QCOMPARE(json["highest_reserved"].toArray(), (QJsonArray{reserved, reserved}));
        QCOMPARE(json["highest_live"].toArray(), (QJsonArray{live, live}));
        QCOMPARE(json["peak"], json["highest_reserved"]);
        QCOMPARE(json["threshold"], json["highest_live"]);
        QCOMPARE(run({"compare", snapshot, snapshot, "--max-growth", "0"}).status, 0);
    }

    /// Segments have other addresses in each run, and buffers have the names of their innermost lines.
    void two_runs_at_other_addresses_are_compared_by_maker() {
        const auto run_at = [this](const QString& name, std::int64_t base, std::int64_t size) {
            auto made = MadeSnapshot().segment(base, 4096);
            const auto stack = [](std::int64_t line) {
                auto frames = MadeSnapshot::stack("/v/site-packages/torch/functional.py", 373, "einsum");
                frames.push_back({{"name", "forward"}, {"filename", "/u/model.py"}, {"line", line}});
                return frames;
            };
            made.event("alloc", base, 600, stack(54)).event("alloc", base + 1024, size, stack(60));
            QFile written(folder_.filePath(name));
            written.open(QIODevice::WriteOnly);
            written.write(QByteArray::fromStdString(made.text()));
            return written.fileName();
        };
        const QString first = run_at("first.json", 0x7F0000000000, 512);
        const QString second = run_at("second.json", 0x7E0000000000, 800);
        const QByteArray text = run({"compare", first, second}).output;
        QVERIFY2(text.contains("live        highest 1,112 B -> 1,400 B"), text.constData());
        QVERIFY2(text.contains("reserved    highest 4,096 B -> 4,096 B"), text.constData());
        QVERIFY2(text.contains("model.py:60 forward  512 -> 800 B     +288 B"), text.constData());
        QVERIFY2(!text.contains("moved") && !text.contains("grew") && !text.contains("segment 0x"), text.constData());
        const QJsonObject json = run({"compare", first, second, "--json"}).json();
        QCOMPARE(json["regions"].toArray(), QJsonArray());
        QCOMPARE(json["moved"].toArray(), QJsonArray());
        QCOMPARE(json["recordings"].toObject()["highest_live"].toArray(), (QJsonArray{1112, 1400}));
        const QJsonObject maker = json["makers"].toArray()[0].toObject();
        QCOMPARE(maker["name"].toString(), QStringLiteral("model.py:60 forward"));
        QCOMPARE(maker["at_highest_live"].toArray(), (QJsonArray{512, 800}));
        // Without libraries, the makers are lines of the framework.
        const QByteArray innermost = run({"compare", first, second, "--set", "library-code="}).output;
        QVERIFY2(innermost.contains("functional.py:373 einsum  1,112 -> 1,400 B"), innermost.constData());
    }

    void a_region_missing_in_the_first_file_grows_from_0() {
        const QString first = plan("one.csv", "a,0,4,100,large,0\n");
        const QString second = plan("two.csv", "a,0,4,100,large,0\nb,0,4,2,new,0\n");
        const Outcome compare = run({"compare", first, second, "--max-growth", "500%", "--json"});
        QCOMPARE(compare.status, 1);
        QCOMPARE(compare.json()["regions"][1].toObject()["peak"].toArray(), (QJsonArray{0, 2}));
        QCOMPARE(run({"compare", second, first, "--max-growth", "0"}).status, 0);
    }

    void a_second_layout_with_findings_is_a_finding() {
        const QString sound = plan("sound.csv", "a,0,4,8,r,0\nb,0,4,8,r,8\n");
        const QString overlapping = plan("overlapping.csv", "a,0,4,8,r,0\nb,0,4,8,r,0\n");
        const Outcome shrunk = run({"compare", sound, overlapping, "--max-growth", "0", "--json"});
        QCOMPARE(shrunk.status, 1);
        QCOMPARE(shrunk.json()["ok"].toArray(), (QJsonArray{true, false}));
        QVERIFY2(shrunk.errors.contains("overlapping.csv: check finds overlaps"), shrunk.errors.constData());
        // Findings of the first file are noted but do not matter.
        const Outcome mended = run({"compare", overlapping, sound, "--max-growth", "100%", "--json"});
        QCOMPARE(mended.status, 0);
        QCOMPARE(mended.json()["ok"].toArray(), (QJsonArray{false, true}));
        QVERIFY(mended.errors.contains("overlapping.csv: check finds overlaps"));
        // Without --max-growth, findings are only noted.
        const Outcome told = run({"compare", sound, overlapping});
        QCOMPARE(told.status, 0);
        QVERIFY(told.errors.contains("check finds overlaps"));
        QVERIFY(run({"compare", sound, overlapping, "--quiet"}).errors.isEmpty());
    }

    void renamed_buffers_are_paired_by_their_use() {
        const QString first = plan("old.csv", "old,0,2,8,sram,0\nsame,0,2,4,sram,8\n");
        const QString second = plan("new.csv", "same,0,2,4,sram,8\nnew,0,2,8,sram,16\n");
        const QJsonObject json = run({"compare", first, second, "--json"}).json();
        QCOMPARE(json["renamed"].toArray(), (QJsonArray{QJsonArray{"old", "new"}}));
        QCOMPARE(json["moved"].toArray(), QJsonArray{"old"});
        QVERIFY(json["added"].toArray().isEmpty());
        QVERIFY(run({"compare", first, second}).output.contains("renamed  1 old→new"));
    }
};

ARENASCOPE_TEST(CompareCommandTest)
#include "compare_command_test.moc"

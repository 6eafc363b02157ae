#include "app/command_line/command_line.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>

#include "core/format/reading.h"
#include "core/format/registry.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// Runs the program as scripts do.
class CommandLineTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }

private slots:
    void info_reports_the_peak_step_in_the_files_own_time() {
        const Outcome info = run({"info", "-", "--json"}, "id,lower,upper,size\na,100,104,8\nb,102,106,8\n");
        QCOMPARE(info.status, 0);
        QCOMPARE(info.json()["threshold"].toInt(), 16);
        QCOMPARE(info.json()["peak_step"].toInt(), 102);
        QCOMPARE(info.json()["steps"].toInt(), 6);
        QCOMPARE(info.json()["placed"].toBool(), false);
        QVERIFY(info.json()["peak"].isNull());
        for (const char* key : {"buffers", "total_bytes", "regions", "format", "unknown_sizes", "assumed_dimensions"}) {
            QVERIFY2(info.json().contains(QLatin1String(key)), key);
        }
    }

    void a_plan_passes_the_check() {
        const Outcome plan = run({"plan", sample("mobile_vision.json"), "--planner", "peak-suppression", "--json", "-o",
                                  file("plan.json"), "--trace", file("trace.json")});
        QCOMPARE(plan.status, 0);
        for (const char* key : {"planner", "peak", "threshold", "lower_bound", "optimal", "initial_peak", "iterations",
                                "goal", "seconds", "buffers"}) {
            QVERIFY2(plan.json().contains(QLatin1String(key)), key);
        }
        QCOMPARE(run({"check", file("plan.json")}).status, 0);
        QCOMPARE(run({"check", file("trace.json")}).status, 0);
        QCOMPARE(run({"check", file("plan.json"), "--against", sample("mobile_vision.json")}).status, 0);
    }

    void removed_operators_are_kept_in_every_file_format_that_can_store_them() {
        const Outcome plan = run({"plan", sample("inception_cell.param"), "--planner", "operator-sharing", "--json",
                                  "-o", file("plan.json"), "--trace", file("trace.json")});
        QCOMPARE(plan.status, 0);
        QVERIFY(!plan.json()["removed"].toArray().isEmpty() && !plan.json()["copied"].toArray().isEmpty());
        QCOMPARE(run({"convert", file("plan.json"), "-o", file("again.json")}).status, 0);
        for (const char* name : {"plan.json", "again.json", "trace.json"}) {
            const Outcome info = run({"info", file(name), "--json"});
            for (const char* key : {"shared", "removed", "copied"}) {
                QCOMPARE(info.json()[QLatin1String(key)], plan.json()[QLatin1String(key)]);
            }
            QCOMPARE(run({"check", file(name)}).status, 0);
        }
        QVERIFY(run({"info", file("plan.json")}).output.contains("operators removed 4"));
        QVERIFY(!run({"info", sample("inception_cell.param"), "--json"}).json().contains(QLatin1String("removed")));
        const Outcome less = run({"convert", file("plan.json"), "-o", file("less.csv")});
        QVERIFY(less.errors.contains("removed operators"));
    }

    void open_sizes_are_reported_by_every_sub_command_and_kept() {
        const QByteArray model = "7767517\n3 3\nInput in 0 1 in 0=8\nMine r 1 1 in a\nMine s 1 1 a out\n";
        for (const QStringList& arguments :
             {QStringList{"plan", "-"}, QStringList{"explain", "-"}, QStringList{"export", "-", "-o", file("x.svg")},
              QStringList{"convert", "-", "-o", file("open.json")}}) {
            const Outcome told = run(arguments, model);
            QCOMPARE(told.status, 0);
            QVERIFY2(told.errors.contains("2 tensors have no known size"), qPrintable(arguments.join(' ')));
        }
        const Outcome plan = run({"plan", "-", "--json"}, model);
        QCOMPARE(plan.json()["unknown_sizes"].toArray().size(), 2);
        QVERIFY(content_of(file("x.svg")).contains("unknown size"));
        const Outcome before = run({"info", "-", "--json"}, model);
        const Outcome after = run({"info", file("open.json"), "--json"});
        QCOMPARE(after.json()["unknown_sizes"], before.json()["unknown_sizes"]);
        QCOMPARE(after.json()["assumed_dimensions"], before.json()["assumed_dimensions"]);
        QVERIFY(run({"info", file("open.json")}).output.contains("unknown     out"));
    }

    void check_reports_notes_of_reading() {
        const Outcome check = run({"check", "-"}, R"({"format": "arenascope-plan", "version": 1, "colour": 1,
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0}]})");
        QCOMPARE(check.status, 0);
        QVERIFY(check.errors.contains("colour"));
    }

    void the_same_seed_writes_the_same_bytes() {
        for (const char* round : {"one", "two"}) {
            QCOMPARE(run({"plan", sample("mobile_vision.json"), "--seed", "7", "-o", file(QString(round) + ".json"),
                          "--trace", file(QString(round) + ".trace.json")})
                         .status,
                     0);
        }
        QCOMPARE(content_of(file("one.json")), content_of(file("two.json")));
        QCOMPARE(content_of(file("one.trace.json")), content_of(file("two.trace.json")));
        QVERIFY(!content_of(file("one.trace.json")).isEmpty());
    }

    void a_plan_that_does_not_fit_is_a_finding() {
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "--capacity", "100KiB"}).status, 1);
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "--capacity", "1MiB"}).status, 0);
    }

    void check_lists_the_two_overlaps_of_the_vendors_plan() {
        const Outcome check = run({"check", sample("vendor_plan.csv"), "--json"});
        QCOMPARE(check.status, 1);
        QCOMPARE(check.json()["ok"].toBool(), false);
        const QJsonArray overlaps = check.json()["overlaps"].toArray();
        QCOMPARE(overlaps.size(), 2);
        for (const char* key : {"a", "b", "begin", "end", "from", "to"}) {
            QVERIFY2(overlaps.first().toObject().contains(QLatin1String(key)), key);
        }
    }

    void a_plan_printed_by_another_tool_is_checked_against_its_model() {
        QFile model(file("net.param"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(
            "7767517\n3 3\nInput in 0 1 in -23330=4,1,24,1,1\nReLU r 1 1 in a -23330=4,1,25,1,1\n"
            "ReLU s 1 1 a out -23330=4,1,9,1,1\n");
        model.close();
        const QByteArray log =
            "boot\n0 (id=0): size=96, offset=0, first_used=0 last_used=1\n"
            "1 (id=1): size=112, offset=96, first_used=1 last_used=2\n"
            "2 (id=2): size=48, offset=0, first_used=2 last_used=2\n";
        const Outcome info = run({"info", "-", "--json"}, log);
        QCOMPARE(info.json()["format"].toString(), QStringLiteral("tflm-log"));
        QCOMPARE(info.json()["peak"].toInt(), 208);
        const Outcome same = run({"check", "-", "--against", file("net.param"), "--json"}, log);
        QCOMPARE(same.status, 0);
        QCOMPARE(same.json()["matched"].toObject()["by_size_and_lifetime"].toInt(), 3);
        QCOMPARE(same.json()["matched"].toObject()["size_multiple"].toInt(), 16);
        const Outcome other = run({"check", "-", "--against", file("net.param"), "--json"},
                                  QByteArray(log).replace("size=48", "size=96"));
        QCOMPARE(other.status, 1);
        QCOMPARE(other.json()["added"].toArray(), QJsonArray{"buffer_2"});
        QCOMPARE(other.json()["removed"].toArray(), QJsonArray{"out"});
    }

    void check_lists_unplaced_buffers() {
        const Outcome check = run({"check", "-", "--json"}, "id,lower,upper,size\na,0,4,8\n");
        QCOMPARE(check.status, 1);
        QCOMPARE(check.json()["unplaced"].toArray(), QJsonArray{"a"});
    }

    void check_tests_alignment_and_capacity() {
        const QByteArray plan = "id,lower,upper,size,offset\na,0,4,8,4\n";
        QCOMPARE(run({"check", "-"}, plan).status, 0);
        QCOMPARE(run({"check", "-", "--alignment", "8", "--json"}, plan).json()["misaligned"].toArray(),
                 QJsonArray{"a"});
        QCOMPARE(run({"check", "-", "--capacity", "8", "--json"}, plan).json()["outside"].toArray(), QJsonArray{"a"});
    }

    void explain_names_the_chain_that_carries_the_peak() {
        const Outcome explain = run({"explain", "-", "--json"}, "id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        QCOMPARE(explain.status, 0);
        const QJsonArray chain = explain.json()["chain"].toArray();
        QCOMPARE(chain.size(), 2);
        QCOMPARE(chain[0].toObject()["name"].toString(), QStringLiteral("a"));
        QCOMPARE(chain[1].toObject()["name"].toString(), QStringLiteral("b"));
        QCOMPARE(explain.json()["live_at_threshold"].toArray(), (QJsonArray{"a", "b"}));
    }

    void compare_lists_moved_buffers_and_the_growth_of_the_peak() {
        QFile first(file("first.csv"));
        QVERIFY(first.open(QIODevice::WriteOnly));
        first.write("id,lower,upper,size,offset\na,0,4,8,0\nb,5,9,8,0\n");
        first.close();
        QFile second(file("second.csv"));
        QVERIFY(second.open(QIODevice::WriteOnly));
        second.write("id,lower,upper,size,offset\na,0,4,8,0\nb,5,9,8,8\n");
        second.close();
        const Outcome compare =
            run({"compare", file("first.csv"), file("second.csv"), "--json", "-o", file("both.png")});
        QCOMPARE(compare.status, 0);
        QCOMPARE(compare.json()["moved"].toArray(), QJsonArray{"b"});
        QCOMPARE(compare.json()["peak"].toArray(), (QJsonArray{8, 16}));
        QVERIFY(content_of(file("both.png")).startsWith("\x89PNG"));
        // The head shows the figures of both plans side by side.
        QCOMPARE(run({"compare", file("first.csv"), file("second.csv"), "-o", file("both.svg")}).status, 0);
        const QString head = QString::fromUtf8(content_of(file("both.svg")));
        for (const char* figure : {"first.csv → second.csv", "8 B → 16 B", "0.0 % → 100.0 %"}) {
            QVERIFY2(head.contains(QString::fromUtf8(figure)), figure);
        }
        QCOMPARE(run({"compare", file("first.csv"), file("second.csv"), "--max-growth", "7"}).status, 1);
        QCOMPARE(run({"compare", file("first.csv"), file("second.csv"), "--max-growth", "100%"}).status, 0);
    }

    void convert_keeps_the_plan() {
        QCOMPARE(run({"convert", sample("placed.csv"), "-o", file("placed.json")}).status, 0);
        QCOMPARE(run({"convert", file("placed.json"), "-o", file("again.csv")}).status, 0);
        const Outcome compare = run({"compare", sample("placed.csv"), file("again.csv"), "--json"});
        for (const char* key : {"added", "removed", "moved", "resized", "retimed"}) {
            QVERIFY2(compare.json()[QLatin1String(key)].toArray().isEmpty(), key);
        }
    }

    void export_writes_each_kind_of_picture() {
        QCOMPARE(run({"export", sample("mobile_vision.json"), "-o", file("p.png"), "--size", "800x500"}).status, 0);
        QCOMPARE(run({"export", sample("mobile_vision.json"), "-o", file("p.svg"), "--theme", "dark"}).status, 0);
        QCOMPARE(run({"export", sample("mobile_vision.json"), "-o", file("p.pdf"), "--iteration", "0"}).status, 0);
        QVERIFY(content_of(file("p.png")).startsWith("\x89PNG"));
        QVERIFY(content_of(file("p.svg")).contains("theoretical threshold"));
        QVERIFY(content_of(file("p.pdf")).startsWith("%PDF"));
    }

    void planners_lists_options() {
        const QJsonArray planners = run({"planners", "--json"}).json()["planners"].toArray();
        QCOMPARE(planners.first().toObject()["name"].toString(), QStringLiteral("peak-suppression"));
        QVERIFY(!planners.first().toObject()["options"].toArray().isEmpty());
        QCOMPARE(planners.first().toObject()["family"].toString(), QStringLiteral("Searching planners"));
        const QByteArray text = run({"planners"}).output;
        QVERIFY(text.startsWith("Searching planners: they place every buffer"));
        QVERIFY(text.contains("limit of the adjustments in one pass (0 to 1,000,000 adjustments)\n"));
        QVERIFY(
            text.contains("--set capacity=0  any file: capacity of each memory, instead of the file's; 0: as in the "
                          "file (at least 0 bytes)\n"));
    }

    void planners_lists_the_switches_of_the_import() {
        QStringList keys;
        for (const QJsonValue& option : run({"planners", "--json"}).json()["import"].toArray()) {
            keys << option.toObject()["key"].toString();
        }
        const QByteArray text = run({"planners"}).output;
        for (const char* key :
             {"fold", "size-multiple", "inputs", "outputs", "variables", "unknown-dimension", "dim.NAME"}) {
            QVERIFY2(keys.contains(key), key);
            QVERIFY2(text.contains(QByteArray("--set ") + key + "="), key);
        }
    }

    void info_says_how_to_set_an_assumed_dimension() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const Outcome info = run({"info", shared_data("onnx/pytorch_super_resolution.onnx")});
        if (info.errors.contains("this build does not read")) {
            QSKIP("this build does not read ONNX");
        }
        QVERIFY2(info.output.contains("--set unknown-dimension=N"), info.output.constData());
        QVERIFY(info.output.contains("--set dim.NAME=N"));
    }

    void info_shows_bytes_once() {
        const QByteArray small = run({"info", "-"}, "id,lower,upper,size\na,0,4,2528\n").output;
        QVERIFY2(small.contains("threshold   2,528 B (first at step 0)\n"), small.constData());
        const QByteArray large = run({"info", "-"}, "id,lower,upper,size\na,0,4,1048576\n").output;
        QVERIFY2(large.contains("threshold   1,024 KiB (1,048,576 B, first at step 0)\n"), large.constData());
    }

    void wrong_usage_and_unreadable_input_exit_with_2_and_say_why() {
        QCOMPARE(run({"info"}).status, 2);
        QCOMPARE(run({"info", file("missing.csv")}).status, 2);
        QCOMPARE(run({"plan", sample("placed.csv"), "--planner", "best"}).status, 2);
        QVERIFY(run({"plan", sample("placed.csv"), "--set", "metrics=height"}).errors.contains("height"));
        QCOMPARE(run({"export", sample("placed.csv"), "-o", file("p.bmp")}).status, 2);
        const Outcome bad = run({"info", "-"}, "id,lower,upper,size\na,0,4,8\nb,7,4,8\n");
        QCOMPARE(bad.status, 2);
        QVERIFY2(bad.errors.contains(":3: "), bad.errors.constData());
        QVERIFY(bad.output.isEmpty());
    }

    void numbers_out_of_range_are_wrong_usage() {
        for (const QStringList& wrong : std::initializer_list<QStringList>{{"--seed", "-1"},
                                                                           {"--seed", "99999999999999999999"},
                                                                           {"--seed", "1.5"},
                                                                           {"--threads", "0"},
                                                                           {"--time-limit", "-1"},
                                                                           {"--time-limit", "nan"},
                                                                           {"--time-limit", "inf"},
                                                                           {"--capacity", "-5"},
                                                                           {"--capacity", "many"}}) {
            const Outcome plan = run(QStringList{"plan", sample("placed.csv")} + wrong);
            QVERIFY2(plan.status == 2, qPrintable(wrong.join(' ')));
            QVERIFY2(plan.errors.startsWith(wrong.first().toUtf8() + ": '"), plan.errors.constData());
            QVERIFY2(plan.errors.size() < 200, plan.errors.constData());
        }
        QCOMPARE(run({"plan", sample("placed.csv"), "--seed", "18446744073709551615"}).status, 0);
    }

    void a_huge_time_limit_is_no_limit() {
        const Outcome plan = run({"plan", sample("placed.csv"), "--time-limit", "1e300", "--json"});
        QCOMPARE(plan.status, 0);
        QVERIFY(plan.json()["goal"].toString() != QStringLiteral("stopped"));
        // A time limit of 0 leaves the first placement and marks it as cut short.
        const Outcome at_once =
            run({"plan", sample("mobile_vision.json"), "--time-limit", "0", "--capacity", "1MiB", "--json"});
        QCOMPARE(at_once.status, 0);
        QVERIFY(!at_once.json()["reproducible"].toBool(true));
    }

    void unwritable_targets_are_reported_before_planning() {
        const Outcome suffix = run({"plan", file("missing.csv"), "-o", file("plan.txt")});
        QCOMPARE(suffix.status, 2);
        QVERIFY2(suffix.errors.contains("use .csv"), suffix.errors.constData());
        const Outcome folder = run({"plan", file("missing.csv"), "--trace", file("nowhere/trace.json")});
        QVERIFY2(folder.errors.contains("create the directory first"), folder.errors.constData());
        const Outcome picture = run({"export", file("missing.csv"), "-o", file("nowhere/p.png")});
        QVERIFY2(picture.errors.contains("create the directory first"), picture.errors.constData());
    }

    void standard_output_takes_one_result() {
        const Outcome layout = run({"plan", sample("placed.csv"), "-o", "-"});
        QCOMPARE(layout.status, 0);
        QVERIFY(layout.output.startsWith("id,lower,upper,size") && !layout.output.contains("peak-suppression"));
        QCOMPARE(run({"check", "-"}, layout.output).status, 0);
        const Outcome both = run({"plan", sample("placed.csv"), "-o", "-", "--json"});
        QCOMPARE(both.status, 2);
        QVERIFY(both.json().keys() == QStringList{"error"} &&
                both.errors.contains("two results would go to standard output"));
    }

    void standard_output_takes_the_execution_list_alone() {
        const QStringList deploy = {"plan",    sample("inception_cell.param"), "--planner", "operator-sharing", "--set",
                                    "deploy=-"};
        const Outcome list = run(deploy);
        QCOMPARE(list.status, 0);
        QCOMPARE(list.json()["format"].toString(), QStringLiteral("arenascope-deployment"));
        for (const QStringList& other : {QStringList{"--json"}, QStringList{"-o", "-"}, QStringList{"--trace", "-"}}) {
            const Outcome both = run(deploy + other);
            QVERIFY2(both.status == 2 && !both.json().contains(QStringLiteral("format")), qPrintable(other.join(' ')));
            QVERIFY2(both.errors.contains("two results would go to standard output"), both.errors.constData());
        }
    }

    void results_do_not_overwrite_each_other() {
        const QStringList plan = {"plan", sample("inception_cell.param"), "--planner", "operator-sharing"};
        const QString same = file("same_target.json");
        for (const QStringList& targets : {QStringList{"-o", same, "--trace", same},
                                           QStringList{"-o", same, "--set", "deploy=" + file("./same_target.json")},
                                           QStringList{"--trace", same, "--set", "deploy=" + same}}) {
            const Outcome both = run(plan + targets);
            QVERIFY2(both.status == 2, qPrintable(targets.join(' ')));
            QVERIFY2(both.errors.contains("would both write this file"), both.errors.constData());
            QVERIFY(!QFile::exists(same));
        }
        QCOMPARE(run({"plan", sample("placed.csv"), "-o", same, "--trace", file("other.json")}).status, 0);
    }

    void only_a_network_has_an_execution_list() {
        const QString list = file("list.json");
        const Outcome plan =
            run({"plan", sample("placed.csv"), "--planner", "operator-sharing", "--set", "deploy=" + list});
        QCOMPARE(plan.status, 2);
        QVERIFY2(plan.errors.startsWith(sample("placed.csv").toUtf8() + ": the file has no network"),
                 plan.errors.constData());
        const Outcome nowhere = run({"plan", sample("inception_cell.param"), "--planner", "operator-sharing", "--set",
                                     "deploy=" + file("nowhere/list.json")});
        QVERIFY2(nowhere.errors.contains("create the directory first"), nowhere.errors.constData());
        // A sub-command that does not write it reports an error.
        const Outcome picture = run({"export", sample("inception_cell.param"), "--planner", "operator-sharing", "-o",
                                     file("list.svg"), "--set", "deploy=" + list});
        QCOMPARE(picture.status, 2);
        QVERIFY2(picture.errors.contains("deploy"), picture.errors.constData());
        QCOMPARE(run({"info", sample("inception_cell.param"), "--set", "deploy=" + list}).status, 2);
        const Outcome exact = run({"plan", sample("placed.csv"), "--planner", "exact", "--set", "deploy=" + list});
        QVERIFY2(exact.errors.contains("exact writes no deployment"), exact.errors.constData());
        QVERIFY(!QFile::exists(list));
    }

    void a_setting_without_effect_is_an_error() {
        QVERIFY(run({"explain", sample("placed.csv"), "--planner", "nope"}).errors.contains("nope"));
        QCOMPARE(run({"explain", sample("placed.csv"), "--planner", "nope"}).status, 2);
        QCOMPARE(run({"export", sample("placed.csv"), "-o", file("p.svg"), "--planner", "nope"}).status, 2);
        const Outcome metrics = run({"info", sample("placed.csv"), "--set", "metrics=banana"});
        QCOMPARE(metrics.status, 2);
        QVERIFY2(metrics.errors.contains("banana"), metrics.errors.constData());
        const Outcome unknown = run({"info", sample("placed.csv"), "--set", "foo=3"});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.errors.contains("'foo'") && unknown.errors.contains("arenascope planners"),
                 unknown.errors.constData());
        const QString model = sample("inception_cell.param");
        QCOMPARE(run({"info", model, "--set", "metrics=width>length", "--set", "fold=no"}).status, 0);
        QCOMPARE(run({"info", model, "--set", "fold=banana"}).status, 2);
        // A switch of other formats.
        QVERIFY(run({"info", sample("placed.csv"), "--set", "fold=no"}).errors.contains("has no switch 'fold'"));
    }

    void standard_input_is_read_once() {
        const Outcome compare = run({"compare", "-", "-"}, "id,lower,upper,size\na,0,4,8\n");
        QCOMPARE(compare.status, 2);
        QVERIFY2(compare.errors.contains("named twice"), compare.errors.constData());
        QVERIFY(run({"check", "-", "--against", "-"}).errors.contains("named twice"));
    }

    void errors_name_the_file_with_its_folder() {
        const Outcome no_trace = run({"export", sample("placed.csv"), "-o", file("p.svg"), "--iteration", "0"});
        QVERIFY2(no_trace.errors.startsWith(sample("placed.csv").toUtf8() + ": "), no_trace.errors.constData());
        const Outcome beyond = run({"export", sample("mobile_vision.json"), "-o", file("p.svg"), "--iteration", "999"});
        QVERIFY2(beyond.errors.startsWith(sample("mobile_vision.json").toUtf8() + ": there is no iteration 999"),
                 beyond.errors.constData());
    }

    void a_full_standard_output_is_an_error() {
        for (const char* command : {"info", "check", "explain", "plan"}) {
            const Outcome full = run({command, sample("placed.csv")}, {.output = "/dev/full"});
            QCOMPARE(full.status, 4);
            QVERIFY2(full.errors.startsWith("standard output: cannot write it"), full.errors.constData());
        }
    }

    void a_signal_ends_a_plan_that_waits_for_its_input() {
        QProcess program;
        program.start(arenascope::test::program(), {"plan", "-"});
        QVERIFY(program.waitForStarted());
        for (int tries = 0; tries < 200 && !program.waitForFinished(50); ++tries) {
            program.terminate();
        }
        QVERIFY(program.state() == QProcess::NotRunning);
        QVERIFY(program.exitStatus() == QProcess::CrashExit || program.exitCode() == 3);
    }

    void max_growth_needs_a_complete_layout() {
        const Outcome compare =
            run({"compare", sample("placed.csv"), sample("gaps.csv"), "--max-growth", "10%", "--json"});
        QCOMPARE(compare.status, 2);
        QVERIFY2(compare.errors.contains("gaps.csv: not all of its buffers are placed"), compare.errors.constData());
        QCOMPARE(run({"compare", sample("placed.csv"), sample("placed.csv"), "--max-growth", ""}).status, 2);
    }

    void a_plan_that_does_not_fit_is_reported_with_region_and_missing_bytes() {
        const Outcome plan = run({"plan", "-", "--capacity", "15"}, "id,lower,upper,size\na,0,4,8\nb,0,4,8\n");
        QCOMPARE(plan.status, 1);
        QVERIFY2(plan.errors.contains("the peak of 16 B in region 'arena' exceeds its capacity of 15 B by 1 B"),
                 plan.errors.constData());
    }

    void explain_explains_the_given_region() {
        const QByteArray plan = "id,lower,upper,size,region,offset\na,0,4,8,slow,0\nb,0,4,9,fast,0\nc,4,5,2,slow,0\n";
        const QJsonObject slow = run({"explain", "-", "--region", "slow", "--json"}, plan).json();
        QCOMPARE(slow["region"].toString(), QStringLiteral("slow"));
        QCOMPARE(slow["peak"].toInt(), 8);
        QCOMPARE(slow["threshold"].toInt(), 8);
        QCOMPARE(slow["chain"][0]["name"].toString(), QStringLiteral("a"));
        QCOMPARE(slow["live_at_threshold"].toArray(), QJsonArray{"a"});
        QVERIFY(run({"explain", "-", "--region", "slow"}, plan).output.contains("region 'slow': peak 8 B"));
        QCOMPARE(run({"explain", "-", "--json"}, plan).json()["region"].toString(), QStringLiteral("fast"));
        const Outcome wrong = run({"explain", "-", "--region", "quick"}, plan);
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("the regions are: slow, fast"), wrong.errors.constData());
    }

    void check_against_lists_each_kind_of_difference() {
        QFile problem(file("problem.csv"));
        QVERIFY(problem.open(QIODevice::WriteOnly));
        problem.write("id,lower,upper,size\ngone,0,4,8\nlarger,0,4,8\nlonger,5,9,8\n");
        problem.close();
        const Outcome check = run({"check", "-", "--against", file("problem.csv"), "--json"},
                                  "id,lower,upper,size,offset\nlarger,0,4,9,0\nlonger,5,10,8,0\nnew,20,21,8,0\n");
        QCOMPARE(check.status, 1);
        QCOMPARE(check.json()["removed"].toArray(), QJsonArray{"gone"});
        QCOMPARE(check.json()["resized"].toArray(), QJsonArray{"larger"});
        QCOMPARE(check.json()["retimed"].toArray(), QJsonArray{"longer"});
        QCOMPARE(check.json()["added"].toArray(), QJsonArray{"new"});
        QVERIFY(check.json()["overlaps"].toArray().isEmpty());
    }

    void plan_keeps_the_offsets_of_a_layout_only_as_pins() {
        const QByteArray layout = "id,lower,upper,size,offset\na,0,4,8,32\n";
        const auto offset = [&](const QStringList& more) {
            const Outcome plan = run(QStringList{"plan", "-", "--json"} + more, layout);
            return plan.json()["buffers"].toArray().first().toObject()["offset"].toInt();
        };
        QCOMPARE(offset({}), 0);
        QCOMPARE(offset({"--set", "pins=file"}), 32);
    }

    void convert_notes_what_the_other_format_cannot_store() {
        const Outcome convert = run({"convert", sample("mobile_vision.json"), "-o", file("less.csv")});
        QCOMPARE(convert.status, 0);
        QVERIFY2(convert.errors.contains("this format cannot store"), convert.errors.constData());
        QVERIFY(run({"convert", sample("mobile_vision.json"), "-o", file("same.json")}).errors.isEmpty());
        QCOMPARE(content_of(file("same.json")), content_of(sample("mobile_vision.json")));
    }

    void check_writes_the_same_json_in_pieces_as_at_once() {
        const Outcome none = run({"check", sample("placed.csv"), "--json"});
        QVERIFY2(none.output.startsWith("{\n  \"ok\": true,\n  \"overlaps\": [],\n  \"overlaps_cut\": false,"),
                 none.output.constData());
        const Outcome two =
            run({"check", "-", "--json"}, "id,lower,upper,size,offset\na,0,4,8,0\nb,0,4,8,4\n\"c \xff\",2,4,8,8\n");
        QVERIFY2(two.output.startsWith("{\n  \"ok\": false,\n  \"overlaps\": [\n"
                                       "    {\n      \"a\": \"a\",\n      \"b\": \"b\",\n      \"begin\": 0,\n"
                                       "      \"end\": 4,\n      \"from\": 4,\n      \"to\": 8\n    },\n"
                                       "    {\n      \"a\": \"b\",\n      \"b\": \"c \xf4\x8f\xbf\xbf\",\n"),
                 two.output.constData());
        QVERIFY2(two.output.contains("\n      \"to\": 12\n    }\n  ],\n  \"overlaps_cut\": false,"),
                 two.output.constData());
        QVERIFY(!two.json().isEmpty());
    }

    void help_and_version_exit_with_0() {
        QCOMPARE(run({"--help"}).status, 0);
        const QByteArray version = run({"--version"}).output;
        QVERIFY(version.startsWith("arenascope "));
        const auto missing = missing_formats();
        QCOMPARE(version.trimmed().count('\n'), static_cast<int>(missing.size()));
        for (const FileFormat format : missing) {
            QVERIFY(version.contains(QByteArray("does not read ") + name_of(format).data()));
        }
    }
};

ARENASCOPE_TEST(CommandLineTest)
#include "command_line_test.moc"

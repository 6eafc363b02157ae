#include "core/picture/report/reproduction.h"

#include <rapidcheck.h>

#include <QProcess>

#include "core/base/text/shell_word.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The words that a shell makes of a command, without its first.
QStringList words_of_shell(const std::string& command) {
    QProcess shell;
    shell.start(QStringLiteral("sh"),
                {QStringLiteral("-c"), QStringLiteral("for word in ") + QString::fromStdString(command) +
                                           QStringLiteral("; do printf '%s\\0' \"$word\"; done")});
    shell.waitForFinished();
    QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(0));
    words.removeLast();
    return words;
}

/// A plan of `model.onnx` by a planner with all its defaults.
Reproduction planned_by(const std::string& planner) {
    const auto options = OptionValues::from(all_options((*planner_named(planner))->description), {});
    return {.file = "model.onnx", .planned = Provenance{planner, options->all(), 0, true}};
}

}  // namespace

class ReproductionTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_is_made_by_planner_options_and_seed() {
        Reproduction way = planned_by("peak-suppression");
        way.planned->seed = 7;
        way.switches = {{"capacity", "512KiB"}};
        QCOMPARE(reproducing_command(way), std::string("arenascope export model.onnx --set capacity=512KiB --planner "
                                                       "peak-suppression --seed 7 -o report.html"));
        QCOMPARE(planning_command(way), std::string("arenascope plan model.onnx --set capacity=512KiB --planner "
                                                    "peak-suppression --seed 7 -o plan.json"));
        for (KeyValue& option : way.planned->options) {
            if (option.first == "metrics") {
                option.second = "width>length";
            }
        }
        QVERIFY(reproducing_command(way).find(" --set 'metrics=width>length' ") != std::string::npos);
        QVERIFY(obstacle_of(way).empty());
    }

    void the_layout_of_a_file_and_a_step_of_a_run_are_exported_again() {
        const Reproduction file{.file = "plan.csv", .report = "a report.html"};
        QCOMPARE(reproducing_command(file), std::string("arenascope export plan.csv -o 'a report.html'"));
        const Reproduction step{.file = "run.json", .iteration = "7.2"};
        QCOMPARE(reproducing_command(step), std::string("arenascope export run.json --iteration 7.2 -o report.html"));
        const Reproduction part{.file = "part.csv", .is_incomplete = true};
        QCOMPARE(reproducing_command(part), std::string("arenascope export part.csv --planner file -o report.html"));
    }

    void a_file_with_its_own_layout_is_only_planned_again() {
        Reproduction way = planned_by("greedy-by-size");
        QVERIFY(makes_report(way));
        way.has_own_layout = true;
        QVERIFY(!makes_report(way));
        QCOMPARE(reproducing_command(way), planning_command(way));
        QVERIFY(obstacle_of(way).empty());
        way.iteration = "3";
        QVERIFY(!obstacle_of(way).empty());
    }

    void a_command_has_the_looks_of_the_report() {
        QCOMPARE(reproducing_command({.file = "a.csv", .looks = {"--theme dark", "--color-by size"}}),
                 std::string("arenascope export a.csv --theme dark --color-by size -o report.html"));
    }

    void what_the_report_of_the_command_lacks_is_told() {
        QCOMPARE(likeness({}), std::string("byte for byte"));
        QCOMPARE(likeness({"the notes", "its title"}), std::string("but without the notes and its title"));
    }

    void two_files_are_compared_again() {
        Reproduction first{.file = "/x/a.csv", .report = "both.html"};
        Reproduction second{.file = "/x/b.csv"};
        QCOMPARE(comparing_command(first, second), std::string("arenascope compare a.csv b.csv -o both.html"));
        QVERIFY(obstacle_of_comparison(first, second).empty());
        second.file = "/y/b.csv";
        QVERIFY(!obstacle_of_comparison(first, second).empty());
        second = {.file = "/x/b.csv", .obstacle = "B was planned for the comparison"};
        QCOMPARE(obstacle_of_comparison(first, second), second.obstacle);
        second.obstacle.clear();
        first.planned = Provenance{};
        QCOMPARE(obstacle_of_comparison(first, second), std::string("A is not the layout of a file"));
        first.planned.reset();
        second.switches = {{"batch", "2"}};
        QVERIFY(!obstacle_of_comparison(first, second).empty());
    }

    void a_command_tells_no_folders_of_the_machine() {
        Reproduction way{.file = "/home/me/secret/net.onnx"};
        way.switches = {{"scratch-rules", "/home/me/im2col.rules"}};
        const std::string command = reproducing_command(way);
        QVERIFY2(command.find("/home") == std::string::npos, command.c_str());
        QVERIFY(command.find(" net.onnx ") != std::string::npos);
        QVERIFY(command.find("scratch-rules=im2col.rules") != std::string::npos);
        QCOMPARE(portable_path("models/net.onnx"), std::string("models/net.onnx"));
    }

    void a_name_is_never_an_option_of_the_command() {
        QCOMPARE(reproducing_command({.file = "-o"}), std::string("arenascope export ./-o -o report.html"));
    }

    void a_shell_gives_back_every_word() {
        QCOMPARE(shell_word("a/b-1.onnx"), std::string("a/b-1.onnx"));
        QCOMPARE(shell_word(""), std::string("''"));
        QCOMPARE(shell_word("it's $(x)"), std::string("'it'\\''s $(x)'"));
        const QStringList hostile = {QStringLiteral("$(touch x)"), QStringLiteral("a b;c|d&e"),
                                     QStringLiteral("`x`'\"\\"), QStringLiteral("*?[a]~"), QStringLiteral("a\nb")};
        for (const QString& word : hostile) {
            QCOMPARE(words_of_shell(shell_word(word.toStdString())), QStringList(word));
        }
    }

    void what_one_command_cannot_make_is_told() {
        QVERIFY(!obstacle_of({.file = "-"}).empty());
        QVERIFY(!obstacle_of({.file = "bad\xff.csv"}).empty());
        QVERIFY(!obstacle_of({.file = "a\nb.csv"}).empty());
        QCOMPARE(obstacle_of({.file = "a.csv", .obstacle = "it was edited by hand"}),
                 std::string("it was edited by hand"));
        Reproduction cut = planned_by("hill-climb");
        QVERIFY(obstacle_of(cut).empty());
        cut.planned->reproducible = false;
        QVERIFY(!obstacle_of(cut).empty());
        QVERIFY(!obstacle_of(planned_by("exact")).empty());
        QVERIFY(obstacle_of(planned_by("greedy-in-order")).empty());  // although it takes the usage graph of the file
    }

    /// Every option that a command names is one that the planner takes.
    void options_of_every_planner_are_taken_again() {
        for (const PlannerDescription& planner : described_planners()) {
            Reproduction way = planned_by(std::string(planner.name));
            QCOMPARE(reproducing_command(way).find("--set"), std::string::npos);
            QVERIFY(OptionValues::from(all_options(planner), way.planned->options).has_value());
        }
    }
};

ARENASCOPE_TEST(ReproductionTest)

#include "reproduction_test.moc"

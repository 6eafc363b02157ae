#include "core/check/contradictions.h"

#include <rapidcheck.h>

#include <QDir>

#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;

namespace {

/// conv reads a and writes b in step 1; relu reads b and writes c in step 2.
std::string plan_with(const std::string& buffers, const std::string& more = {}) {
    return R"({"format": "arenascope-plan", "version": 1,
  "regions": [{"name": "sram", "base": 4096}],
  "buffers": [)" +
           buffers + R"(],
  "operators": [
    {"name": "conv", "type": "Conv", "step": 1, "reads": ["a"], "writes": ["b"]},
    {"name": "relu", "type": "Relu", "step": 2, "reads": ["b"], "writes": ["c"]}
  ])" + more +
           "}";
}

std::string buffer_text(const std::string& name, int begin, int end, int offset, const std::string& more = {}) {
    return R"({"name": ")" + name + R"(", "size": 8, "begin": )" + std::to_string(begin) + R"(, "end": )" +
           std::to_string(end) + R"(, "offset": )" + std::to_string(offset) + more + "}";
}

std::vector<std::string> sentences(const std::string& content) {
    const auto document = parse_document(content, "plan.json");
    if (!document) {
        return {to_string(document.error())};
    }
    std::vector<std::string> list;
    for (const Contradiction& one : contradictions(document->problem, document->layout)) {
        list.push_back(std::string(name_of(one.kind)) + ": " + sentence_of(one, document->problem));
    }
    return list;
}

using Sentences = std::vector<std::string>;

}  // namespace

class ContradictionsTest : public QObject {
    Q_OBJECT

private slots:
    void a_sound_plan_has_none() {
        QCOMPARE(
            sentences(plan_with(buffer_text("a", 0, 2, 0) + "," + buffer_text("b", 1, 3, 8, R"(, "address": 4104)") +
                                "," + buffer_text("c", 2, 4, 0, R"(, "pin": 0)"))),
            Sentences());
    }

    void an_operator_uses_a_buffer_only_while_it_is_alive() {
        QCOMPARE(sentences(plan_with(buffer_text("a", 0, 1, 0) + "," + buffer_text("b", 1, 2, 8) + "," +
                                     buffer_text("c", 3, 4, 0))),
                 (Sentences{"read-outside-lifetime: 'conv' reads 'a' in step 1, but it is alive in steps [0, 1)",
                            "read-outside-lifetime: 'relu' reads 'b' in step 2, but it is alive in steps [1, 2)",
                            "written-outside-lifetime: 'relu' writes 'c' in step 2, but it is alive in steps [3, 4)"}));
    }

    void a_gap_without_a_window_has_no_bytes() {
        const std::string others = "," + buffer_text("b", 1, 3, 8) + "," + buffer_text("c", 2, 4, 0);
        QCOMPARE(sentences(plan_with(buffer_text("a", 0, 3, 16, R"(, "gaps": [{"begin": 1, "end": 2}])") + others)),
                 (Sentences{"read-outside-lifetime: 'conv' reads 'a' in step 1, which is in a gap of it"}));
        QCOMPARE(sentences(plan_with(
                     buffer_text("a", 0, 3, 16, R"(, "gaps": [{"begin": 1, "end": 2, "from": 0, "to": 4}])") + others)),
                 Sentences());
    }

    void an_operator_that_shares_memory_takes_over_what_ended_before_it() {
        const auto plan = [](int output, const std::string& feature) {
            return R"({"format": "arenascope-plan", "version": 1, "buffers": [)" + buffer_text("a", 0, 1, 8) + "," +
                   buffer_text("b", 1, 2, output) + R"(], "operators": [
    {"name": "relu", "type": "Relu", "step": 1, "reads": ["a"], "writes": ["b"])" +
                   feature + "}]}";
        };
        const std::string in_place = R"(, "feature": "in-place", "shareable": [0])";
        QCOMPARE(sentences(plan(8, in_place)), Sentences());
        QCOMPARE(sentences(plan(0, in_place)).size(), std::size_t{1});
        QCOMPARE(sentences(plan(8, "")).size(), std::size_t{1});
    }

    void an_operator_takes_over_only_what_ended_with_the_step_before() {
        // relu runs in step 5. c is written over a meanwhile.
        const auto plan = [](const std::string& a, const std::string& more = {}) {
            return R"({"format": "arenascope-plan", "version": 1, "buffers": [)" + a + "," + buffer_text("b", 5, 6, 0) +
                   more + R"(], "operators": [
    {"name": "relu", "type": "Relu", "step": 5, "reads": ["a"], "writes": ["b"], "feature": "in-place", "shareable": [0]}
  ]})";
        };
        QCOMPARE(sentences(plan(buffer_text("a", 0, 5, 0))), Sentences());
        QCOMPARE(sentences(plan(buffer_text("a", 0, 1, 0), "," + buffer_text("c", 1, 5, 0))),
                 (Sentences{"read-outside-lifetime: 'relu' reads 'a' in step 5, but it is alive in steps [0, 1)"}));
        QCOMPARE(sentences(plan(buffer_text("a", 7, 8, 0))),
                 (Sentences{"read-outside-lifetime: 'relu' reads 'a' in step 5, but it is alive in steps [7, 8)"}));
        // Its bytes are free in step 4, or still needed after the last step.
        QCOMPARE(sentences(plan(buffer_text("a", 0, 5, 0, R"(, "gaps": [{"begin": 4, "end": 5}])"))).size(),
                 std::size_t{1});
        QCOMPARE(sentences(plan(buffer_text("a", 0, 5, 0, R"(, "kind": "output")"))).size(), std::size_t{1});
    }

    void an_operator_takes_over_only_what_it_may_share() {
        const std::string plan = R"({"format": "arenascope-plan", "version": 1, "buffers": [)" +
                                 buffer_text("a", 0, 1, 0) + "," + buffer_text("b", 1, 2, 0) + R"(], "operators": [
    {"name": "relu", "type": "Relu", "step": 1, "reads": ["a"], "writes": ["b"], "feature": "in-place"}]})";
        QCOMPARE(sentences(plan).size(), std::size_t{1});
    }

    void a_merge_takes_over_operands_at_their_parts() {
        const auto plan = [](int x, int y) {
            return R"({"format": "arenascope-plan", "version": 1, "buffers": [)" + buffer_text("x", 0, 1, x) + "," +
                   buffer_text("y", 0, 1, y) + R"(, {"name": "w", "size": 16, "begin": 1, "end": 2, "offset": 0}],
  "operators": [{"name": "concat", "type": "Concat", "step": 1, "reads": ["x", "y"], "writes": ["w"],
                 "feature": "merge", "shareable": [0, 1]}]})";
        };
        QCOMPARE(sentences(plan(0, 8)), Sentences());
        QCOMPARE(sentences(plan(8, 0)).size(), std::size_t{2});
    }

    void an_operand_in_one_of_many_gaps_is_found() {
        Problem problem;
        Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = "a";
        buffer.size = Bytes(8);
        buffer.lifetime = {Step(0), Step(300)};
        problem.graph = Graph{};
        for (int step = 0; step < 300; ++step) {
            if (step % 3 == 1) {
                buffer.add_gap({{Step(step), Step(step + 1)}, {}});
            }
            problem.graph->operators.push_back({.name = "n" + std::to_string(step),
                                                .type = "X",
                                                .step = Step(step),
                                                .reads = {BufferIndex(0), BufferIndex(0)},
                                                .writes = {}});
        }
        const auto found = contradictions(problem, empty_layout(problem));
        QCOMPARE(found.size(), std::size_t{100});
        QCOMPARE(sentence_of(found[1], problem), std::string("'n4' reads 'a' in step 4, which is in a gap of it"));
    }

    void pins_and_addresses_agree_with_offsets() {
        QCOMPARE(sentences(plan_with(buffer_text("a", 0, 2, 0, R"(, "pin": 32)") + "," +
                                     buffer_text("b", 1, 3, 8, R"(, "address": 8)") + "," + buffer_text("c", 2, 4, 0))),
                 (Sentences{"pin: 'a' lies at offset 0, but is pinned to 32",
                            "address: 'b' has the address 8, but base and offset make 4104"}));
    }

    void addresses_are_compared_however_the_list_is_written() {
        // Plain elements are read by another reader than those with an escape in a name.
        for (const char* name : {"plain", "es\\u0063aped"}) {
            std::string list;
            for (int i = 0; i < 5; ++i) {
                list +=
                    (i == 0 ? "" : ",\n") + buffer_text(name + std::to_string(i), i, i + 1, 8 * i,
                                                        R"(, "address": )" + std::to_string(i == 3 ? 0 : 8 * i + 64));
            }
            const std::string content =
                R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "m", "base": 64}], "buffers": [)" +
                list + "\n]}";
            QCOMPARE(sentences(content).size(), std::size_t{1});
            QVERIFY2(sentences(content).front().ends_with("has the address 0, but base and offset make 88"),
                     sentences(content).front().c_str());
        }
    }

    void a_buffer_lies_in_a_shared_object() {
        const std::string objects = R"(, "objects": [{"offset": 0, "size": 8}, {"offset": 8, "size": 4}])";
        QCOMPARE(sentences(plan_with(
                     buffer_text("a", 0, 2, 0) + "," + buffer_text("b", 1, 3, 8) + "," + buffer_text("c", 2, 4, 4),
                     objects)),
                 (Sentences{"object: 'b' lies in no shared object that holds it",
                            "object: 'c' lies in no shared object that holds it"}));
    }

    void the_end_of_a_heap_and_removed_operators_are_proved() {
        const std::string list =
            buffer_text("a", 0, 2, 0) + "," + buffer_text("b", 1, 3, 8) + "," + buffer_text("c", 2, 4, 0);
        QCOMPARE(sentences(plan_with(list, R"(, "heaps": [{"region": "sram", "before": [0, 16], "after": [0, 32]}])")),
                 (Sentences{"heap: the heap 'sram' ends at 32, but its buffers at 16"}));
        const std::string view = R"({"format": "arenascope-plan", "version": 1, "buffers": [)" + list +
                                 R"(], "removed": ["view"], "operators": [
    {"name": "conv", "type": "Conv", "step": 1, "reads": ["a"], "writes": ["b"]},
    {"name": "view", "type": "Reshape", "step": 2, "reads": ["b"], "writes": ["c"],
     "feature": "removable", "shareable": [0]}]})";
        QCOMPARE(sentences(view),
                 (Sentences{"removed: operator 'view' is listed as removed, but its data is not in place without it"}));
    }

    void the_report_of_the_checker_has_them() {
        const auto document = parse_document(
            plan_with(buffer_text("a", 0, 1, 0) + "," + buffer_text("b", 1, 3, 8) + "," + buffer_text("c", 2, 4, 0)),
            "plan.json");
        QVERIFY(document.has_value());
        const CheckReport report = check(document->problem, document->layout);
        QCOMPARE(report.contradictions.size(), std::size_t{1});
        QVERIFY(!is_clean(report));
    }

    /// No planner, no step of a run and no writer makes a plan that contradicts itself.
    void what_the_program_makes_has_none() {
        const Problem problem = test::worked_network();
        for (const Planner& planner : planners()) {
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = std::string(planner.description.name), .record = true});
            if (!plan || !is_complete(plan->result.layout)) {
                continue;
            }
            const auto found = contradictions(plan->problem, plan->result.layout);
            QVERIFY2(found.empty(), planner.description.name.data());
            const auto again =
                parse_document(plan_json_text(plan->problem, plan->result.layout, std::nullopt), "plan.json");
            QVERIFY2(again && contradictions(again->problem, again->layout).empty(), planner.description.name.data());
            TracePlayer player(*plan->trace);
            for (std::size_t frame = 0; frame < plan->trace->frames.size(); ++frame) {
                player.go_to(FrameIndex(frame));
                const Layout step = step_layout(player.layout(plan->problem), plan->result.layout, plan->problem);
                for (const Contradiction& one : contradictions(plan->problem, step)) {
                    QFAIL((std::string(planner.description.name) + ", frame " + std::to_string(frame) + ": " +
                           sentence_of(one, plan->problem))
                              .c_str());
                }
            }
        }
    }

    void no_shared_file_contradicts_itself_data() {
        QTest::addColumn<QString>("path");
        for (const char* folder :
             {"onnx", "tflite", "ncnn", "openvino", "stedgeai", "xla", "tvm", "executorch", "one"}) {
            const QString place = test::shared_data(QString::fromLatin1(folder));
            for (const QFileInfo& file : QDir(place).entryInfoList(QDir::Files)) {
                QTest::addRow("%s", qPrintable(file.fileName())) << file.filePath();
            }
        }
        if (test::shared_data().isEmpty()) {
            QTest::newRow("none") << QString();
        }
    }

    void no_shared_file_contradicts_itself() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const QString, path);
        const auto document = read_document(path.toStdString());
        if (!document) {
            QSKIP("this file is not read");
        }
        for (const Contradiction& one : contradictions(document->problem, document->layout)) {
            QFAIL(sentence_of(one, document->problem).c_str());
        }
    }
};

ARENASCOPE_TEST(ContradictionsTest)
#include "contradictions_test.moc"

#include "core/model/network/scratch_rules.h"

#include "core/format/scratch_rules_text.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// in (64) ─▶ conv1 ─▶ a (32) ─▶ pool ─▶ b (8).
Problem network() {
    Problem problem = problem_of({buffer("in", 0, 1, 64), buffer("a", 0, 2, 32), buffer("b", 1, 2, 8)});
    Graph& graph = problem.graph.emplace();
    graph.operators = {{.name = "conv1", .type = "Conv", .step = Step(0)},
                       {.name = "pool", .type = "MaxPool", .step = Step(1)}};
    graph.operators[0].reads = {BufferIndex(0)};
    graph.operators[0].writes = {BufferIndex(1)};
    graph.operators[1].reads = {BufferIndex(1)};
    graph.operators[1].writes = {BufferIndex(2)};
    graph.tensors = {{"float32", {1, 4, 4}}, {"float32", {1, 2, 4}}, {"", {}}};
    return problem;
}

struct Added {
    Problem problem = network();
    Layout layout = empty_layout(problem);
    std::vector<std::string> notes;
    Expected<void> outcome;

    explicit Added(std::string_view rules) {
        outcome = arenascope::add_scratch(problem, layout, *parse_scratch_rules(rules, "rules"), "rules", notes);
    }
};

}  // namespace

class ScratchRulesTest : public QObject {
    Q_OBJECT

private slots:
    void each_rule_adds_scratch_to_each_operator_of_its_type_or_name() {
        const Added added(
            "Conv, input * 2, fixed overlay\nconv1, input.1 * input.element, variable fast\n*ool, 5, fixed");
        QVERIFY(added.outcome);
        QCOMPARE(added.problem.buffers.size(), std::size_t(6));
        const Buffer& first = added.problem.buffers[3];
        QCOMPARE(first.name, std::string("conv1 scratch"));
        QCOMPARE(first.size, Bytes(128));
        QCOMPARE(first.lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(first.kind, BufferKind::scratch);
        QCOMPARE(added.problem.buffers[4].name, std::string("conv1 scratch 2"));
        QCOMPARE(added.problem.buffers[5].name, std::string("pool scratch"));
        QCOMPARE(added.problem.scratch, (std::vector<ScratchRequest>{{BufferIndex(3), false, Bytes(0), true, false},
                                                                     {BufferIndex(4), true, Bytes(16), false, true},
                                                                     {BufferIndex(5), false, Bytes(0), false, false}}));
        QCOMPARE(added.layout.placements.size(), std::size_t(6));
        QCOMPARE(added.problem.graph->tensors.size(), std::size_t(6));
    }

    void a_pattern_without_wildcards_matches_the_whole_name() {
        QCOMPARE(Added("Con, 1, fixed").problem.buffers.size(), std::size_t(3));
        QCOMPARE(Added("con*, 1, fixed").problem.buffers.size(), std::size_t(4));
    }

    void a_zero_size_of_a_variable_rule_is_no_minimum() {
        const Added added("Conv, 0, variable\nMaxPool, 0, fixed");
        QVERIFY(added.outcome);
        QCOMPARE(added.problem.buffers.size(), std::size_t(4));
        QCOMPARE(added.problem.buffers[3].size, Bytes(0));
        QCOMPARE(added.problem.scratch, (std::vector{ScratchRequest{BufferIndex(3), true, Bytes(0), false, false}}));
    }

    void a_zero_size_adds_nothing_and_missing_tensors_are_noted() {
        const Added added("Conv, input - 64, fixed\nMaxPool, output.element, fixed\n* , input1, fixed");
        QVERIFY(added.outcome);
        QCOMPARE(added.problem.buffers.size(), std::size_t(3));
        QCOMPARE(added.notes.size(), std::size_t(2));
        QVERIFY(added.notes[0].find("rules:2: 1 operator has no tensor or extent") == 0);
        QVERIFY(added.notes[1].find("rules:3: 2 operators have") == 0);
    }

    void a_rule_without_a_matching_operator_is_noted() {
        const Added added("Conv, 1, fixed\nConf, 1, fixed\n\ngru*, 2, fixed");
        QVERIFY(added.outcome);
        QCOMPARE(
            added.notes,
            (std::vector<std::string>{"rules: no operator has the type or the name 'Conf' (line 2), 'gru*' (line 4)"}));
    }

    void errors_about_a_size_name_the_rule_and_the_operator() {
        const Added added("# first\nConv, input - 65, fixed");
        QVERIFY(!added.outcome);
        QCOMPARE(added.outcome.error().line, std::int64_t(2));
        QVERIFY(added.outcome.error().cause.find("for operator 'conv1' the size is -1") != std::string::npos);
        Problem plain = problem_of({buffer("a", 0, 1, 1)});
        Layout layout = empty_layout(plain);
        std::vector<std::string> notes;
        QVERIFY(!arenascope::add_scratch(plain, layout, {}, "rules", notes));
    }

    void applying_rules_again_changes_nothing() {
        Added added("Conv, input, fixed\nConv, 4, variable");
        const Problem once = added.problem;
        QVERIFY(arenascope::add_scratch(added.problem, added.layout,
                                        *parse_scratch_rules("Conv, input, fixed\nConv, 4, variable", "rules"), "rules",
                                        added.notes));
        QCOMPARE(added.problem.buffers.size(), once.buffers.size());
        QVERIFY(added.problem == once);
    }

    void a_taken_name_gets_the_next_number() {
        Problem problem = network();
        problem.buffers[2].name = "conv1 scratch";
        Layout layout = empty_layout(problem);
        std::vector<std::string> notes;
        QVERIFY(
            arenascope::add_scratch(problem, layout, *parse_scratch_rules("Conv, 1, fixed", "rules"), "rules", notes));
        QCOMPARE(problem.buffers.back().name, std::string("conv1 scratch 2"));
    }
};

ARENASCOPE_TEST(ScratchRulesTest)
#include "scratch_rules_test.moc"

#include "core/model/network/many_core_problem.h"

#include <string>

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// in → a → b → c; c also reads a.
Problem three_operators() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 10);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 20);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 30);
    sketch.add("c", OperatorFeature::ordinary, {b, a}, 40);
    return std::move(sketch.problem());
}

CoreAssignment assignment_of(std::size_t cores, const std::vector<std::size_t>& of_operators) {
    CoreAssignment assignment;
    for (std::size_t core = 0; core < cores; ++core) {
        assignment.regions.push_back({.name = std::string("core ").append(std::to_string(core))});
    }
    for (const std::size_t core : of_operators) {
        assignment.cores.emplace_back(core);
    }
    return assignment;
}

ManyCoreProblem split(const Problem& problem, const CoreAssignment& assignment,
                      TransferTime transfers = TransferTime::late) {
    auto result = many_core_problem(problem, empty_layout(problem), assignment, transfers);
    if (!result) {
        qFatal("%s", to_string(result.error()).c_str());
    }
    return std::move(*result);
}

const Buffer& named(const Problem& problem, const std::string& name) {
    const auto found = std::find_if(problem.buffers.begin(), problem.buffers.end(),
                                    [&](const Buffer& each) { return each.name == name; });
    if (found == problem.buffers.end()) {
        qFatal("there is no buffer %s", name.c_str());
    }
    return *found;
}

std::string life(const Buffer& of) {
    return "core " + std::to_string(of.region.value()) + " [" + std::to_string(of.lifetime.begin.value()) + ", " +
           std::to_string(of.lifetime.end.value()) + ")";
}

/// The property that a split problem violates; empty if there is none.
std::string problem_fault(const Problem& problem) {
    for (const Operator& node : problem.graph->operators) {
        for (const BufferIndex read : node.reads) {
            const Buffer& operand = problem.buffers[read];
            if (operand.region != node.core || !contains(operand.lifetime, node.step)) {
                return node.name + " cannot read " + operand.name;
            }
        }
    }
    for (const Transfer& transfer : problem.transfers) {
        if (!overlap(problem.buffers[transfer.source].lifetime, problem.buffers[transfer.copy].lifetime)) {
            return problem.buffers[transfer.copy].name + " is made of what does not live";
        }
    }
    return {};
}

}  // namespace

class ManyCoreProblemTest : public QObject {
    Q_OBJECT

private slots:
    void source_and_copy_are_alive_in_the_step_of_the_transfer() {
        const ManyCoreProblem result = split(three_operators(), assignment_of(2, {0, 0, 1}));
        const Problem& problem = result.problem;
        QCOMPARE(life(named(problem, "in")), std::string("core 0 [0, 1)"));
        QCOMPARE(life(named(problem, "a")), std::string("core 0 [0, 3)"));
        QCOMPARE(life(named(problem, "a@core 1")), std::string("core 1 [2, 3)"));
        QCOMPARE(life(named(problem, "b@core 1")), std::string("core 1 [2, 3)"));
        QCOMPARE(life(named(problem, "c")), std::string("core 1 [2, 3)"));
        QCOMPARE(problem.transfers.size(), std::size_t{2});
        QCOMPARE(problem_fault(problem), std::string());
        QVERIFY(result.has_changed);
    }

    void an_early_transfer_shortens_the_source_and_extends_the_copy() {
        const Problem problem = split(three_operators(), assignment_of(2, {0, 0, 1}), TransferTime::early).problem;
        QCOMPARE(life(named(problem, "a")), std::string("core 0 [0, 2)"));  // b still reads it on core 0
        QCOMPARE(life(named(problem, "b")), std::string("core 0 [1, 2)"));
        QCOMPARE(life(named(problem, "a@core 1")), std::string("core 1 [0, 3)"));
        QCOMPARE(life(named(problem, "b@core 1")), std::string("core 1 [1, 3)"));
        QCOMPARE(problem_fault(problem), std::string());
    }

    void outputs_and_buffers_that_live_throughout_keep_their_lifetimes() {
        Problem problem = three_operators();
        problem.buffers[0].kind = BufferKind::variable;
        problem.buffers[0].lifetime.end = Step(3);
        problem.graph->operators[2].reads.push_back(BufferIndex(0));
        problem.buffers[1].kind = BufferKind::output;
        const Problem after = split(problem, assignment_of(2, {0, 0, 1}), TransferTime::early).problem;
        QCOMPARE(life(named(after, "in")), std::string("core 0 [0, 3)"));
        QCOMPARE(life(named(after, "in@core 1")), std::string("core 1 [0, 3)"));
        QCOMPARE(life(named(after, "a")), std::string("core 0 [0, 3)"));
    }

    void a_tensor_also_written_on_another_core_is_noted() {
        Problem problem = three_operators();
        problem.buffers[0].kind = BufferKind::variable;
        problem.buffers[0].lifetime.end = Step(3);
        problem.graph->operators[0].writes.push_back(BufferIndex(0));
        QCOMPARE(split(problem, assignment_of(2, {0, 0, 1})).notes, std::vector<std::string>());
        problem.graph->operators[2].writes.push_back(BufferIndex(0));
        QCOMPARE(split(problem, assignment_of(2, {0, 0, 1})).notes,
                 std::vector<std::string>{"1 tensor is written by an operator on another core: "
                                          "this transfer is not modelled"});
    }

    void an_input_lies_on_the_core_of_its_first_reader() {
        Problem problem = three_operators();
        problem.buffers.push_back(buffer("alone", 0, 3, 8));
        const Problem after = split(problem, assignment_of(2, {1, 0, 0})).problem;
        QCOMPARE(life(named(after, "in")), std::string("core 1 [0, 1)"));
        QCOMPARE(life(named(after, "alone")), std::string("core 0 [0, 3)"));
    }

    void placements_and_pins_are_kept_in_the_same_region() {
        Problem problem = three_operators();
        problem.regions.front().name = "core 1";
        for (Buffer& each : problem.buffers) {
            each.pin = Offset(0);
        }
        const Layout layout = layout_of(problem, {0, 0, 0, 0});
        const auto after = many_core_problem(problem, layout, assignment_of(2, {0, 0, 1}), TransferTime::late);
        QVERIFY(after.has_value());
        QVERIFY(!after->layout.placements[1] && !after->problem.buffers[1].pin);
        QCOMPARE(after->layout.placements[3], std::optional(Placement{Offset(0), RegionIndex(1)}));
        QCOMPARE(after->problem.buffers[3].pin, std::optional(Offset(0)));
        QCOMPARE(after->layout.placements.size(), after->problem.buffers.size());
    }

    void a_region_of_the_file_that_is_overridden_is_noted() {
        Problem problem = three_operators();
        problem.regions = assignment_of(2, {}).regions;
        for (Operator& node : problem.graph->operators) {
            node.core = RegionIndex(0);
        }
        for (Buffer& each : problem.buffers) {
            each.region = RegionIndex(0);
        }
        QCOMPARE(split(problem, *own_assignment(problem)).notes, std::vector<std::string>());
        problem.buffers[1].region = RegionIndex(1);
        const ManyCoreProblem after = split(problem, *own_assignment(problem));
        QCOMPARE(named(after.problem, "a").region, RegionIndex(0));
        QCOMPARE(after.notes, std::vector<std::string>{"1 buffer lies on the core of its operator, not in the region "
                                                       "that the file gives it"});
    }

    void without_operators_buffers_are_distributed_without_copies() {
        const Problem problem = problem_of({buffer("a", 0, 9, 1), buffer("b", 1, 9, 1)});
        const Problem after = split(problem, split_by_rule(problem, 2, CoreSplit::order)).problem;
        QCOMPARE(after.buffers[1].region, RegionIndex(1));
        QVERIFY(after.transfers.empty());
    }

    void random_networks_read_on_their_own_cores_and_a_second_split_changes_nothing() {
        QVERIFY(rc::check([] {
            const Problem problem = random_network();
            const auto count = *rc::gen::inRange<std::int64_t>(1, 5);
            const auto rule = *rc::gen::element(CoreSplit::order, CoreSplit::bytes, CoreSplit::round_robin);
            const auto transfers = *rc::gen::element(TransferTime::late, TransferTime::early);
            const Problem once = split(problem, split_by_rule(problem, count, rule), transfers).problem;
            RC_ASSERT(problem_fault(once).empty());
            const ManyCoreProblem twice = split(once, *own_assignment(once), transfers);
            RC_ASSERT(!twice.has_changed);
            RC_ASSERT(twice.problem == once);
        }));
    }

    void every_split_model_is_restored_from_its_plan_data() { add_model_rows(); }
    void every_split_model_is_restored_from_its_plan() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = opened_model(path);
        if (!document) {
            return;
        }
        for (const TransferTime transfers : {TransferTime::late, TransferTime::early}) {
            const Problem after =
                split(document->problem, split_by_rule(document->problem, 4, CoreSplit::bytes), transfers).problem;
            QCOMPARE(problem_fault(after), std::string());
            const auto again = parse_document(plan_json_text(after, empty_layout(after), {}), "plan");
            QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
            QVERIFY(again->problem == after);
        }
    }
};

ARENASCOPE_TEST(ManyCoreProblemTest)
#include "many_core_problem_test.moc"

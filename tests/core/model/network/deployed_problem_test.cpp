#include "core/model/network/deployed_problem.h"

#include "tests/support/deployed_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::deployed_network;
using arenascope::test::network_with_gap_in_scratch;
using arenascope::test::NetworkSketch;
using arenascope::test::with_rows;
using arenascope::test::worked_network;

namespace {

const Buffer& deployed_buffer(const Problem& problem, const std::string& name) {
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.name == name) {
            return buffer;
        }
    }
    qFatal("no buffer %s", name.c_str());
}

Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

}  // namespace

class DeployedProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_lives_from_its_writer_to_its_last_reader() {
        const Document document = deployed_network(worked_network(), "source");
        const Problem& problem = document.problem;
        // conv0, conv1, conv2, conv3 and conv4 run at the steps 1 to 5.
        QCOMPARE(problem.graph->operators.size(), std::size_t{5});
        QCOMPARE(deployed_buffer(problem, "input").lifetime, steps(0, 3));
        QCOMPARE(deployed_buffer(problem, "conv1").lifetime, steps(2, 5));
        QCOMPARE(deployed_buffer(problem, "conv0").lifetime, steps(1, 6));
        QCOMPARE(peak(problem, document.layout), Offset(160));
        QVERIFY(is_complete(document.layout));
    }

    void scratch_lives_while_its_operator_runs() {
        const Document document = deployed_network(with_rows(worked_network(), 2, 3), "source");
        QCOMPARE(deployed_buffer(document.problem, "rows").lifetime, steps(2, 3));
    }

    void scratch_keeps_its_gaps() {
        Problem problem = network_with_gap_in_scratch();
        Document document = deployed_network(problem, "best");
        QCOMPARE(deployed_buffer(document.problem, "rows").lifetime, steps(1, 6));
        QCOMPARE(deployed_buffer(document.problem, "rows").gaps(), (std::vector<Gap>{{steps(2, 5), std::nullopt}}));
        QVERIFY(peak(document.problem, document.layout) < Offset(200));
        problem.buffers.back().set_gaps({{steps(1, 2), Window{Bytes(0), Bytes(4)}}, {steps(2, 3), std::nullopt}});
        document = deployed_network(problem, "best");
        QCOMPARE(deployed_buffer(document.problem, "rows").gaps(),
                 (std::vector<Gap>{{steps(2, 3), Window{Bytes(0), Bytes(4)}}, {steps(3, 4), std::nullopt}}));
    }

    void an_input_that_begins_late_lives_from_there() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto late = sketch.input("late", 8);
        const auto first = sketch.add("first", OperatorFeature::ordinary, {in}, 8);
        sketch.add("second", OperatorFeature::ordinary, {first, late}, 8);
        sketch.problem().buffers[late].lifetime = {Step(1), Step(2)};
        const Document document = deployed_network(sketch.problem(), "source");
        QCOMPARE(deployed_buffer(document.problem, "late").lifetime, steps(2, 3));
    }

    void an_operand_that_is_overwritten_in_place_hands_its_memory_over() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto conv = sketch.add("conv", OperatorFeature::ordinary, {in}, 8);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {conv}, 8);
        sketch.add("end", OperatorFeature::ordinary, {relu}, 8);
        const Document document = deployed_network(sketch.problem(), "source");
        QCOMPARE(deployed_buffer(document.problem, "conv").lifetime, steps(1, 2));
        QCOMPARE(deployed_buffer(document.problem, "relu").lifetime, steps(2, 4));
        QCOMPARE(document.layout.placements[1], document.layout.placements[2]);
    }

    void every_buffer_is_pinned_so_that_no_planner_moves_what_is_read_by_address() {
        const Document document = deployed_network(worked_network(), "source");
        for (std::size_t i = 0; i < document.problem.buffers.size(); ++i) {
            QCOMPARE(document.problem.buffers[i].pin, std::optional(document.layout.placements[i]->offset));
        }
        const auto again = run_planner(document.problem, document.layout, {.planner = "peak-suppression"});
        QVERIFY(again.has_value());
        QVERIFY(again->result.layout.placements == document.layout.placements);
    }

    void a_deployment_without_operators_still_has_its_inputs() {
        Deployment deployment;
        deployment.regions.emplace_back();
        deployment.inputs = {{"in", Bytes(8), Placement{Offset(0), RegionIndex(0)}}};
        const DeployedProblem made = deployed_problem(deployment);
        QCOMPARE(made.problem.buffers.size(), std::size_t{1});
        QCOMPARE(made.problem.buffers.front().lifetime, steps(0, 1));
    }
};

ARENASCOPE_TEST(DeployedProblemTest)
#include "deployed_problem_test.moc"

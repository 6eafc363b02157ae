#include "core/picture/network/network_diagram.h"

#include "core/model/network/core_assignment.h"
#include "core/model/network/many_core_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::worked_network;

class NetworkDiagramTest : public QObject {
    Q_OBJECT

private slots:
    void a_tensor_is_a_line_from_its_writer_to_each_reader() {
        const NetworkDiagram diagram = network_diagram(worked_network());
        // Eight operators and the input; only the result of conv4 has no reader.
        QCOMPARE(diagram.nodes.size(), std::size_t{9});
        QVERIFY((diagram.nodes.back() == DiagramNode{OperatorIndex::none(), BufferIndex(0)}));
        QCOMPARE(diagram.edges.size(), std::size_t{10});
        QVERIFY((diagram.edges.front() == DiagramEdge{8, 0, BufferIndex(0)}));
        QVERIFY((diagram.edges[9] == DiagramEdge{6, 7, BufferIndex(7)}));
    }

    void an_operand_that_comes_twice_is_one_line() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("add", OperatorFeature::ordinary, {in, in}, 8);
        QCOMPARE(network_diagram(sketch.problem()).edges.size(), std::size_t{1});
    }

    void a_copy_comes_from_the_writer_of_its_source() {
        const Problem problem = worked_network();
        const auto split = many_core_problem(problem, empty_layout(problem),
                                             split_by_rule(problem, 2, CoreSplit::round_robin), TransferTime::late);
        QVERIFY(split && !split->problem.transfers.empty());
        const NetworkDiagram before = network_diagram(problem);
        const NetworkDiagram after = network_diagram(split->problem);
        QCOMPARE(after.nodes.size(), before.nodes.size());
        QCOMPARE(after.edges.size(), before.edges.size());
    }

    void a_problem_without_a_network_has_no_diagram() { QVERIFY(network_diagram({}).nodes.empty()); }
};

ARENASCOPE_TEST(NetworkDiagramTest)
#include "network_diagram_test.moc"

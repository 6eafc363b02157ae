#include "core/model/network/node_order.h"

#include <utility>

#include "core/model/network/network_problem.h"
#include "core/planner/body_planner.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Edges = std::vector<std::pair<std::vector<std::size_t>, std::size_t>>;

/// One node for each entry: the tensors that it reads, and the tensor that it writes.
Network network_of(std::size_t tensors, const Edges& nodes) {
    Network network;
    network.kind = ModelKind::tflite;
    for (std::size_t i = 0; i < tensors; ++i) {
        network.tensors.push_back(
            {std::string("t").append(std::to_string(i)), "float32", 32, std::vector<std::int64_t>{1}});
    }
    for (const auto& [reads, written] : nodes) {
        Node node;
        node.name = std::string("n").append(std::to_string(network.nodes.size()));
        node.type = "RELU";
        for (const std::size_t read : reads) {
            node.inputs.emplace_back(read);
        }
        node.outputs.emplace_back(written);
        network.nodes.push_back(std::move(node));
    }
    return network;
}

using Nodes = std::vector<std::size_t>;

}  // namespace

class NodeOrderTest : public QObject {
    Q_OBJECT

private slots:
    void a_cycle_is_found_anywhere() {
        QCOMPARE(cycle_of(network_of(4, {{{0}, 1}, {{1}, 2}, {{2}, 3}})), Nodes{});
        QCOMPARE(cycle_of(network_of(5, {{{0}, 1}, {{1, 3}, 2}, {{2}, 3}, {{3}, 4}})), (Nodes{1, 2}));
        QCOMPARE(cycle_of(network_of(2, {{{0, 1}, 1}})), Nodes{0});
    }

    void a_cycle_through_a_variable_is_allowed() {
        Network network = network_of(2, {{{0, 1}, 1}});
        network.tensors[1].variable = true;
        QCOMPARE(cycle_of(network), Nodes{});
    }

    void the_error_about_a_cycle_names_its_nodes() {
        const auto model = imported_model(network_of(5, {{{0}, 1}, {{1, 3}, 2}, {{2}, 3}, {{3}, 4}}), {},
                                          planner_of_bodies(), "net.tflite");
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().source, std::string("net.tflite"));
        QCOMPARE(model.error().cause, std::string("the operators form a cycle: 'n1' → 'n2' → 'n1'"));
    }

    void an_operator_that_runs_before_its_operand_is_written_is_noted() {
        Network network = network_of(4, {{{0}, 1}, {{2}, 3}, {{1}, 2}});
        network.inputs = {TensorIndex(0)};
        network.outputs = {TensorIndex(3)};
        const auto model = imported_model(network, {}, planner_of_bodies(), "net.tflite");
        QVERIFY2(model.has_value(), model ? "" : to_string(model.error()).c_str());
        QCOMPARE(model->notes,
                 std::vector<std::string>{
                     "the operators are out of order: 'n1' runs before 'n2', which writes 't2'; the tensor "
                     "lives from its first use to its last"});
        for (const Buffer& buffer : model->problem.buffers) {
            if (buffer.name == "t2") {
                QCOMPARE(buffer.lifetime, (Lifetime{Step(1), Step(3)}));
            }
        }
    }
};

ARENASCOPE_TEST(NodeOrderTest)
#include "node_order_test.moc"

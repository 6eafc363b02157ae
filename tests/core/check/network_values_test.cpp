#include "core/check/symbolic_memory.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

class NetworkValuesTest : public QObject {
    Q_OBJECT

private slots:
    void views_and_merges_hand_on_the_values_that_they_read() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto conv = sketch.add("conv", OperatorFeature::ordinary, {in}, 6);
        const auto view = sketch.add("view", OperatorFeature::removable, {conv}, 4);
        sketch.problem().graph->operators.back().positions = {Bytes(2)};
        sketch.add("cat", OperatorFeature::merge, {view, in}, 12);
        const NetworkValues values(sketch.problem());
        const std::uint32_t made = values.written(OperatorIndex(0), 0).front().value;
        const std::uint32_t given = values.first(in).front().value;
        QVERIFY(made != given);
        QVERIFY((values.written(OperatorIndex(1), 0) == TensorContent{{made, 2, 4}}));
        QVERIFY((values.written(OperatorIndex(2), 0) == TensorContent{{made, 2, 4}, {given, 0, 8}}));
        QVERIFY(values.read(OperatorIndex(2), 1) == values.first(in));
    }

    void an_ordinary_operator_writes_the_variable_that_it_reads() {
        NetworkSketch sketch;
        const auto state = sketch.input("state", 8);
        sketch.add("cell", OperatorFeature::ordinary, {state}, 8);
        sketch.add("next", OperatorFeature::ordinary, {state}, 8);
        sketch.problem().buffers.front().kind = BufferKind::variable;
        const NetworkValues values(sketch.problem());
        QVERIFY(values.read(OperatorIndex(0), 0) == values.first(state));
        QVERIFY(values.read(OperatorIndex(1), 0) != values.first(state));
        QVERIFY(values.last(state) != values.read(OperatorIndex(1), 0));
    }

    void a_merge_with_parts_of_another_size_has_a_value_of_its_own() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("cat", OperatorFeature::merge, {in, in}, 12);
        const NetworkValues values(sketch.problem());
        QCOMPARE(values.written(OperatorIndex(0), 0).size(), std::size_t{1});
        QCOMPARE(size_of(values.written(OperatorIndex(0), 0)), Bytes(12));
    }
};

ARENASCOPE_TEST(NetworkValuesTest)
#include "network_values_test.moc"

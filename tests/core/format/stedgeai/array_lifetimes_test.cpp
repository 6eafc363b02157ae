#include "core/format/stedgeai/array_lifetimes.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// A plan of three layers, with an array of each kind.
PoolPlan plan_of(const std::vector<BufferKind>& kinds) {
    PoolPlan plan;
    plan.nodes.resize(3);
    for (const BufferKind kind : kinds) {
        plan.buffers.emplace_back().buffer.kind = kind;
    }
    return plan;
}

}  // namespace

class ArrayLifetimesTest : public QObject {
    Q_OBJECT

private slots:
    void an_array_lives_from_its_first_layer_to_its_last() {
        PoolPlan plan = plan_of({BufferKind::activation});
        ArrayLifetimes lifetimes;
        lifetimes.add_use(BufferIndex(0), Step(0));
        lifetimes.add_use(BufferIndex(0), Step(1));
        lifetimes.derive(plan);
        QCOMPARE(plan.buffers[0].buffer.lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(plan.notes,
                 std::vector<std::string>{"the file has no lifetimes: they follow from the order of its layers"});
    }

    void inputs_live_from_the_start_and_outputs_to_the_end() {
        PoolPlan plan = plan_of({BufferKind::input, BufferKind::output});
        ArrayLifetimes lifetimes;
        lifetimes.add_use(BufferIndex(1), Step(1));
        lifetimes.add_use(BufferIndex(0), Step(1));
        lifetimes.derive(plan);
        QCOMPARE(plan.buffers[0].buffer.lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(plan.buffers[1].buffer.lifetime, (Lifetime{Step(1), Step(3)}));
    }

    void an_array_without_a_layer_lives_throughout() {
        PoolPlan plan = plan_of({BufferKind::activation, BufferKind::activation});
        ArrayLifetimes lifetimes;
        lifetimes.add_use(BufferIndex(0), Step(2));
        lifetimes.derive(plan);
        QCOMPARE(plan.buffers[1].buffer.lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(plan.notes.back(), std::string("alive throughout, because no layer names them: 1 array"));
        PoolPlan without_layers = plan_of({BufferKind::activation});
        without_layers.nodes.clear();
        ArrayLifetimes().derive(without_layers);
        QCOMPARE(without_layers.buffers[0].buffer.lifetime, (Lifetime{Step(0), Step(1)}));
    }
};

ARENASCOPE_TEST(ArrayLifetimesTest)
#include "array_lifetimes_test.moc"

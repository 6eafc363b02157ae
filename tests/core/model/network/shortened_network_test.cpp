#include "core/model/network/shortened_network.h"

#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::worked_network;

namespace {

HeldBytes part(BufferIndex buffer, std::int64_t position, std::int64_t size) {
    return {buffer, Bytes(position), Bytes(size)};
}

/// The ranges that hold the first operand of the last operator after these are removed.
HeldTensor last_read(const Problem& problem, const std::vector<OperatorIndex>& removed) {
    return shortened_network(problem, removed).operators.back().reads.front();
}

}  // namespace

class ShortenedNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void keeps_everything_if_nothing_is_removed() {
        const Problem problem = worked_network();
        const ShortenedNetwork network = shortened_network(problem, {});
        QCOMPARE(network.operators.size(), problem.graph->operators.size());
        QCOMPARE(network.operators.back().reads, (std::vector<HeldTensor>{{part(BufferIndex(7), 0, 90)}}));
        QCOMPARE(network.inputs, (std::vector<BufferIndex>{BufferIndex(0)}));
        QVERIFY(network.outputs.empty() && network.variables.empty() && network.scratch.empty());
    }

    void a_view_of_a_merge_reads_parts_of_its_operands() {
        NetworkSketch sketch;
        const auto a = sketch.input("a", 4);
        const auto b = sketch.input("b", 6);
        const auto both = sketch.add("both", OperatorFeature::merge, {a, b}, 10);
        const auto view = sketch.add("view", OperatorFeature::removable, {both}, 5);
        sketch.add("end", OperatorFeature::ordinary, {view}, 1);
        sketch.problem().graph->operators[1].positions = {Bytes(2)};
        QCOMPARE(last_read(sketch.problem(), {OperatorIndex(0), OperatorIndex(1)}),
                 (HeldTensor{part(a, 2, 2), part(b, 0, 3)}));
        // If the merge is not removed, the view refers to its output.
        QCOMPARE(last_read(sketch.problem(), {OperatorIndex(1)}), (HeldTensor{part(both, 2, 5)}));
    }

    void adjacent_parts_are_joined() {
        NetworkSketch sketch;
        const auto a = sketch.input("a", 8);
        const auto left = sketch.add("left", OperatorFeature::removable, {a}, 4);
        const auto right = sketch.add("right", OperatorFeature::removable, {a}, 4);
        const auto both = sketch.add("both", OperatorFeature::merge, {left, right}, 8);
        sketch.add("end", OperatorFeature::ordinary, {both}, 1);
        sketch.problem().graph->operators[0].positions = {Bytes(0)};
        sketch.problem().graph->operators[1].positions = {Bytes(4)};
        QCOMPARE(last_read(sketch.problem(), {OperatorIndex(0), OperatorIndex(1), OperatorIndex(2)}),
                 (HeldTensor{part(a, 0, 8)}));
    }

    void all_readers_of_a_removed_output_are_connected() {
        NetworkSketch sketch;
        const auto a = sketch.input("a", 4);
        const auto view = sketch.add("view", OperatorFeature::removable, {a}, 4);
        const auto first = sketch.add("first", OperatorFeature::ordinary, {view, view}, 4);
        sketch.add("second", OperatorFeature::ordinary, {first, view}, 4);
        sketch.problem().buffers[view].kind = BufferKind::output;
        const ShortenedNetwork network = shortened_network(sketch.problem(), {OperatorIndex(0)});
        const HeldTensor held = {part(a, 0, 4)};
        QCOMPARE(network.operators[0].reads, (std::vector<HeldTensor>{held, held}));
        QCOMPARE(network.operators[1].reads, (std::vector<HeldTensor>{{part(first, 0, 4)}, held}));
        QCOMPARE(network.outputs, (std::vector<ShortenedOutput>{{view, held}}));
    }

    void an_input_that_is_also_an_output_is_in_both_lists() {
        NetworkSketch sketch;
        const auto through = sketch.input("through", 4);
        sketch.add("end", OperatorFeature::ordinary, {through}, 4);
        sketch.problem().buffers[0].kind = BufferKind::output;
        const ShortenedNetwork network = shortened_network(sketch.problem(), {});
        QCOMPARE(network.inputs, (std::vector<BufferIndex>{through}));
        QCOMPARE(network.outputs.size(), std::size_t{1});
    }

    void a_long_chain_of_merges_takes_linear_time() {
        NetworkSketch sketch;
        auto last = sketch.input("first", 1);
        constexpr int links = 20'000;
        std::vector<OperatorIndex> removed;
        for (int i = 0; i < links; ++i) {
            const auto more = sketch.input("in" + std::to_string(i), 1);
            last = sketch.add("merge" + std::to_string(i), OperatorFeature::merge, {last, more}, i + 2);
            removed.emplace_back(static_cast<std::size_t>(i));
        }
        sketch.add("end", OperatorFeature::ordinary, {last}, 1);
        QCOMPARE(last_read(sketch.problem(), removed).size(), std::size_t{links + 1});
    }
};

ARENASCOPE_TEST(ShortenedNetworkTest)
#include "shortened_network_test.moc"

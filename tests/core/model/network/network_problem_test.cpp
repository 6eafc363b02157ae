#include "core/model/network/network_problem.h"

#include <algorithm>
#include <limits>

#include "core/planner/body_planner.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Builds a network of byte tensors, one by one.
struct Sketch {
    Network network;

    TensorIndex tensor(const std::string& name, std::int64_t bytes) {
        constexpr std::int64_t bits = 8;
        network.tensors.push_back({name, "int8", bits, std::vector<std::int64_t>{bytes}});
        return TensorIndex(network.tensors.size() - 1);
    }
    TensorIndex constant(const std::string& name, std::int64_t bytes) {
        const TensorIndex index = tensor(name, bytes);
        network.tensors.back().constant = true;
        return index;
    }
    void node(const std::string& type, std::vector<TensorIndex> inputs, std::vector<TensorIndex> outputs) {
        network.nodes.push_back(
            {type + std::to_string(network.nodes.size()), type, std::move(inputs), std::move(outputs)});
    }
};

ImportedModel imported(const Network& network, const ImportOptions& options = {}) {
    auto model = imported_model(network, options, planner_of_bodies(), "model");
    if (!model) {
        qFatal("%s", to_string(model.error()).c_str());
    }
    return std::move(*model);
}

const Buffer* buffer_named(const ImportedModel& model, const std::string& name) {
    for (const Buffer& buffer : model.problem.buffers) {
        if (buffer.name == name) {
            return &buffer;
        }
    }
    return nullptr;
}

Lifetime lifetime_of(const ImportedModel& model, const std::string& name) {
    const Buffer* buffer = buffer_named(model, name);
    return buffer == nullptr ? Lifetime{} : buffer->lifetime;
}

/// in → conv(w) → a → relu → b → conv(w) → out; the last operator also reads b.
Sketch chain() {
    Sketch sketch;
    const TensorIndex in = sketch.tensor("in", 4);
    const TensorIndex weights = sketch.constant("w", 100);
    const TensorIndex a = sketch.tensor("a", 8);
    const TensorIndex b = sketch.tensor("b", 8);
    const TensorIndex out = sketch.tensor("out", 2);
    sketch.node("Conv", {in, weights}, {a});
    sketch.node("Relu", {a}, {b});
    sketch.node("Conv", {b, weights, TensorIndex::none()}, {out});
    sketch.network.inputs = {in};
    sketch.network.outputs = {out};
    return sketch;
}

}  // namespace

class NetworkProblemTest : public QObject {
    Q_OBJECT

private slots:
    void operators_that_are_random_or_unknown_keep_their_order() {
        Sketch sketch = chain();
        sketch.network.nodes[0].folds = false;
        sketch.network.nodes[2].known = false;
        const ImportedModel model = imported(sketch.network);
        QVERIFY(model.problem.graph->operators[0].keeps_order);
        QVERIFY(!model.problem.graph->operators[1].keeps_order);
        QVERIFY(model.problem.graph->operators[2].keeps_order);
    }

    void gives_each_tensor_the_steps_from_its_producer_to_its_last_consumer() {
        const ImportedModel model = imported(chain().network);
        QCOMPARE(model.problem.buffers.size(), std::size_t{4});
        QCOMPARE(lifetime_of(model, "in"), (Lifetime{Step(0), Step(1)}));
        QCOMPARE(lifetime_of(model, "a"), (Lifetime{Step(0), Step(2)}));
        QCOMPARE(lifetime_of(model, "b"), (Lifetime{Step(1), Step(3)}));
        QCOMPARE(lifetime_of(model, "out"), (Lifetime{Step(2), Step(3)}));
        QCOMPARE(buffer_named(model, "in")->kind, BufferKind::input);
        QCOMPARE(buffer_named(model, "out")->kind, BufferKind::output);
        QCOMPARE(model.problem.step_labels[1].text, std::string("Relu1"));
    }

    void gives_each_operator_its_reads_writes_and_feature() {
        const ImportedModel model = imported(chain().network);
        const Operator& conv = model.problem.graph->operators[2];
        QCOMPARE(conv.reads.size(), std::size_t{1});
        QCOMPARE(conv.constants, std::vector<std::string>{"w"});
        QCOMPARE(conv.feature, OperatorFeature::ordinary);
        const Operator& relu = model.problem.graph->operators[1];
        QCOMPARE(relu.feature, OperatorFeature::in_place);
        QCOMPARE(relu.shareable, std::vector<std::uint32_t>{0});
        QCOMPARE(model.problem.graph->tensors[0].shape, std::vector<std::int64_t>{4});
    }

    void folds_operators_whose_operands_are_all_constant_one_after_another() {
        Sketch sketch = chain();
        const TensorIndex raw = sketch.constant("raw", 1);
        const TensorIndex once = sketch.tensor("once", 1000);
        const TensorIndex twice = sketch.tensor("twice", 1000);
        Network& network = sketch.network;
        // Deliberately out of order: folding repeats until nothing more becomes constant.
        network.nodes.insert(network.nodes.begin(), {"second", "Neg", {once}, {twice}});
        network.nodes.insert(network.nodes.begin() + 1, {"first", "Neg", {raw}, {once}});
        network.nodes.back().inputs[1] = twice;
        const ImportedModel folded = imported(network);
        QCOMPARE(folded.report.folded, (std::vector<std::string>{"second", "first"}));
        QCOMPARE(folded.problem.buffers.size(), std::size_t{4});
        QCOMPARE(folded.problem.graph->operators.size(), std::size_t{3});
        const ImportedModel whole = imported(network, {.fold = false});
        QVERIFY(whole.report.folded.empty());
        QCOMPARE(whole.problem.buffers.size(), std::size_t{6});
    }

    void folds_independently_of_the_operator_order() {
        constexpr std::size_t count = 20'000;
        Sketch sketch;
        for (std::size_t i = 0; i <= count; ++i) {
            sketch.tensor(std::string("t").append(std::to_string(i)), 4);
        }
        sketch.network.tensors.front().constant = true;
        for (std::size_t i = count; i > 0; --i) {
            sketch.node("Neg", {TensorIndex(i - 1)}, {TensorIndex(i)});
        }
        const TensorIndex in = sketch.tensor("in", 4);
        const TensorIndex out = sketch.tensor("out", 4);
        sketch.node("Add", {in, TensorIndex(count)}, {out});
        sketch.network.inputs = {in};
        sketch.network.outputs = {out};
        const ImportedModel model = imported(sketch.network);
        QCOMPARE(model.report.folded.size(), count);
        QCOMPARE(model.problem.buffers.size(), std::size_t{2});
    }

    void never_folds_random_operators_or_those_without_operands() {
        Sketch sketch = chain();
        const TensorIndex raw = sketch.constant("raw", 1);
        const TensorIndex noise = sketch.tensor("noise", 5);
        const TensorIndex fresh = sketch.tensor("fresh", 6);
        sketch.node("RandomNormalLike", {raw}, {noise});
        sketch.network.nodes.back().folds = false;
        sketch.node("RandomNormal", {}, {fresh});
        sketch.network.outputs.push_back(noise);
        sketch.network.outputs.push_back(fresh);
        const ImportedModel model = imported(sketch.network);
        QVERIFY(model.report.folded.empty());
        QVERIFY(buffer_named(model, "noise") != nullptr && buffer_named(model, "fresh") != nullptr);
    }

    void skips_unused_outputs_depending_on_the_format() {
        Sketch sketch = chain();
        sketch.network.nodes[0].outputs.push_back(sketch.tensor("mask", 3));
        QVERIFY(buffer_named(imported(sketch.network), "mask") == nullptr);
        QCOMPARE(imported(sketch.network).report.skipped[0].tensor, std::string("mask"));
        QVERIFY(buffer_named(imported(sketch.network, {.unused_outputs = UnusedOutputs::keep}), "mask") != nullptr);
        sketch.network.kind = ModelKind::tflite;
        QCOMPARE(lifetime_of(imported(sketch.network), "mask"), (Lifetime{Step(0), Step(1)}));
    }

    void variables_live_throughout_and_unproduced_tensors_are_scratch() {
        Sketch sketch = chain();
        sketch.network.kind = ModelKind::tflite;
        const TensorIndex state = sketch.tensor("state", 7);
        sketch.network.tensors.back().variable = true;
        const TensorIndex scratch = sketch.tensor("scratch", 9);
        sketch.network.nodes[0].inputs.push_back(state);
        sketch.network.nodes[1].inputs.push_back(scratch);
        sketch.network.nodes[2].inputs.push_back(scratch);
        const ImportedModel model = imported(sketch.network);
        QCOMPARE(lifetime_of(model, "state"), (Lifetime{Step(0), Step(3)}));
        QCOMPARE(buffer_named(model, "state")->kind, BufferKind::variable);
        QCOMPARE(lifetime_of(model, "scratch"), (Lifetime{Step(1), Step(3)}));
        QCOMPARE(buffer_named(model, "scratch")->kind, BufferKind::scratch);
        QCOMPARE(model.report.threshold_without_scratch, std::optional(Bytes(7 + 8 + 8)));
        QVERIFY(buffer_named(imported(sketch.network, {.scratch = false}), "scratch") == nullptr);
        QVERIFY(buffer_named(imported(sketch.network, {.variables = Residence::outside}), "state") == nullptr);
        QVERIFY(imported(sketch.network, {.variables = Residence::outside}).notes[0].find("1 variable of ") == 0);
    }

    void switches_decide_about_inputs_and_outputs() {
        const Network network = chain().network;
        const ImportedModel throughout =
            imported(network, {.inputs = Residence::throughout, .outputs = Residence::throughout});
        QCOMPARE(lifetime_of(throughout, "in"), (Lifetime{Step(0), Step(3)}));
        QCOMPARE(lifetime_of(throughout, "out"), (Lifetime{Step(0), Step(3)}));
        const ImportedModel outside = imported(network, {.inputs = Residence::outside, .outputs = Residence::outside});
        QCOMPARE(outside.problem.buffers.size(), std::size_t{2});
        const auto& operators = outside.problem.graph->operators;
        QVERIFY(operators[0].reads.empty());
        QCOMPARE(operators[0].reads_outside, std::vector<std::string>{"in"});
        QCOMPARE(operators[0].constants, std::vector<std::string>{"w"});
        QCOMPARE(operators.back().writes_outside, std::vector<std::string>{"out"});
    }

    void rounds_sizes_up_to_the_given_multiple() {
        const ImportedModel model = imported(chain().network, {.size_multiple = Bytes(16)});
        for (const Buffer& buffer : model.problem.buffers) {
            QCOMPARE(buffer.size, Bytes(16));
        }
    }

    void lists_unknown_sizes_with_the_operator_that_stopped_inference() {
        Sketch sketch = chain();
        sketch.network.tensors[2].shape.reset();
        sketch.network.tensors[3].shape = std::vector<std::int64_t>{-1, 4};
        const ImportedModel model = imported(sketch.network);
        QCOMPARE(model.problem.buffers.size(), std::size_t{2});
        QCOMPARE(model.problem.graph->unknown_sizes.size(), std::size_t{2});
        QCOMPARE(model.problem.graph->unknown_sizes[1].tensor, std::string("b"));
        QCOMPARE(model.problem.graph->unknown_sizes[1].operator_name, std::string("Conv0"));
        const auto& operators = model.problem.graph->operators;
        QCOMPARE(operators[0].writes_outside, std::vector<std::string>{"a"});
        QCOMPARE(operators[1].reads_outside, std::vector<std::string>{"a"});
        QVERIFY(operators[1].constants.empty());
    }

    void finds_the_operator_before_a_long_chain_of_unknown_sizes() {
        constexpr std::size_t count = 20'000;
        Sketch sketch;
        sketch.network.inputs = {sketch.tensor("in", 4)};
        for (std::size_t i = 1; i <= count; ++i) {
            sketch.tensor(std::string("t").append(std::to_string(i)), 4);
            sketch.network.tensors.back().shape.reset();
            sketch.node("Neg", {TensorIndex(i - 1)}, {TensorIndex(i)});
        }
        const ImportedModel model = imported(sketch.network);
        QCOMPARE(model.problem.graph->unknown_sizes.size(), count - 1);  // the last one is unused
        QVERIFY(std::all_of(model.problem.graph->unknown_sizes.begin(), model.problem.graph->unknown_sizes.end(),
                            [](const UnknownSize& unknown) { return unknown.operator_name == "Neg0"; }));
    }

    void makes_names_unique_and_names_the_nameless() {
        Sketch sketch = chain();
        sketch.network.tensors[2].name = "in";
        sketch.network.tensors[3].name = "";
        const ImportedModel model = imported(sketch.network);
        QVERIFY(buffer_named(model, "in#2") != nullptr);
        QVERIFY(buffer_named(model, "tensor 3") != nullptr);
    }

    void tensors_used_by_inner_graphs_count_as_operands() {
        Sketch sketch = chain();
        sketch.network.nodes[2].captures = {sketch.network.inputs[0]};
        QCOMPARE(lifetime_of(imported(sketch.network), "in"), (Lifetime{Step(0), Step(3)}));
    }

    void merges_only_along_the_outermost_axis_that_is_not_one() {
        Sketch sketch;
        Network& network = sketch.network;
        for (const char* name : {"x", "y"}) {
            network.inputs.push_back(sketch.tensor(name, 1));
            network.tensors.back().shape = std::vector<std::int64_t>{1, 2, 3};
        }
        const TensorIndex whole = sketch.tensor("whole", 1);
        network.tensors.back().shape = std::vector<std::int64_t>{1, 4, 3};
        sketch.node("Concat", network.inputs, {whole});
        network.nodes[0].axis = 1;
        network.outputs = {whole};
        QCOMPARE(imported(network).problem.graph->operators[0].feature, OperatorFeature::merge);
        network.nodes[0].axis = -1;
        network.tensors[2].shape = std::vector<std::int64_t>{1, 2, 6};
        QCOMPARE(imported(network).problem.graph->operators[0].feature, OperatorFeature::ordinary);
        network.nodes[0].axis = 1;
        network.tensors[2].shape = std::vector<std::int64_t>{1, 4, 3};
        network.tensors[0].quantization = "0.5";
        QCOMPARE(imported(network).problem.graph->operators[0].feature, OperatorFeature::ordinary);
    }

    void shares_nothing_if_the_sum_of_parts_exceeds_64_bits() {
        Sketch sketch;
        const TensorIndex part = sketch.tensor("part", std::int64_t{1} << 59U);
        const TensorIndex whole = sketch.tensor("whole", 8);
        sketch.node("Concat", std::vector<TensorIndex>(24, part), {whole});
        sketch.network.nodes.front().axis = 0;
        sketch.network.inputs = {part};
        sketch.network.outputs = {whole};
        const ImportedModel model = imported(sketch.network);
        QCOMPARE(model.problem.graph->operators.front().feature, OperatorFeature::ordinary);
    }

    void ignores_offsets_beyond_64_bits() {
        Sketch sketch = chain();
        constexpr std::int64_t many = std::int64_t{1} << 59U;
        sketch.network.offline_plan = {Offset(std::numeric_limits<std::int64_t>::max() - many), Offset(0), Offset(8)};
        sketch.network.tensors[0].shape = std::vector<std::int64_t>{many + 1};
        const ImportedModel model = imported(sketch.network);
        QVERIFY(!model.layout.placements[0]);
        QVERIFY(model.layout.placements[1]);
    }

    void refuses_the_sum_of_scratch_beyond_64_bits_before_it_is_added_up() {
        Sketch sketch = chain();
        sketch.network.kind = ModelKind::tflite;
        for (int i = 0; i < 16; ++i) {
            sketch.network.nodes[0].inputs.push_back(sketch.tensor("s", std::int64_t{1} << 59U));
        }
        const auto model = imported_model(sketch.network, {}, planner_of_bodies(), "model");
        QVERIFY(!model && model.error().cause.find("64 bits") != std::string::npos);
    }

    void refuses_sizes_beyond_64_bits() {
        Sketch sketch = chain();
        constexpr std::int64_t many = std::int64_t{1} << 40;
        sketch.network.tensors[2].shape = std::vector<std::int64_t>{many, many};
        const auto model = imported_model(sketch.network, {}, planner_of_bodies(), "model");
        QVERIFY(!model && model.error().cause.find("'a'") != std::string::npos);
    }

    void notes_that_there_is_nothing_to_place() {
        const auto model = imported_model(Network{}, {}, planner_of_bodies(), "model");
        QVERIFY(model && model->problem.buffers.empty());
        QCOMPARE(model->notes.size(), std::size_t{1});
    }
};

ARENASCOPE_TEST(NetworkProblemTest)
#include "network_problem_test.moc"

#include "core/format/flatbuffers/tflite_model.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int8_t int32 = 2;
constexpr std::int8_t string = 5;
constexpr std::int8_t int8 = 9;
constexpr std::int8_t int4 = 17;

Network network_of(TfliteMaker& model, const ImportOptions& options = {}) {
    auto network = parse_tflite_model(model.bytes(), options, "net.tflite");
    if (!network) {
        qFatal("%s", to_string(network.error()).c_str());
    }
    return std::move(*network);
}

Document document_of(TfliteMaker& model, const ImportOptions& options = {}) {
    auto document = parse_document(model.bytes(), "net.tflite", options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

std::string error_of(const std::string& content, const ImportOptions& options = {}) {
    const auto network = parse_tflite_model(content, options, "net.tflite");
    return network ? "no error" : to_string(network.error());
}

/// in → CONV_2D(weights) → RELU → out.
TfliteMaker small_model() {
    TfliteMaker model;
    const auto weights = model.tensor("w", {1, 1, 1, 4}, {.buffer = model.buffer({1, 2, 3, 4})});
    const auto in = model.tensor("in", {1, 2, 3, 1});
    const auto hidden = model.tensor("hidden", {1, 2, 3, 4});
    const auto out = model.tensor("out", {1, 2, 3, 4});
    model.node(3, {in, weights, -1}, {hidden});
    model.node(19, {hidden}, {out});
    model.graph("main", {in}, {out});
    return model;
}

/// An offline plan for in, hidden and out of a model with another operator; the weights come first.
Document planned(const std::vector<std::int32_t>& plan) {
    TfliteMaker model;
    const auto in = model.tensor("in", {4});
    const auto hidden = model.tensor("hidden", {8});
    const auto out = model.tensor("out", {4});
    model.node(19, {in}, {hidden});
    model.node(19, {hidden}, {out});
    model.graph("main", {in}, {out});
    model.metadata("min_runtime_version", 0);
    model.metadata("OfflineMemoryAllocation", model.numbers(plan));
    return document_of(model);
}

/// A custom operator with an input of 32 bytes, a scratch tensor of 128 and an output of 32 at these offsets.
Document accelerated(const std::vector<std::int32_t>& offsets, const char* type = "ethos-u") {
    TfliteMaker model;
    const auto in = model.tensor("in", {8});
    const auto scratch = model.tensor("scratch", {32});
    const auto out = model.tensor("out", {8});
    model.custom(type, {in, scratch}, {out});
    model.graph("main", {in}, {out});
    model.metadata("OfflineMemoryAllocation", model.numbers({0, 1, 3, offsets.at(0), offsets.at(1), offsets.at(2)}));
    return document_of(model);
}

}  // namespace

class TfliteModelTest : public QObject {
    Q_OBJECT

private slots:
    void reads_tensors_and_operators_in_file_order() {
        TfliteMaker model = small_model();
        const Document document = document_of(model);
        QCOMPARE(document.format, FileFormat::tflite);
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[0].name, std::string("in"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(24));
        QCOMPARE(document.problem.buffers[0].kind, BufferKind::input);
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(2)}));
        const auto& operators = document.problem.graph->operators;
        QCOMPARE(operators.size(), std::size_t{2});
        QCOMPARE(operators[0].type, std::string("CONV_2D"));
        QCOMPARE(operators[0].constants, std::vector<std::string>{"w"});
        QCOMPARE(operators[1].name, std::string("RELU 1"));
        QCOMPARE(operators[1].feature, OperatorFeature::in_place);
        // What the runtime needs beside the tensors is in no figure.
        QCOMPARE(document.notes.size(), std::size_t{1});
        QVERIFY(document.notes[0].find("scratch of the kernels, and what the runtime keeps") != std::string::npos);
        QCOMPARE(threshold(document.problem), Bytes(192));
    }

    void a_plan_of_tensors_says_so_wherever_it_goes() {
        TfliteMaker model = small_model();
        const Document document = document_of(model);
        QVERIFY(document.problem.graph->has_only_tensors);
        const auto again = parse_document(plan_json_text(document.problem, document.layout, std::nullopt), "plan.json");
        QVERIFY(again.has_value());
        QVERIFY(again->problem == document.problem);
        QCOMPARE(again->notes, document.notes);
    }

    void tensors_with_data_in_or_after_the_flatbuffer_are_constants() {
        TfliteMaker model;
        const auto data = model.tensor("data", {1}, {.buffer = model.buffer({1, 2, 3, 4})});
        const auto behind = model.tensor("behind", {1}, {.buffer = model.buffer({}, 4096, 4)});
        const auto kept_free = model.tensor("kept_free", {1}, {.buffer = model.buffer({}, 1, 1)});
        const auto empty = model.tensor("empty", {1}, {.buffer = model.buffer({})});
        model.node(106, {data, behind, kept_free, empty}, {model.tensor("sum", {1})});
        model.graph("main", {}, {});
        const Network network = network_of(model);
        std::vector<bool> constant;
        for (const Tensor& tensor : network.tensors) {
            constant.push_back(tensor.constant);
        }
        QCOMPARE(constant, (std::vector<bool>{true, true, false, false, false}));
    }

    void variables_live_throughout_and_are_not_constant() {
        TfliteMaker model;
        const auto in = model.tensor("in", {4});
        const auto state = model.tensor("state", {8}, {.is_variable = true});
        const auto out = model.tensor("out", {4});
        model.node(19, {in}, {out});
        model.node(27, {out, state}, {model.tensor("last", {2})});
        model.node(19, {out}, {model.tensor("unused", {2})});
        model.graph("main", {in}, {out});
        const Document document = document_of(model);
        QCOMPARE(document.problem.buffers[1].name, std::string("state"));
        QCOMPARE(document.problem.buffers[1].kind, BufferKind::variable);
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(3)}));
        // Unused outputs are kept and live at their own step.
        QCOMPARE(document.problem.buffers[4].lifetime, (Lifetime{Step(2), Step(3)}));
    }

    void the_larger_code_names_the_operator() {
        TfliteMaker model;
        const auto in = model.tensor("in", {4});
        const auto out = model.tensor("out", {4});
        model.node(150, {in}, {out});
        model.node(999, {in}, {out});
        model.node(209, {in}, {out});
        model.custom("TFLite_Detection_PostProcess", {in}, {out});
        model.custom("RESHAPE", {in}, {out});
        model.graph("main", {in}, {out});
        const Network network = network_of(model);
        QCOMPARE(network.nodes[0].type, std::string("GELU"));
        QCOMPARE(network.nodes[1].type, std::string("BUILTIN 999"));
        QCOMPARE(network.nodes[2].type, std::string("STABLEHLO_CASE"));
        QCOMPARE(network.nodes[3].type, std::string("TFLite_Detection_PostProcess"));
        // This custom operator is not the built-in one and may change its bytes.
        QCOMPARE(network.nodes[4].type, std::string("CUSTOM RESHAPE"));
        QVERIFY(network.nodes[0].known && network.nodes[2].known);
        QVERIFY(!network.nodes[1].known && !network.nodes[3].known && !network.nodes[4].known);
    }

    void operators_that_are_random_or_have_effects_are_not_folded() {
        TfliteMaker model;
        const auto shape = model.tensor("shape", {1}, {.type = int32, .buffer = model.numbers({4})});
        const auto out = model.tensor("out", {4});
        for (const std::int32_t code : {148, 149, 142, 144, 129, 94, 0}) {
            model.node(code, {shape}, {out});
        }
        model.custom("FlexRandomUniform", {shape}, {out});
        model.graph("main", {}, {out});
        std::vector<bool> folds;
        for (const Node& node : network_of(model).nodes) {
            folds.push_back(node.folds);
        }
        QCOMPARE(folds, (std::vector<bool>{false, false, false, false, false, true, true, false}));
    }

    void operators_with_only_constant_operands_are_folded() {
        TfliteMaker model;
        const auto weights = model.tensor("w", {4}, {.type = int8, .buffer = model.buffer({1, 2, 3, 4})});
        const auto wide = model.tensor("wide", {4});
        const auto in = model.tensor("in", {4});
        const auto out = model.tensor("out", {4});
        model.node(6, {weights}, {wide});
        model.node(0, {in, wide}, {out});
        model.graph("main", {in}, {out});
        const Document document = document_of(model);
        QCOMPARE(document.import->folded, std::vector<std::string>{"DEQUANTIZE 0"});
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.graph->operators.front().name, std::string("ADD 1"));
    }

    void sizes_follow_shape_and_type() {
        TfliteMaker model;
        const auto nibbles = model.tensor("nibbles", {3, 3}, {.type = int4});
        const auto scalar = model.tensor("scalar", {});
        const auto text = model.tensor("text", {2}, {.type = string});
        const auto other = model.tensor("other", {2}, {.type = 99});
        model.custom("x", {nibbles, scalar}, {text, other});
        model.graph("main", {nibbles, scalar}, {text, other});
        const Document document = document_of(model);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.buffers[0].size, Bytes(5));
        QCOMPARE(document.problem.buffers[1].size, Bytes(4));
        QCOMPARE(document.problem.graph->unknown_sizes.size(), std::size_t{2});
        QCOMPARE(document.problem.graph->unknown_sizes[0].reason,
                 std::string("elements of type string have no fixed size"));
        QCOMPARE(document.problem.graph->unknown_sizes[1].tensor, std::string("other"));
    }

    void a_missing_rank_is_unknown_if_other_tensors_have_one() {
        TfliteMaker model;
        const auto in = model.tensor("in", {4}, {.has_rank = true});
        const auto scalar = model.tensor("scalar", {}, {.has_rank = true});
        const auto unknown = model.tensor("unknown", {});
        model.custom("x", {in}, {scalar, unknown});
        model.graph("main", {in}, {scalar, unknown});
        const Document document = document_of(model);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.graph->unknown_sizes.size(), std::size_t{1});
        QCOMPARE(document.problem.graph->unknown_sizes[0].tensor, std::string("unknown"));
        QCOMPARE(document.problem.graph->unknown_sizes[0].operator_name, std::string("x 0"));
    }

    void open_extents_are_one_or_as_given() {
        const auto build = [] {
            TfliteMaker model;
            const auto in = model.tensor("in", {1, 4}, {.signature = {-1, 4}});
            const auto out = model.tensor("out", {1, 2}, {.signature = {-1, 2}});
            const auto inner = model.tensor("inner", {-1, 2});
            model.node(9, {in}, {inner});
            model.node(9, {inner}, {out});
            model.graph("main", {in}, {out});
            return model;
        };
        TfliteMaker model = build();
        const Document assumed = document_of(model);
        QCOMPARE(assumed.problem.buffers[0].size, Bytes(16));
        QCOMPARE(assumed.problem.graph->assumed_dimensions, std::vector<std::string>{"in[0]"});
        QCOMPARE(assumed.problem.graph->unknown_sizes.size(), std::size_t{1});
        TfliteMaker again = build();
        const Document five = document_of(again, {.unknown_dimension = 5});
        QCOMPARE(five.problem.buffers.size(), std::size_t{3});
        QCOMPARE(five.problem.buffers[0].size, Bytes(80));
        QCOMPARE(five.problem.buffers[1].size, Bytes(40));
        TfliteMaker named = build();
        const Document note = document_of(named, {.dimensions = {{"batch", 3}}});
        QVERIFY(note.notes.at(0).find("unknown-dimension=N") != std::string::npos);
    }

    void equal_quantizations_have_equal_texts() {
        TfliteMaker model;
        model.tensor("a", {4}, {.type = int8, .scales = {0.5F}});
        model.tensor("b", {4}, {.type = int8, .scales = {0.5F}});
        model.tensor("c", {4}, {.type = int8, .scales = {0.25F}});
        model.tensor("d", {4}, {.type = int8, .scales = {0.5F, 0.5F, 0.5F, 0.5F}});
        model.tensor("none", {4}, {.type = int8});
        model.graph("main", {}, {});
        const Network network = network_of(model);
        QCOMPARE(network.tensors[0].quantization, std::string("0.5 at 3 "));
        QCOMPARE(network.tensors[1].quantization, network.tensors[0].quantization);
        QVERIFY(network.tensors[2].quantization != network.tensors[0].quantization);
        QVERIFY(network.tensors[3].quantization != network.tensors[0].quantization);
        QCOMPARE(network.tensors[4].quantization, std::string());
    }

    void concatenations_and_splits_have_an_axis() {
        TfliteMaker model;
        auto& to = model.builder();
        const auto in = model.tensor("in", {4});
        const auto axis = model.tensor("axis", {}, {.type = int32, .buffer = model.numbers({-2})});
        const auto out = model.tensor("out", {4});
        model.node(2, {in, in}, {out}, 10, tflite::CreateConcatenation(to, 3));
        model.node(2, {in, in}, {out}, 10, tflite::CreateConcatenation(to, 3, 1));
        model.node(2, {in, in}, {out});
        model.node(83, {in, in}, {out}, 59, tflite::CreateStack(to, 2, 1));
        model.node(88, {in}, {out}, 64, tflite::CreateStack(to, 2, -1));
        model.node(49, {axis, in}, {out});
        model.node(102, {in, in, axis}, {out});
        model.node(49, {in, in}, {out});
        model.graph("main", {in}, {out});
        std::vector<std::optional<std::int64_t>> axes;
        for (const Node& node : network_of(model).nodes) {
            axes.push_back(node.axis);
        }
        // A concatenation with a fused activation cannot have its operands written into its output.
        QVERIFY((axes == std::vector<std::optional<std::int64_t>>{3, {}, {}, 1, -1, -2, -2, {}}));
    }

    void options_that_extend_beyond_the_file_are_ignored() {
        TfliteMaker model;
        const auto in = model.tensor("in", {4});
        // The operator declares the options of a concatenation, but they lack all fields.
        model.node(2, {in}, {in}, 10, tflite::CreateOpaque(model.builder()));
        model.graph("main", {in}, {in});
        QCOMPARE(network_of(model).nodes[0].axis, std::optional<std::int64_t>(0));
    }

    void a_subgraph_is_chosen_by_name_or_position() {
        const auto build = [] {
            TfliteMaker model;
            for (const char* name : {"main", "body"}) {
                const auto in = model.tensor(name, {4});
                model.node(19, {in}, {model.tensor("out", {name[0] == 'm' ? 1 : 2})});
                model.graph(name, {in}, {});
            }
            return model.bytes();
        };
        const auto name_with = [&](const std::string& subgraph) {
            return parse_tflite_model(build(), {.subgraph = subgraph}, "net.tflite")->name;
        };
        QCOMPARE(name_with(""), std::string("main"));
        QCOMPARE(name_with("body"), std::string("body"));
        QCOMPARE(name_with("1"), std::string("body"));
        const auto main = parse_tflite_model(build(), {}, "net.tflite");
        QCOMPARE(main->notes.size(), std::size_t{1});
        QVERIFY(main->notes[0].find("0 'main', 1 'body'") != std::string::npos);
        QCOMPARE(error_of(build(), {.subgraph = "2"}),
                 std::string("net.tflite: the model has no subgraph '2'; name one of them, or its position: 0 'main', "
                             "1 'body'"));
    }

    void tensors_without_a_producer_are_scratch() {
        TfliteMaker model;
        const auto in = model.tensor("in", {4});
        const auto scratch = model.tensor("scratch", {100}, {.type = int8});
        const auto out = model.tensor("out", {4});
        model.custom("ethos-u", {scratch, in}, {out});
        model.graph("main", {in}, {out});
        const Document document = document_of(model);
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[2].kind, BufferKind::scratch);
        QCOMPARE(document.import->threshold_without_scratch, std::optional(Bytes(32)));
    }

    void an_offline_plan_is_a_layout() {
        const Document whole = planned({0, 1, 3, 32, 0, 32});
        QCOMPARE(whole.layout.placements[0]->offset, Offset(32));
        QCOMPARE(whole.layout.placements[1]->offset, Offset(0));
        QVERIFY(is_complete(whole.layout));
        QCOMPARE(peak(whole.problem, whole.layout), Offset(48));
        QCOMPARE(whole.notes.size(), std::size_t{2});
        const Document partial = planned({0, 1, 3, 0, -1, 16});
        QVERIFY(partial.layout.placements[0].has_value());
        QVERIFY(!partial.layout.placements[1].has_value());
    }

    void an_offline_plan_lists_the_tensors_of_all_subgraphs() {
        TfliteMaker model;
        model.tensor("a", {4});
        model.tensor("b", {4});
        model.graph("main", {0, 1}, {});
        model.tensor("c", {4});
        model.graph("body", {0}, {});
        model.metadata("OfflineMemoryAllocation", model.numbers({0, 2, 3, 0, 16, 48}));
        const Network network = network_of(model, {.subgraph = "body"});
        QCOMPARE(network.offline_plan.size(), std::size_t{1});
        QCOMPARE(network.offline_plan[0], std::optional(Offset(48)));
    }

    void a_damaged_offline_plan_is_ignored_with_a_note() {
        for (const auto& plan : std::vector<std::vector<std::int32_t>>{
                 {}, {0, 1}, {0, 1, 3, 0, 0}, {0, 1, -1, 0, 0, 0}, {0, 1, 2, 0, 0, 0}, {0, 1, 3, 0, -2, 0}}) {
            const Document document = planned(plan);
            QVERIFY(!document.layout.placements[0].has_value());
            QVERIFY(document.notes.at(0).starts_with("the offline plan of the model was ignored: "));
        }
    }

    void an_accelerators_arena_is_read_back_equal() {
        const Document document = accelerated({0, 0, 96});
        QCOMPARE(
            document.layout.sharing,
            (std::vector<SharingGroup>{{SharingGroup::Kind::arena, {BufferIndex(2), BufferIndex(0), BufferIndex(1)}}}));
        const auto again = parse_document(plan_json_text(document.problem, document.layout, {}), "net.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->layout, document.layout);
        QVERIFY(is_clean(check(again->problem, again->layout)));
        QCOMPARE(arenascope::threshold(again->problem, again->layout), Bytes(128));
    }

    void bytes_beyond_an_accelerators_arena_overlap() {
        const Document document = accelerated({0, 0, 112});
        const CheckReport report = check(document.problem, document.layout);
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps.front().a, BufferIndex(1));
        QCOMPARE(report.overlaps.front().b, BufferIndex(2));
    }

    void only_an_accelerators_operator_has_an_arena() {
        const Document document = accelerated({0, 0, 96}, "other");
        QVERIFY(document.layout.sharing.empty());
        QCOMPARE(check(document.problem, document.layout).overlaps.size(), std::size_t{2});
    }

    void errors_name_invalid_references() {
        const auto broken = [](std::int32_t operand, std::uint32_t buffer, std::int32_t output) {
            TfliteMaker model;
            const auto in = model.tensor("in", {4}, {.buffer = buffer});
            model.node(19, {operand}, {in});
            model.graph("main", {in}, {output});
            return error_of(model.bytes());
        };
        QCOMPARE(broken(0, 0, 0), std::string("no error"));
        QVERIFY(broken(1, 0, 0).starts_with("net.tflite: operator RELU 0 uses tensor 1, but there are 1; "));
        QVERIFY(broken(-2, 0, 0).starts_with("net.tflite: operator RELU 0 uses tensor -2"));
        QVERIFY(broken(0, 7, 0).starts_with("net.tflite: tensor 0 'in' has its data in buffer 7, but there are 1; "));
        QVERIFY(broken(0, 0, 9).starts_with("net.tflite: the subgraph uses tensor 9, but there are 1; "));
        TfliteMaker empty;
        QVERIFY(error_of(empty.bytes()).starts_with("net.tflite: the model has no subgraph"));
    }

    void a_long_list_used_a_thousand_times_is_an_error() {
        TfliteMaker model;
        auto& to = model.builder();
        const auto in = model.tensor("in", {4});
        const auto list = to.CreateVector(std::vector<std::int32_t>(10'000, in));
        const auto shared = tflite::CreateOperator(to, 0, list, list);
        const std::vector<flatbuffers::Offset<tflite::Operator>> nodes(1000, shared);
        const std::vector<flatbuffers::Offset<tflite::OperatorCode>> codes{tflite::CreateOperatorCode(to, 19)};
        const std::vector<flatbuffers::Offset<tflite::Tensor>> tensors{tflite::CreateTensorDirect(to)};
        const std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs{
            tflite::CreateSubGraphDirect(to, &tensors, nullptr, nullptr, &nodes)};
        tflite::FinishModelBuffer(to, tflite::CreateModelDirect(to, 3, &codes, &graphs));
        const std::string content(reinterpret_cast<const char*>(to.GetBufferPointer()), to.GetSize());
        QVERIFY(error_of(content).starts_with("net.tflite: its lists are longer than the file itself"));
    }

    void names_end_at_a_zero_character() {
        TfliteMaker model;
        const auto in = model.tensor("in-tail", {4});
        const auto out = model.tensor("out", {4});
        model.node(0, {in}, {out});
        model.graph("main", {in}, {out});
        std::string content = model.bytes();
        content[content.find("in-tail") + 2] = '\0';
        const auto network = parse_tflite_model(content, {}, "net.tflite");
        QVERIFY(network.has_value());
        QCOMPARE(network->tensors[0].name, std::string("in"));
    }

    void a_truncated_file_is_an_error_or_complete() {
        TfliteMaker model = small_model();
        const std::string whole = model.bytes();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto network = parse_tflite_model(whole.substr(0, length), {}, "net.tflite");
            QVERIFY2(!network || network->nodes.size() == 2, std::to_string(length).c_str());
            const auto document = parse_document(whole.substr(0, length), "net.tflite");
            QVERIFY2(!document || document->problem.buffers.size() == 3, std::to_string(length).c_str());
        }
    }

    void a_damaged_file_is_an_error_or_a_valid_problem() {
        TfliteMaker model = small_model();
        const std::string whole = model.bytes();
        QVERIFY(rc::check([&whole] {
            std::string damaged = whole;
            for (const auto place :
                 *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, whole.size()))) {
                damaged[place] = *rc::gen::arbitrary<char>();
            }
            const auto network = parse_tflite_model(damaged, {}, "net.tflite");
            const auto document = parse_document(damaged, "net.tflite");
            RC_ASSERT((!document || validate(document->problem).has_value()));
            RC_ASSERT((network.has_value() || !network.error().cause.empty()));
        }));
    }

    void reads_the_shared_models_data() {
        QTest::addColumn<qint64>("buffers");
        QTest::addColumn<qint64>("steps");
        QTest::addColumn<qint64>("threshold");
        const auto row = [](const char* name, qint64 buffers, qint64 steps, qint64 bytes) {
            QTest::newRow(name) << buffers << steps << bytes;
        };
        // Figures from an independent reading of the same files.
        row("audio_preprocessor_int8", 25, 22, 2'060);
        row("feedback_tensor_test_model", 6, 2, 24);
        row("keras_lstm_mnist_ptq", 9, 6, 1'628);
        row("keyword_scrambled_8bit", 23, 15, 5'408);
        row("kws_ref_model", 14, 13, 16'000);
        row("micro_speech_lstm", 7, 4, 16'753);
        row("micro_speech_quantized", 5, 4, 5'960);
        row("mobilenet_v1_0.25_128_quant", 32, 31, 98'304);
        row("multi_signature_model", 3, 1, 1'200);
        row("person_detect", 32, 31, 55'296);
        row("person_detect_vela", 4, 1, 158'146);
        row("pretrainedResnet_quant", 17, 16, 49'152);
        row("split_concat", 11, 3, 768);
        row("vww_96_int8", 32, 31, 55'296);
    }

    void reads_the_shared_models() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const qint64, buffers);
        QFETCH(const qint64, steps);
        QFETCH(const qint64, threshold);
        const auto path = arenascope::test::shared_data(
            QStringLiteral("tflite/%1.tflite").arg(QLatin1String(QTest::currentDataTag())));
        const auto document = read_document(path.toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(static_cast<qint64>(document->problem.buffers.size()), buffers);
        QCOMPARE(static_cast<qint64>(document->problem.graph->operators.size()), steps);
        QCOMPARE(arenascope::threshold(document->problem), Bytes(threshold));
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }

    void the_offline_plan_of_a_shared_model_is_a_layout() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto path = arenascope::test::shared_data(QStringLiteral("tflite/person_detect_vela.tflite"));
        const auto document = read_document(path.toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(is_complete(document->layout));
        QCOMPARE(peak(document->problem, document->layout), Offset(74'464));
        QVERIFY(document->notes.at(document->notes.size() - 2).find("'_split_1_scratch', share the arena") !=
                std::string::npos);
        QCOMPARE(arenascope::threshold(document->problem, document->layout), Bytes(74'464));
        QVERIFY(is_clean(check(document->problem, document->layout)));
        QCOMPARE(document->import->threshold_without_scratch, std::optional(Bytes(9'218)));
    }
};

ARENASCOPE_TEST(TfliteModelTest)
#include "tflite_model_test.moc"

#include "core/model/network/activation_types.h"

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/body_planner.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

TypedNetwork typed_as(const Network& network, ActivationType type) {
    ImportOptions options;
    options.types = type;
    auto result = typed(network, options, planner_of_bodies, "net");
    if (!result) {
        qFatal("%s", to_string(result.error()).c_str());
    }
    return std::move(*result);
}

/// in ─▶ conv ─▶ Relu, of 32-bit elements, and indices that nobody converts.
Network branching_network() {
    PictureSketch sketch(ModelKind::onnx);
    const TensorIndex in = sketch.tensor("in", 1, 4, 4);
    sketch.network.inputs = {in};
    const TensorIndex wide = *sketch.slide(in, {{}, {}}, 4);
    sketch.node("Relu", {wide}, sketch.tensor("out", 4, 4, 4));
    sketch.node("ArgMax", {wide}, sketch.tensor("places", 1, 4, 4));
    sketch.end();
    for (Tensor& tensor : sketch.network.tensors) {
        tensor.type = tensor.name == "places" ? "int32" : "float32";
        tensor.element_bits = 32;
    }
    return std::move(sketch.network);
}

std::string type_of(const Network& network, std::string_view name) {
    const auto found = std::ranges::find(network.tensors, name, &Tensor::name);
    return found == network.tensors.end() ? "?" : found->type + " " + std::to_string(found->element_bits);
}

}  // namespace

class ActivationTypesTest : public QObject {
    Q_OBJECT

private slots:
    void each_type_has_its_name() {
        for (const ActivationType type : narrower_types) {
            QVERIFY(activation_type_named(name_of(type)) == type);
            QVERIFY(element_bits(type) > 0);
        }
        QVERIFY(activation_type_named("file") == ActivationType::as_in_file);
        QVERIFY(!activation_type_named("int4"));
    }

    void activations_change_but_neither_weights_nor_indices() {
        const Network network = branching_network();
        const TypedNetwork result = typed_as(network, ActivationType::int8);
        QCOMPARE(type_of(result.network, "in"), std::string("int8 8"));
        QCOMPARE(type_of(result.network, "out"), std::string("int8 8"));
        QCOMPARE(type_of(result.network, "places"), std::string("int32 32"));
        for (std::size_t i = 0; i < network.tensors.size(); ++i) {
            if (network.tensors[i].constant) {
                QCOMPARE(result.network.tensors[i].element_bits, network.tensors[i].element_bits);
            }
        }
    }

    void the_note_has_the_thresholds_of_both_imports() {
        const Network network = branching_network();
        const Bytes before = threshold(problem_of_pictures(network));
        const TypedNetwork result = typed_as(network, ActivationType::float16);
        const Bytes after = threshold(problem_of_pictures(result.network));
        QVERIFY(after < before);
        QCOMPARE(result.notes.size(), std::size_t{1});
        const std::string& note = result.notes.front();
        QVERIFY2(note.starts_with("types=float16: the results change; "), note.c_str());
        QVERIFY2(note.ends_with("the threshold was " + std::to_string(before.value()) + " bytes and is " +
                                std::to_string(after.value())),
                 note.c_str());
        QVERIFY(result.extra_traffic < 0);
    }

    void what_is_narrow_already_stays() {
        const Network narrow = typed_as(branching_network(), ActivationType::int8).network;
        for (const ActivationType type : narrower_types) {
            const TypedNetwork again = typed_as(narrow, type);
            QCOMPARE(again.notes, std::vector<std::string>{"types=" + std::string(name_of(type)) +
                                                           ": no activation has wider elements, so nothing changes"});
            QCOMPARE(type_of(again.network, "out"), std::string("int8 8"));
            QCOMPARE(again.extra_traffic, std::int64_t{0});
        }
    }

    void quantized_integers_change_and_lose_their_scales() {
        Network network = branching_network();
        for (Tensor& tensor : network.tensors) {
            if (tensor.name == "out") {
                tensor.type = "int16";
                tensor.element_bits = 16;
                tensor.quantization = "0.5";
            }
        }
        const Network narrow = typed_as(network, ActivationType::int8).network;
        QCOMPARE(type_of(narrow, "out"), std::string("int8 8"));
        QVERIFY(std::ranges::all_of(narrow.tensors, [](const Tensor& one) { return one.quantization.empty(); }));
    }

    /// Two operators hold the same graph; it changes once, and both hold the changed one.
    void a_graph_inside_operators_changes_once() {
        const auto body = std::make_shared<const Network>(branching_network());
        Network network = branching_network();
        network.nodes[0].bodies = {body, body};
        network.nodes[1].bodies = {body};
        network.offline_plan = {Offset(0)};
        const Network narrow = typed_as(network, ActivationType::float16).network;
        QVERIFY(narrow.nodes[0].bodies[0] == narrow.nodes[1].bodies[0]);
        QCOMPARE(type_of(*narrow.nodes[0].bodies[1], "out"), std::string("float16 16"));
        QVERIFY(narrow.offline_plan.empty());
    }

    /// Every size by the definition: the elements, at the bits of the type where the activation was wider.
    void sizes_are_those_of_the_narrower_elements() {
        QVERIFY(rc::check("sizes", [] {
            Network network = random_pictures(ModelKind::onnx, 6);
            for (Tensor& tensor : network.tensors) {
                const int kind = *rc::gen::inRange(0, 4);
                tensor.type = kind == 0 ? "int32" : kind == 1 ? "float16" : kind == 2 ? "float64" : "float32";
                tensor.element_bits = kind == 1 ? 16 : kind == 2 ? 64 : 32;
            }
            const auto type = *rc::gen::element(ActivationType::float16, ActivationType::int8);
            const Network narrow = typed_as(network, type).network;
            for (std::size_t i = 0; i < network.tensors.size(); ++i) {
                const Tensor& old = network.tensors[i];
                const bool stays = old.constant || old.type == "int32" || old.element_bits <= element_bits(type);
                Tensor expected = old;
                expected.element_bits = stays ? old.element_bits : element_bits(type);
                RC_ASSERT(*size_of(narrow.tensors[i]) == *size_of(expected));
            }
        }));
    }

    void the_switch_is_read_with_the_file_and_combines_with_parts() {
        const auto opened = [](const std::vector<KeyValue>& settings) {
            return import_options(settings).and_then([](const ImportOptions& options) {
                return read_document(sample(QStringLiteral("residual_cell.xml")).toStdString(), options);
            });
        };
        const auto whole = opened({});
        const auto narrow = opened({{"types", "int8"}});
        const auto both = opened({{"types", "int8"}, {"parts", "4/height/2"}});
        QVERIFY(whole && narrow && both);
        QCOMPARE(threshold(narrow->problem).value() * 4, threshold(whole->problem).value());
        QVERIFY(both->problem.graph->operators.size() > narrow->problem.graph->operators.size());
        QVERIFY(!import_options({{"types", "int4"}}));
    }
};

ARENASCOPE_TEST(ActivationTypesTest)
#include "activation_types_test.moc"

#include "core/model/network/multiply_accumulates.h"

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/model/memory/operator_work.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Shape = std::vector<std::int64_t>;

/// One operator with the shapes of its operands and of its output.
std::optional<std::int64_t> counted(ModelKind kind, const std::string& type, const std::vector<Shape>& inputs,
                                    const Shape& output, std::optional<std::int64_t> weights = {}) {
    Network network;
    network.kind = kind;
    Node node;
    node.type = type;
    node.weights = weights;
    const auto add = [&network](const Shape& shape) {
        const TensorIndex index(network.tensors.size());
        network.tensors.emplace_back().shape = shape;
        return index;
    };
    for (const Shape& shape : inputs) {
        node.inputs.push_back(add(shape));
    }
    node.outputs.push_back(add(output));
    return multiply_accumulates(network, node);
}

using Count = std::optional<std::int64_t>;

}  // namespace

/// The expected numbers of the small cases are computed by hand, those of the models are published figures.
class MultiplyAccumulatesTest : public QObject {
    Q_OBJECT

private slots:
    void a_convolution_multiplies_its_kernel_for_each_element_of_its_output() {
        // 8 channels of 5 × 6 places, each from 3 channels under 3 × 2 weights.
        QCOMPARE(counted(ModelKind::onnx, "Conv", {{1, 3, 7, 7}, {8, 3, 3, 2}}, {1, 8, 5, 6}), Count(8 * 30 * 18));
        QCOMPARE(counted(ModelKind::tflite, "CONV_2D", {{1, 7, 7, 3}, {8, 3, 2, 3}}, {1, 5, 6, 8}), Count(8 * 30 * 18));
        QCOMPARE(counted(ModelKind::openvino, "Convolution", {{1, 3, 7, 7}, {8, 3, 3, 2}}, {1, 8, 5, 6}),
                 Count(8 * 30 * 18));
        QCOMPARE(counted(ModelKind::ncnn, "Convolution", {{3, 7, 7}}, {8, 5, 6}, 8 * 3 * 3 * 2), Count(8 * 30 * 18));
    }

    void groups_divide_the_channels_that_are_multiplied() {
        // 4 groups: each of 8 output channels sees 2 of 8 input channels.
        QCOMPARE(counted(ModelKind::onnx, "Conv", {{1, 8, 9, 9}, {8, 2, 3, 3}}, {1, 8, 9, 9}), Count(8 * 81 * 18));
        QCOMPARE(counted(ModelKind::openvino, "GroupConvolution", {{1, 8, 9, 9}, {4, 2, 2, 3, 3}}, {1, 8, 9, 9}),
                 Count(8 * 81 * 18));
        QCOMPARE(counted(ModelKind::tflite, "DEPTHWISE_CONV_2D", {{1, 9, 9, 8}, {1, 3, 3, 16}}, {1, 9, 9, 16}),
                 Count(16 * 81 * 9));
        QCOMPARE(counted(ModelKind::ncnn, "ConvolutionDepthWise", {{8, 9, 9}}, {8, 9, 9}, 8 * 9), Count(8 * 81 * 9));
    }

    void a_transposed_convolution_multiplies_its_kernel_for_each_element_of_its_input() {
        QCOMPARE(counted(ModelKind::onnx, "ConvTranspose", {{1, 3, 4, 4}, {3, 5, 2, 2}}, {1, 5, 8, 8}),
                 Count(3 * 16 * 20));
        QCOMPARE(counted(ModelKind::tflite, "TRANSPOSE_CONV", {{4}, {5, 2, 2, 3}, {1, 4, 4, 3}}, {1, 8, 8, 5}),
                 Count(3 * 16 * 20));
        QCOMPARE(counted(ModelKind::openvino, "ConvolutionBackpropData", {{1, 3, 4, 4}, {3, 5, 2, 2}}, {1, 5, 8, 8}),
                 Count(3 * 16 * 20));
        QCOMPARE(counted(ModelKind::ncnn, "Deconvolution", {{3, 4, 4}}, {5, 8, 8}, 3 * 5 * 4), Count(3 * 16 * 20));
    }

    void a_product_of_matrices_multiplies_along_the_inner_dimension() {
        QCOMPARE(counted(ModelKind::onnx, "MatMul", {{2, 3, 4}, {2, 4, 5}}, {2, 3, 5}), Count(30 * 4));
        QCOMPARE(counted(ModelKind::onnx, "Gemm", {{3, 4}, {4, 5}}, {3, 5}), Count(15 * 4));
        QCOMPARE(counted(ModelKind::onnx, "Gemm", {{4, 3}, {4, 5}}, {3, 5}), Count(15 * 4));
        QCOMPARE(counted(ModelKind::tflite, "FULLY_CONNECTED", {{1, 2, 2, 10}, {7, 40}}, {1, 7}), Count(7 * 40));
        QCOMPARE(counted(ModelKind::tflite, "BATCH_MATMUL", {{2, 4, 3}, {2, 4, 5}}, {2, 3, 5}), Count(30 * 4));
        QCOMPARE(counted(ModelKind::openvino, "MatMul", {{3, 4}, {5, 4}}, {3, 5}), Count(15 * 4));
        QCOMPARE(counted(ModelKind::ncnn, "InnerProduct", {{40}}, {7}, 280), Count(280));
        QCOMPARE(counted(ModelKind::ncnn, "InnerProduct", {{3, 40}}, {3, 7}, 280), Count(3 * 280));
    }

    void a_vector_is_all_inner_dimension() {
        QCOMPARE(counted(ModelKind::openvino, "MatMul", {{3, 5, 3}, {3}}, {3, 5}), Count(15 * 3));
        QCOMPARE(counted(ModelKind::openvino, "MatMul", {{4, 6, 5}, {5}}, {4, 6}), Count(24 * 5));
        QCOMPARE(counted(ModelKind::openvino, "MatMul", {{3}, {3, 7}}, {7}), Count(7 * 3));
        QCOMPARE(counted(ModelKind::openvino, "MatMul", {{6}, {6}}, {}), Count(6));
        QCOMPARE(counted(ModelKind::onnx, "MatMul", {{4, 6, 5}, {5}}, {4, 6}), Count(24 * 5));
        // ncnn runs a convolution of a vector as a product.
        QCOMPARE(counted(ModelKind::ncnn, "Convolution", {{3}}, {8}, 24), Count(24));
        QCOMPARE(counted(ModelKind::ncnn, "Convolution1D", {{3}}, {8}, 24), Count());
    }

    void a_recurrent_layer_multiplies_its_weights_in_each_step() {
        // 6 steps, a batch of 2, 3 inputs, 4 units, 4 gates.
        QCOMPARE(counted(ModelKind::onnx, "LSTM", {{6, 2, 3}, {1, 16, 3}, {1, 16, 4}}, {6, 1, 2, 4}),
                 Count(12 * (48 + 64)));
    }

    void recurrent_layers_of_other_formats_are_counted_alike() {
        // A batch of 2, 6 steps, 3 inputs, 4 units; an LSTM has 4 gates, a GRU 3.
        const Shape x = {2, 6, 3};
        const Shape state = {2, 1, 4};
        const Shape lengths = {2};
        const Shape y = {2, 1, 6, 4};
        QCOMPARE(counted(ModelKind::openvino, "LSTMSequence",
                         {x, state, state, lengths, {1, 16, 3}, {1, 16, 4}, {1, 16}}, y),
                 Count(12 * (48 + 64)));
        QCOMPARE(counted(ModelKind::openvino, "GRUSequence", {x, state, lengths, {1, 12, 3}, {1, 12, 4}, {1, 12}}, y),
                 Count(12 * (36 + 48)));
        QCOMPARE(counted(ModelKind::openvino, "RNNSequence", {x, state, lengths, {1, 4, 3}, {1, 4, 4}, {1, 4}}, y),
                 Count(12 * (12 + 16)));
        QCOMPARE(counted(ModelKind::openvino, "LSTMCell", {{2, 3}, {2, 4}, {2, 4}, {16, 3}, {16, 4}, {16}}, {2, 4}),
                 Count(2 * (48 + 64)));
        QCOMPARE(counted(ModelKind::openvino, "GRUCell", {{2, 3}, {2, 4}, {12, 3}, {12, 4}, {12}}, {2, 4}),
                 Count(2 * (36 + 48)));
        const Shape w = {4, 3};
        const Shape r = {4, 4};
        const Shape bias = {4};
        // 4 matrices of the input, 4 of the state, 3 peepholes, 4 biases and a projection.
        QCOMPARE(counted(ModelKind::tflite, "UNIDIRECTIONAL_SEQUENCE_LSTM",
                         {x, w, w, w, w, r, r, r, r, bias, bias, bias, bias, bias, bias, bias, {4, 4}}, {2, 6, 4}),
                 Count(12 * (48 + 64 + 16)));
        QCOMPARE(counted(ModelKind::tflite, "UNIDIRECTIONAL_SEQUENCE_RNN", {x, w, r, bias, {2, 4}}, {2, 6, 4}),
                 Count(12 * (12 + 16)));
        QCOMPARE(counted(ModelKind::tflite, "BIDIRECTIONAL_SEQUENCE_RNN", {x, w, r, bias, {2, 4}, w, r, bias, {2, 4}},
                         {2, 6, 8}),
                 Count(12 * 2 * (12 + 16)));
        QCOMPARE(counted(ModelKind::tflite, "UNIDIRECTIONAL_SEQUENCE_RNN", {x, {4, -1}, r}, {2, 6, 4}), Count());
        QCOMPARE(counted(ModelKind::ncnn, "GRU", {{6, 3}}, {6, 4}, 84), Count(6 * 84));
    }

    void ncnn_states_the_weights_of_a_recurrent_layer_by_keys() {
        // 6 steps of 3 inputs, 4 outputs.
        const auto count = [](const std::string& layer) {
            const auto document = parse_document(
                "7767517\n2 2\nInput in 0 1 in 0=3 1=6 -23330=4,2,3,6,1\n" + layer + " -23330=4,2,4,6,1\n",
                "model.param");
            return document ? document->problem.graph->operators.back().multiply_accumulates : Count(-1);
        };
        QCOMPARE(count("GRU g 1 1 in out 0=4 1=36 2=0"), Count(6 * (36 + 48)));
        QCOMPARE(count("RNN g 1 1 in out 0=4 1=12"), Count(6 * (12 + 16)));
        QCOMPARE(count("LSTM g 1 1 in out 0=4 1=48"), Count(6 * (48 + 64)));
        // 5 hidden units: 4 gates of 5 × 4 for the state, and a projection of 5 × 4.
        QCOMPARE(count("LSTM g 1 1 in out 0=4 1=60 3=5"), Count(6 * (60 + 80 + 20)));
        // Both ways: 2 outputs each.
        QCOMPARE(count("GRU g 1 1 in out 0=2 1=36 2=2"), Count(6 * (36 + 2 * 3 * 4)));
        QCOMPARE(count("GRU g 1 1 in out 0=4"), Count());
    }

    void what_is_not_known_is_not_counted() {
        QCOMPARE(counted(ModelKind::onnx, "Relu", {{1, 8}}, {1, 8}), Count());
        QCOMPARE(counted(ModelKind::onnx, "Conv", {{1, 3, 7, 7}}, {1, 8, 5, 6}), Count());
        QCOMPARE(counted(ModelKind::onnx, "Conv", {{1, 3, 7, 7}, {8, 3, 3, 2}}, {1, 8, -1, 6}), Count());
        QCOMPARE(counted(ModelKind::ncnn, "Convolution", {{3, 7, 7}}, {8, 5, 6}), Count());
        const std::int64_t large = std::int64_t{1} << 40;
        QCOMPARE(counted(ModelKind::onnx, "MatMul", {{large, large}, {large, large}}, {large, large}), Count());
    }

    void known_models_have_their_published_figures_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("millions");
        // TensorFlow's table of MobileNets; MLPerf Tiny; the papers of the others.
        QTest::newRow("MobileNet 0.25 128") << "tflite/mobilenet_v1_0.25_128_quant.tflite" << 14.0;
        QTest::newRow("MLPerf Tiny, visual wake words") << "tflite/vww_96_int8.tflite" << 7.5;
        QTest::newRow("MLPerf Tiny, keywords") << "tflite/kws_ref_model.tflite" << 2.7;
        QTest::newRow("MLPerf Tiny, images") << "tflite/pretrainedResnet_quant.tflite" << 12.5;
        QTest::newRow("ResNet-50") << "onnx/light_resnet50.onnx" << 3'870.0;
        QTest::newRow("MobileNet v2") << "ncnn/mobilenet_v2.param" << 300.0;
    }
    void known_models_have_their_published_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        QFETCH(double, millions);
        const auto document = read_document(shared_data(path).toStdString());
        if (!document) {
            QSKIP("this build cannot read the format");
        }
        const double counted = static_cast<double>(work_of_all(document->problem).multiply_accumulates) / 1e6;
        QVERIFY2(counted > 0.94 * millions && counted < 1.06 * millions, qPrintable(QString::number(counted)));
    }

    void a_plan_keeps_the_count_of_each_operator() {
        const auto document = read_document(sample("inception_cell.param").toStdString());
        QVERIFY(document);
        QVERIFY(work_of_all(document->problem).counted > 0);
        const auto again =
            parse_document(plan_json_text(document->problem, document->layout, std::nullopt), "plan.json");
        QVERIFY(again);
        QVERIFY(again->problem.graph->operators == document->problem.graph->operators);
        QVERIFY(!parse_document(R"({"format":"arenascope-plan","version":1,"buffers":[{"name":"a","size":1,"begin":0,)"
                                R"("end":1}],"operators":[{"name":"o","reads":[],"writes":["a"],"step":0,)"
                                R"("multiply_accumulates":-1}]})",
                                "plan.json"));
    }
};

ARENASCOPE_TEST(MultiplyAccumulatesTest)
#include "multiply_accumulates_test.moc"

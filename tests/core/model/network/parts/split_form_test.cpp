#include "core/model/network/parts/split_form.h"

#include "core/model/network/operator_features.h"
#include "core/model/network/parts/element_wise.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr WindowAxis every_second = {3, 2, 1, 1, 1};

std::string reason_against(const PictureSketch& sketch, SplitAxis axis) {
    const auto form = split_form(sketch.network, sketch.network.nodes.back(), axis);
    return form ? std::string() : form.error();
}

SplitForm form_of(const PictureSketch& sketch, SplitAxis axis) {
    return split_form(sketch.network, sketch.network.nodes.back(), axis).value();
}

}  // namespace

class SplitFormTest : public QObject {
    Q_OBJECT

private slots:
    void a_convolution_reads_the_rows_under_its_window() {
        PictureSketch sketch(ModelKind::onnx);
        sketch.slide(sketch.tensor("in", 2, 9, 9), {every_second, every_second}, 4);
        const SplitForm form = form_of(sketch, SplitAxis::height);
        QCOMPARE(form.extent, std::int64_t{5});
        QCOMPARE(*rows_read(form, 0, {0, 2}), (Rows{0, 4}));
        QCOMPARE(*rows_read(form, 0, {2, 5}), (Rows{3, 9}));
        QVERIFY(!rows_read(form, 1, {0, 2}).has_value());
        QCOMPARE(window_of_part(form, {0, 2}), (WindowAxis{3, 2, 1, 1, 0}));
        QCOMPARE(window_of_part(form, {2, 5}), (WindowAxis{3, 2, 1, 0, 1}));
    }

    void along_channels_it_reads_its_operand_whole_and_its_own_weights() {
        PictureSketch sketch(ModelKind::onnx);
        sketch.slide(sketch.tensor("in", 2, 9, 9), {every_second, every_second}, 4);
        const SplitForm form = form_of(sketch, SplitAxis::channels);
        QVERIFY(!rows_read(form, 0, {1, 2}).has_value());
        QCOMPARE(*rows_read(form, 1, {1, 2}), (Rows{1, 2}));
        QCOMPARE(*rows_read(form, 2, {1, 2}), (Rows{1, 2}));
        PictureSketch deep(ModelKind::tflite);
        deep.slide(deep.tensor("in", 4, 9, 9), {every_second, every_second, WindowUse::convolution, 4}, 4);
        const SplitForm by_channel = form_of(deep, SplitAxis::channels);
        QCOMPARE(*rows_read(by_channel, 0, {1, 2}), (Rows{1, 2}));
        QCOMPARE(by_channel.operands[1].dimension, std::size_t{3});
    }

    void an_operand_that_is_broadcast_is_whole() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 2, 3, 5);
        sketch.node("Add", {in, sketch.constant("row", {3, 1})}, sketch.tensor("out", 2, 3, 5));
        QCOMPARE(form_of(sketch, SplitAxis::height).operands[1].kind, OperandAccess::Kind::same_rows);
        QCOMPARE(form_of(sketch, SplitAxis::width).operands[1].kind, OperandAccess::Kind::whole);
        QCOMPARE(form_of(sketch, SplitAxis::channels).operands[1].kind, OperandAccess::Kind::whole);
        QCOMPARE(form_of(sketch, SplitAxis::channels).operands[0].kind, OperandAccess::Kind::same_rows);
    }

    void what_sums_over_channels_runs_in_parts_along_the_other_axes() {
        PictureSketch sketch(ModelKind::tflite);
        sketch.node("SOFTMAX", {sketch.tensor("in", 4, 6, 6)}, sketch.tensor("out", 4, 6, 6));
        QCOMPARE(reason_against(sketch, SplitAxis::height), std::string());
        QCOMPARE(reason_against(sketch, SplitAxis::width), std::string());
        QCOMPARE(reason_against(sketch, SplitAxis::channels), std::string("SOFTMAX 'SOFTMAX 0' sums over channels"));
    }

    void a_concatenation_runs_in_parts_along_every_axis_but_its_own() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 4, 6, 6);
        sketch.node("Concat", {in, in}, sketch.tensor("out", 8, 6, 6));
        QCOMPARE(
            reason_against(sketch, SplitAxis::height),
            std::string("Concat 'Concat 0' does not say along which axis it writes its operands one after another"));
        sketch.network.nodes.back().axis = -3;
        QCOMPARE(form_of(sketch, SplitAxis::height).operands[1].kind, OperandAccess::Kind::same_rows);
        QCOMPARE(reason_against(sketch, SplitAxis::channels),
                 std::string("Concat 'Concat 0' writes its operands one after another along the axis channels"));
    }

    void says_why_an_operator_can_not_run_in_parts() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 4, 6, 6);
        const auto out = [&] { return sketch.tensor("out", 4, 6, 6); };
        sketch.node("Softmax", {in}, out());
        QCOMPARE(reason_against(sketch, SplitAxis::height),
                 std::string("Softmax 'Softmax 0' is of a kind that is not known to work in parts"));
        sketch.node("Relu", {in}, out());
        QCOMPARE(reason_against(sketch, SplitAxis::height), std::string());
        sketch.network.nodes.back().folds = false;
        QCOMPARE(reason_against(sketch, SplitAxis::height),
                 std::string("Relu 'Relu 1' gives another result in each run, or keeps a state"));
        sketch.node("Relu", {in}, out());
        sketch.network.nodes.back().outputs.push_back(in);
        QCOMPARE(reason_against(sketch, SplitAxis::height), std::string("Relu 'Relu 2' has several outputs"));
        sketch.node("Relu", {in}, out());
        sketch.network.tensors.back().element_bits = 4;
        QCOMPARE(reason_against(sketch, SplitAxis::width),
                 std::string("Relu 'Relu 3' has elements smaller than a byte"));
        sketch.node("Relu", {in}, sketch.add("flat", {4, 36}, false));
        QCOMPARE(reason_against(sketch, SplitAxis::height),
                 std::string("Relu 'Relu 4' has an output without the axis height"));
        sketch.slide(in, {every_second, every_second, WindowUse::convolution, 2}, 4);
        QCOMPARE(reason_against(sketch, SplitAxis::channels),
                 std::string("Conv 'Conv 5' sums over groups of channels"));
        QCOMPARE(reason_against(sketch, SplitAxis::height), std::string());
        sketch.slide(in, {every_second, every_second, WindowUse::padded_average, 1, true}, 4);
        QCOMPARE(
            reason_against(sketch, SplitAxis::height),
            std::string("AveragePool 'AveragePool 6' averages over padding at its end, which differs from kernel to "
                        "kernel"));
        sketch.slide(in, {every_second, every_second}, 4);
        (*sketch.network.tensors.back().shape)[2] = 7;
        QCOMPARE(reason_against(sketch, SplitAxis::height),
                 std::string("Conv 'Conv 7' states a shape that does not follow from its window"));
    }

    void what_sums_over_elements_is_not_element_wise() {
        for (const ModelKind kind : {ModelKind::onnx, ModelKind::tflite, ModelKind::ncnn, ModelKind::openvino}) {
            for (const char* type : {"Softmax", "SoftMax", "LogSoftmax", "Reshape", "RESHAPE", "DYNAMIC_UPDATE_SLICE",
                                     "Split", "Dropout", "MatMul", "Gemm"}) {
                QVERIFY2(!element_wise_kind(kind, type), type);
            }
        }
        QCOMPARE(*element_wise_kind(ModelKind::ncnn, "ReLU"), ElementWise::per_channel);
        QCOMPARE(*element_wise_kind(ModelKind::openvino, "Multiply"), ElementWise::broadcasts);
    }
};

ARENASCOPE_TEST(SplitFormTest)
#include "split_form_test.moc"

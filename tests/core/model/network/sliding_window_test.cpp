#include "core/model/network/sliding_window.h"

#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "core/format/registry.h"
#include "core/model/network/network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The network of a file; empty where this build does not read it.
std::optional<Network> network_in(const std::string& path) {
    const auto file = read_file(path, document_limits);
    if (!file) {
        return {};
    }
    const auto format = detect_format(file->bytes, path);
    if (!format || format_of(*format).read_model == nullptr) {
        return {};
    }
    auto network = format_of(*format).read_model({file->bytes, path, ImportOptions{}, ReadProgress{}, true});
    return network ? std::optional(std::move(*network)) : std::nullopt;
}

bool is_known(const Network& network, TensorIndex index) {
    const auto& shape = network.tensors[index].shape;
    return shape && std::ranges::all_of(*shape, [](std::int64_t extent) { return extent > 0; });
}

/// The operators with a window, by format.
bool has_window(const Network& network, const Node& node) {
    const auto is_one_of = [&node](std::initializer_list<const char*> types) {
        return std::ranges::find(types, node.type) != types.end();
    };
    const auto& shape = node.inputs.empty() ? std::nullopt : network.tensors[node.inputs.front()].shape;
    if (!shape || !picture_axes(network.kind, shape->size())) {
        return false;
    }
    switch (network.kind) {
        case ModelKind::onnx:
            return is_one_of({"Conv", "ConvInteger", "QLinearConv", "MaxPool", "AveragePool"});
        case ModelKind::tflite:
            return is_one_of({"CONV_2D", "DEPTHWISE_CONV_2D", "MAX_POOL_2D", "AVERAGE_POOL_2D", "PAD"});
        case ModelKind::openvino:
            return is_one_of({"Convolution", "GroupConvolution", "MaxPool", "AvgPool"});
        case ModelKind::ncnn:
            break;
    }
    return is_one_of({"Convolution", "ConvolutionDepthWise"});
}

}  // namespace

class SlidingWindowTest : public QObject {
    Q_OBJECT

private slots:
    void stated_padding_leaves_out_windows_that_do_not_fit() {
        const auto axis = resolved({3, 2, 1, 1, 0}, PaddingRule::stated, 8);
        QVERIFY(axis.has_value());
        QCOMPARE(outputs_of(*axis, 8), std::int64_t{4});
        QCOMPARE(outputs_of(*axis, 7), std::int64_t{3});
        QCOMPARE(outputs_of(*axis, 1), std::int64_t{0});
    }

    void rounding_up_adds_the_padding_of_the_last_window() {
        const auto axis = resolved({3, 2, 1, 0, 0}, PaddingRule::stated_rounded_up, 112);
        QVERIFY(axis.has_value());
        QCOMPARE(axis->after, std::int64_t{1});
        QCOMPARE(outputs_of(*axis, 112), std::int64_t{56});
        const auto even = resolved({3, 2, 1, 0, 0}, PaddingRule::stated_rounded_up, 113);
        QVERIFY(even.has_value());
        QCOMPARE(even->after, std::int64_t{0});
    }

    void the_same_extent_puts_the_larger_half_where_the_rule_says() {
        const auto upper = resolved({3, 2, 1}, PaddingRule::same_upper, 8);
        const auto lower = resolved({3, 2, 1}, PaddingRule::same_lower, 8);
        QVERIFY(upper && lower);
        QCOMPARE(*upper, (WindowAxis{3, 2, 1, 0, 1}));
        QCOMPARE(*lower, (WindowAxis{3, 2, 1, 1, 0}));
        QCOMPARE(outputs_of(*upper, 8), std::int64_t{4});
        const auto dilated = resolved({3, 1, 2}, PaddingRule::same_upper, 8);
        QVERIFY(dilated.has_value());
        QCOMPARE(*dilated, (WindowAxis{3, 1, 2, 2, 2}));
        QCOMPARE(dilated->reach(), std::int64_t{5});
    }

    void numbers_that_make_no_sense_are_no_window() {
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        for (const WindowAxis& axis : {WindowAxis{0, 1, 1}, WindowAxis{1, 0, 1}, WindowAxis{1, 1, 0},
                                       WindowAxis{1, 1, 1, -1, 0}, WindowAxis{huge, 1, 1}, WindowAxis{1, 1, huge}}) {
            QVERIFY(!resolved(axis, PaddingRule::stated, 8).has_value());
        }
        QVERIFY(!resolved({}, PaddingRule::stated, 0).has_value());
    }

    void the_windows_of_real_models_give_the_shapes_that_they_state_data() { add_model_rows(); }
    void the_windows_of_real_models_give_the_shapes_that_they_state() {
        QFETCH(const QString, path);
        if (path.isEmpty()) {
            QSKIP("the shared data is not there");
        }
        const auto network = network_in(path.toStdString());
        if (!network) {
            QSKIP("this build does not read the model");
        }
        for (const Node& node : network->nodes) {
            const bool knows_shapes = !node.outputs.empty() && has_window(*network, node) &&
                                      is_known(*network, node.inputs.front()) &&
                                      is_known(*network, node.outputs.front());
            if (!knows_shapes) {
                continue;
            }
            QVERIFY2(node.window.has_value(), node.name.c_str());
            const auto& in = *network->tensors[node.inputs.front()].shape;
            const auto& out = *network->tensors[node.outputs.front()].shape;
            const auto axes = picture_axes(network->kind, in.size());
            QCOMPARE(out.size(), in.size());
            QVERIFY2(outputs_of(node.window->width, in[axes->width]) == out[axes->width], node.name.c_str());
            if (axes->height) {
                QVERIFY2(outputs_of(node.window->height, in[*axes->height]) == out[*axes->height], node.name.c_str());
            }
        }
    }
};

ARENASCOPE_TEST(SlidingWindowTest)
#include "sliding_window_test.moc"

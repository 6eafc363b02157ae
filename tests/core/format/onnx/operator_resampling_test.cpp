#include "core/format/onnx/operator_resampling.h"

#include "core/format/onnx/onnx_model.h"
#include "core/model/network/import_options.h"
#include "tests/core/format/onnx/onnx_question.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;
using namespace arenascope::test::onnx_question;

namespace {

std::string float_row(const std::string& name, const std::vector<float>& numbers) {
    std::string raw;
    for (const float one : numbers) {
        raw.append(reinterpret_cast<const char*>(&one), sizeof(one));
    }
    return tensor(name, float32, {static_cast<std::int64_t>(numbers.size())}) + bytes(9, raw);
}

/// The operator that reads a picture x of 6 channels, 4 rows and 10 columns and writes y; other operands are stored.
arenascope::Node read_node(const std::string& written, const Names& initializers, std::int64_t version = 18) {
    const GraphParts parts{{written}, {x({1, 6, 4, 10})}, {value("y", 0, std::nullopt)}, initializers};
    const auto network = parse_onnx(model(parts, version), "net.onnx", {});
    return network && !network->nodes.empty() ? network->nodes.front() : arenascope::Node{};
}

arenascope::Node resized(const std::vector<float>& factors, const Names& attributes) {
    return read_node(node("Resize", {"x", "", "scales"}, {"y"}, attributes), {float_row("scales", factors)});
}

}  // namespace

class OperatorResamplingTest : public QObject {
    Q_OBJECT

private slots:
    void a_nearest_neighbour_of_a_whole_factor_repeats_rows() {
        const auto resampling = resized({1, 1, 2, 3}, {}).resampling;
        QVERIFY(resampling.has_value());
        QVERIFY(resampling->keeps_channels);
        QCOMPARE(resampling->width.seen({3, 6}, 10), (Rows{1, 2}));
        const Names from_above = {text("coordinate_transformation_mode", "asymmetric"), text("nearest_mode", "floor")};
        QCOMPARE(resized({1, 1, 2, 3}, from_above).resampling->width.seen({3, 6}, 10), (Rows{1, 2}));
        // Row 5 lies at 5/3, which is nearer to 2.
        const Names nearest = {text("coordinate_transformation_mode", "asymmetric")};
        QCOMPARE(resized({1, 1, 2, 3}, nearest).resampling->width.seen({3, 6}, 10), (Rows{1, 3}));
        QCOMPARE(resized({1, 1, 2, 2}, {}).resampling->height.seen({2, 4}, 4), (Rows{1, 2}));
    }

    void an_interpolation_sees_two_rows() {
        const auto resampling = resized({1, 1, 2, 2}, {text("mode", "linear")}).resampling;
        QVERIFY(resampling.has_value());
        QCOMPARE(resampling->height.seen({2, 4}, 4), (Rows{0, 3}));
        const auto corners =
            resized({1, 1, 2, 2}, {text("mode", "linear"), text("coordinate_transformation_mode", "align_corners")})
                .resampling;
        QCOMPARE(corners->height, (ResampledAxis{3, 0, 7, 2}));
    }

    void sizes_say_the_scale() {
        const auto resampling =
            read_node(node("Resize", {"x", "", "", "sizes"}, {"y"}), {row("sizes", {1, 6, 7, 20})}).resampling;
        QVERIFY(resampling.has_value());
        QCOMPARE(resampling->height, *nearest_axis(4, 7, ResamplingGrid::half_pixel, NearestRow::half_is_below));
    }

    void upsample_takes_its_factors_from_the_second_operand() {
        const auto resampling =
            read_node(node("Upsample", {"x", "scales"}, {"y"}), {float_row("scales", {1, 1, 2, 2})}, 9).resampling;
        QVERIFY(resampling.has_value());
        QCOMPARE(resampling->height.seen({3, 5}, 4), (Rows{1, 3}));
    }

    void what_is_not_known_row_by_row_has_no_resampling() {
        QVERIFY(!resized({1, 1, 2, 2}, {text("mode", "cubic")}).resampling);
        QVERIFY(!resized({1, 1, 2, 2}, {text("coordinate_transformation_mode", "tf_crop_and_resize")}).resampling);
        QVERIFY(!resized({1, 1, 2, 2}, {integer("antialias", 1)}).resampling);
        // 4 · 1.3 = 5.2 is cut to 5 rows, which lie at another distance than 4/5.
        QVERIFY(!resized({1, 1, 1.3F, 2}, {}).resampling);
    }

    void channels_that_move_into_the_picture_repeat_its_rows() {
        const auto network = parse_onnx(model({{node("DepthToSpace", {"x"}, {"y"}, {integer("blocksize", 2)})},
                                               {x({1, 8, 4, 10})},
                                               {value("y", 0, std::nullopt)}}),
                                        "net.onnx", {});
        QVERIFY(network.has_value());
        const auto& resampling = network->nodes.front().resampling;
        QVERIFY(resampling.has_value());
        QVERIFY(!resampling->keeps_channels);
        QCOMPARE(resampling->height.seen({3, 5}, 4), (Rows{1, 3}));
    }

    void a_padding_with_a_constant_is_a_window_of_one_element() {
        const auto padded = [](const Names& attributes, const Shape& numbers) {
            return read_node(node("Pad", {"x", "pads"}, {"y"}, attributes), {row("pads", numbers)}).window;
        };
        const auto window = padded({}, {0, 0, 1, 3, 0, 0, 2, 4});
        QVERIFY(window.has_value());
        QCOMPARE(window->use, WindowUse::padding);
        QCOMPARE(window->height, (WindowAxis{1, 1, 1, 1, 2}));
        QCOMPARE(window->width, (WindowAxis{1, 1, 1, 3, 4}));
        QVERIFY(!padded({text("mode", "reflect")}, {0, 0, 1, 3, 0, 0, 2, 4}));
        QVERIFY(!padded({}, {0, 0, -1, 0, 0, 0, 0, 0}));
        const auto old = read_node(node("Pad", {"x"}, {"y"}, {integers("pads", {0, 0, 1, 0, 0, 0, 1, 0})}), {}, 10);
        QVERIFY(old.window.has_value());
    }
};

ARENASCOPE_TEST(OperatorResamplingTest)
#include "operator_resampling_test.moc"

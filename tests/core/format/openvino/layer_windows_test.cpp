#include "core/format/openvino/layer_windows.h"

#include <pugixml.hpp>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Where an operator takes its rows from, by its type and its attributes, between pictures of 6 channels.
std::optional<Resampling> resampled_by(const std::string& type, const char* attributes, std::int64_t rows_read,
                                       std::int64_t rows_written) {
    pugi::xml_document xml;
    xml.load_string((std::string("<data ") + attributes + "/>").c_str());
    Network network;
    network.kind = ModelKind::openvino;
    for (const std::int64_t rows : {rows_read, rows_written}) {
        network.tensors.emplace_back().shape = std::vector<std::int64_t>{1, 6, rows, rows};
    }
    const Node node = {"one", type, {TensorIndex(0)}, {TensorIndex(1)}};
    return openvino_resampling(xml.child("data"), network, node);
}

std::optional<SlidingWindow> padded_by(const char* attributes, const std::vector<std::int64_t>& before,
                                       const std::vector<std::int64_t>& after) {
    pugi::xml_document xml;
    xml.load_string((std::string("<data ") + attributes + "/>").c_str());
    return openvino_padding(xml.child("data"), before, after);
}

}  // namespace

class LayerWindowsTest : public QObject {
    Q_OBJECT

private slots:
    void a_padding_with_a_constant_is_a_window_of_one_element() {
        const auto window = padded_by("pad_mode='constant'", {0, 0, 1, 3}, {0, 0, 2, 4});
        QVERIFY(window.has_value());
        QCOMPARE(window->use, WindowUse::padding);
        QCOMPARE(window->height, (WindowAxis{1, 1, 1, 1, 2}));
        QCOMPARE(window->width, (WindowAxis{1, 1, 1, 3, 4}));
        QVERIFY(!padded_by("pad_mode='reflect'", {0, 0, 1, 3}, {0, 0, 2, 4}));
        QVERIFY(!padded_by("pad_mode='constant'", {0, 0, -1, 0}, {0, 0, 0, 0}));
        QVERIFY(!padded_by("pad_mode='constant'", {}, {}));
        QVERIFY(!padded_by("pad_mode='constant'", {0, 0, 1, 1}, {}));
    }

    void an_interpolation_says_which_rows_it_is_taken_from() {
        const auto nearest = resampled_by("Interpolate", "mode='nearest' shape_calculation_mode='scales'", 4, 8);
        QVERIFY(nearest.has_value());
        QVERIFY(nearest->keeps_channels);
        QCOMPARE(nearest->height.seen({2, 4}, 4), (Rows{1, 2}));
        const auto linear = resampled_by("Interpolate",
                                         "mode='linear_onnx' shape_calculation_mode='sizes' "
                                         "coordinate_transformation_mode='align_corners' pads_begin='0,0'",
                                         4, 7);
        QVERIFY(linear.has_value());
        QCOMPARE(linear->height, (ResampledAxis{3, 0, 6, 2}));
        // A factor that need not be the quotient of the extents, other kernels, and padding.
        QVERIFY(!resampled_by("Interpolate", "mode='nearest' shape_calculation_mode='scales'", 4, 7));
        QVERIFY(!resampled_by("Interpolate", "mode='cubic' shape_calculation_mode='sizes'", 4, 8));
        QVERIFY(!resampled_by("Interpolate", "mode='nearest' shape_calculation_mode='sizes' pads_end='0,1'", 4, 8));
        QVERIFY(!resampled_by("Interpolate", "mode='linear' axes='2,3'", 4, 8));
    }

    void channels_that_move_into_the_picture_repeat_its_rows() {
        const auto into = resampled_by("DepthToSpace", "block_size='2'", 4, 8);
        QVERIFY(into.has_value());
        QVERIFY(!into->keeps_channels);
        QCOMPARE(into->height.seen({3, 5}, 4), (Rows{1, 3}));
        QCOMPARE(resampled_by("SpaceToDepth", "block_size='2'", 8, 4)->width.seen({1, 3}, 8), (Rows{2, 6}));
        QVERIFY(!resampled_by("Relu", "", 4, 4));
    }
};

ARENASCOPE_TEST(LayerWindowsTest)
#include "layer_windows_test.moc"

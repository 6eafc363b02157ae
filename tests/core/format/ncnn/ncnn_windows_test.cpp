#include "core/format/ncnn/ncnn_windows.h"

#include "core/format/ncnn/ncnn_param.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The node of a layer that reads a picture of 6 channels, 8 rows and 10 columns.
Node layer_behind_input(const std::string& type, const std::string& parameters) {
    const auto network =
        parse_ncnn_param("7767517\n2 2\nInput in 0 1 in 0=10 1=8 2=6\n" + type + " one 1 1 in out " + parameters + "\n",
                         {}, "net.param");
    return network ? network->nodes.front() : Node{};
}

}  // namespace

class NcnnWindowsTest : public QObject {
    Q_OBJECT

private slots:
    void a_padding_with_a_constant_is_a_window_of_one_element() {
        const auto window = layer_behind_input("Padding", "0=1 1=2 2=3 3=4").window;
        QVERIFY(window.has_value());
        QCOMPARE(window->use, WindowUse::padding);
        QCOMPARE(window->height, (WindowAxis{1, 1, 1, 1, 2}));
        QCOMPARE(window->width, (WindowAxis{1, 1, 1, 3, 4}));
        // That repeats or mirrors the border reads more than one element.
        QVERIFY(!layer_behind_input("Padding", "0=1 4=1").window);
        QVERIFY(!layer_behind_input("Padding", "0=1 4=2").window);
        // It takes rows away.
        QVERIFY(!layer_behind_input("Padding", "0=-1").window);
    }

    void an_interpolation_says_which_rows_it_is_taken_from() {
        const auto nearest = layer_behind_input("Interp", "0=1 1=2.0 2=2.0").resampling;
        QVERIFY(nearest.has_value());
        QVERIFY(nearest->keeps_channels);
        QCOMPARE(nearest->height.seen({3, 5}, 8), (Rows{1, 3}));
        const auto linear = layer_behind_input("Interp", "0=2 3=16 4=5").resampling;
        QVERIFY(linear.has_value());
        QCOMPARE(linear->height.seen({0, 3}, 8), (Rows{0, 2}));
        QCOMPARE(linear->height.taps, std::int64_t{2});
        const auto corners = layer_behind_input("Interp", "0=2 3=15 4=19 6=1").resampling;
        QVERIFY(corners.has_value());
        QCOMPARE(corners->height.seen({2, 3}, 8), (Rows{1, 3}));
        // Cubic, and a factor that does not give the extents.
        QVERIFY(!layer_behind_input("Interp", "0=3 1=2.0 2=2.0").resampling);
        QVERIFY(!layer_behind_input("Interp", "0=1 1=1.3 2=2.0").resampling);
    }

    void channels_that_move_into_the_picture_repeat_its_rows() {
        const auto shuffle = layer_behind_input("PixelShuffle", "0=1").resampling;
        QVERIFY(shuffle.has_value());
        QVERIFY(!shuffle->keeps_channels);
        const auto reorder = layer_behind_input("Reorg", "0=2").resampling;
        QVERIFY(reorder.has_value());
        QCOMPARE(reorder->width.seen({1, 3}, 10), (Rows{2, 6}));
    }
};

ARENASCOPE_TEST(NcnnWindowsTest)
#include "ncnn_windows_test.moc"

#include "core/format/flatbuffers/tflite_windows.h"

#include "core/format/flatbuffers/tflite_model.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int32_t code_of_pad = 34;
constexpr std::int32_t code_of_bilinear = 23;
constexpr std::int32_t code_of_nearest = 97;
constexpr std::int32_t code_of_depth_to_space = 5;
constexpr std::int8_t type_of_int32 = 2;

Node first_node(TfliteMaker& maker) {
    const auto network = parse_tflite_model(maker.bytes(), {}, "net.tflite");
    return network && !network->nodes.empty() ? network->nodes.front() : Node{};
}

/// The padding of a picture of 8 rows and 10 columns by these numbers.
Node padded_by(const std::vector<std::int32_t>& numbers) {
    TfliteMaker maker;
    const auto in = maker.tensor("in", {1, 8, 10, 6});
    const auto by = maker.tensor("by", {4, 2}, {type_of_int32, maker.numbers(numbers)});
    const auto out = maker.tensor("out", {1, 11, 10, 6});
    maker.node(code_of_pad, {in, by}, {out});
    maker.graph("main", {in}, {out});
    return first_node(maker);
}

}  // namespace

class TfliteWindowsTest : public QObject {
    Q_OBJECT

private slots:
    void a_padding_is_a_window_of_one_element() {
        const auto window = padded_by({0, 0, 1, 2, 0, 0, 0, 0}).window;
        QVERIFY(window.has_value());
        QCOMPARE(window->use, WindowUse::padding);
        QCOMPARE(window->height, (WindowAxis{1, 1, 1, 1, 2}));
        QCOMPARE(window->width, (WindowAxis{1, 1, 1, 0, 0}));
        QVERIFY(padded_by({0, 0, 0, 0, 0, 0, 0, 3}).window.has_value());
        QVERIFY(!padded_by({1, 0, 0, 0, 0, 0, 0, 0}).window);
        QVERIFY(!padded_by({0, 0, -1, 0, 0, 0, 0, 0}).window);
        QVERIFY(!padded_by({0, 0, 1}).window);
        QVERIFY(!padded_by({}).window);
    }

    void an_enlarged_picture_says_which_rows_it_is_taken_from() {
        const auto enlarged = [](std::int32_t code, bool has_corners, bool is_half_pixel) {
            TfliteMaker maker;
            const auto in = maker.tensor("in", {1, 4, 4, 6});
            const auto out = maker.tensor("out", {1, 8, 8, 6});
            if (code == code_of_bilinear) {
                const auto options = tflite::CreateBilinearResize(maker.builder(), 0, 0, has_corners, is_half_pixel);
                maker.node(code, {in}, {out}, 15, options);
            } else {
                const auto options = tflite::CreateNearestResize(maker.builder(), has_corners, is_half_pixel);
                maker.node(code, {in}, {out}, 74, options);
            }
            maker.graph("main", {in}, {out});
            return first_node(maker).resampling;
        };
        QCOMPARE(enlarged(code_of_nearest, false, false)->height, (ResampledAxis{4, 0, 8, 1}));
        QCOMPARE(enlarged(code_of_nearest, false, true)->height.seen({2, 4}, 4), (Rows{1, 2}));
        // Row 1 lies at 3/7, row 2 at 6/7.
        QCOMPARE(enlarged(code_of_nearest, true, false)->height.seen({1, 2}, 4), (Rows{0, 1}));
        QCOMPARE(enlarged(code_of_nearest, true, false)->height.seen({2, 3}, 4), (Rows{1, 2}));
        QCOMPARE(enlarged(code_of_bilinear, false, true)->height.seen({2, 4}, 4), (Rows{0, 3}));
        QCOMPARE(enlarged(code_of_bilinear, false, false)->height.seen({2, 4}, 4), (Rows{1, 3}));
    }

    void without_options_nothing_is_known_of_an_enlarged_picture() {
        TfliteMaker maker;
        const auto in = maker.tensor("in", {1, 4, 4, 6});
        const auto out = maker.tensor("out", {1, 8, 8, 6});
        maker.node(code_of_nearest, {in}, {out});
        maker.graph("main", {in}, {out});
        QVERIFY(!first_node(maker).resampling);
    }

    void channels_that_move_into_the_picture_repeat_its_rows() {
        TfliteMaker maker;
        const auto in = maker.tensor("in", {1, 4, 4, 16});
        const auto out = maker.tensor("out", {1, 8, 8, 4});
        maker.node(code_of_depth_to_space, {in}, {out});
        maker.graph("main", {in}, {out});
        const auto resampling = first_node(maker).resampling;
        QVERIFY(resampling.has_value());
        QVERIFY(!resampling->keeps_channels);
        QCOMPARE(resampling->height.seen({3, 5}, 4), (Rows{1, 3}));
    }
};

ARENASCOPE_TEST(TfliteWindowsTest)
#include "tflite_windows_test.moc"

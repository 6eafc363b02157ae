#include "core/picture/plan/object_band.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const MeasureText measure = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};
constexpr TextStyle style{11, false};

Layout layout_with(const std::vector<std::int64_t>& sizes) {
    Layout layout;
    Offset top;
    for (const std::int64_t size : sizes) {
        layout.objects.push_back({{}, top, Bytes(size)});
        top = top + Bytes(size);
    }
    return layout;
}

std::vector<ObjectBand> bands_of(const Layout& layout, Stretch bytes) {
    const std::vector<std::int64_t> shifts = {0};
    return object_bands(layout, shifts, {{{0, 10}, bytes}, {100, 0, 500, 200}}, Unit::bytes, style, measure);
}

}  // namespace

class ObjectBandTest : public QObject {
    Q_OBJECT

private slots:
    void object_0_is_at_the_bottom_and_each_shows_its_size() {
        const auto bands = bands_of(layout_with({60, 40}), {0, 100});
        QCOMPARE(bands.size(), std::size_t{2});
        QCOMPARE(bands[0].box, (Box{100, 80, 500, 200}));
        QCOMPARE(bands[1].box, (Box{100, 0, 500, 80}));
        QCOMPARE(bands[0].label, std::string("object 0 · 60 B"));
        QVERIFY(!bands[0].is_odd && bands[1].is_odd);
        QVERIFY(bands[0].ground.left >= 100 && bands[0].ground.top >= 80);
    }

    void an_object_without_a_buffer_so_far_has_no_band_and_the_others_keep_their_numbers() {
        Layout layout = layout_with({60, 40});
        layout.objects[0].size = Bytes(0);
        const auto bands = bands_of(layout, {0, 100});
        QCOMPARE(bands.size(), std::size_t{1});
        QCOMPARE(bands[0].label, std::string("object 1 · 40 B"));
    }

    void a_texture_shows_its_dimensions() {
        Layout layout = layout_with({24});
        layout.objects[0].dimensions = {4, 3, 2};
        QCOMPARE(bands_of(layout, {0, 24})[0].label, std::string("object 0 · 4 × 3 × 2"));
    }

    void a_low_band_has_no_label_and_thousands_are_thinned_out() {
        const auto bands = bands_of(layout_with({95, 5}), {0, 100});
        QVERIFY(!bands[0].label.empty() && bands[1].label.empty());
        QVERIFY(bands_of(layout_with(std::vector<std::int64_t>(5000, 1)), {0, 5000}).size() < 80);
    }

    void the_lines_of_low_bands_are_faint() {
        const auto first_line = [](const std::vector<ObjectBand>& bands) {
            Drawing drawing;
            draw(drawing, bands, palette(Theme::dark), style);
            return std::get<StraightLine>(drawing.primitives[0]).color;
        };
        QCOMPARE(first_line(bands_of(layout_with({60, 40}), {0, 100})), palette(Theme::dark).dim);
        QCOMPARE(first_line(bands_of(layout_with({1, 99}), {0, 100})), palette(Theme::dark).line);
    }

    void a_label_moves_down_to_avoid_a_line() {
        const Layout layout = layout_with({100});
        const std::vector<std::int64_t> shifts = {0};
        const Viewport port{{{0, 10}, {0, 100}}, {100, 0, 500, 200}};
        const std::vector<Box> above = {{100, 5, 500, 7}};
        const auto bands = object_bands(layout, shifts, port, Unit::bytes, style, measure, above);
        QVERIFY(!bands[0].label.empty() && bands[0].ground.bottom > 190);
        const std::vector<Box> everywhere = {{100, 0, 500, 200}};
        QVERIFY(object_bands(layout, shifts, port, Unit::bytes, style, measure, everywhere)[0].label.empty());
    }

    void objects_of_two_plans_have_the_given_numbers() {
        const std::vector<std::int64_t> shifts = {0};
        const std::vector<ObjectIndex> numbers = {ObjectIndex(0), ObjectIndex(0)};
        const auto bands = object_bands(layout_with({50, 50}), shifts, {{{0, 10}, {0, 100}}, {100, 0, 500, 200}},
                                        Unit::bytes, style, measure, {}, numbers);
        QCOMPARE(bands[1].label, std::string("object 0 · 50 B"));
        QVERIFY(!bands[1].is_odd);
    }

    void bands_out_of_view_are_left_out_and_labels_are_in_view() {
        const auto bands = bands_of(layout_with({100, 100, 100}), {150, 170});
        QCOMPARE(bands.size(), std::size_t{1});
        QCOMPARE(bands[0].label, std::string("object 1 · 100 B"));
        QVERIFY(bands[0].ground.top >= 0);
    }
};

ARENASCOPE_TEST(ObjectBandTest)

#include "object_band_test.moc"

#include "core/picture/plan/difference_plot.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// 4 more in [2, 4), 8 less in [4, 6), nothing to compare in [7, 9), on a scale of 10 pixels a step and a byte.
Drawing sample_difference(Theme theme) {
    const LiveDifference difference{
        {Step(2), Step(4), Step(6)}, {Bytes(4), Bytes(-8), Bytes(0)}, Bytes(4), Bytes(-8), {{Step(7), Step(9)}}};
    Drawing drawing;
    draw_difference(
        drawing, difference, {{{0, 10}, {-10, 10}}, {0, 0, 100, 200}}, Unit::bytes, palette(theme),
        [](std::string_view text, TextStyle style) { return style.size * static_cast<double>(text.size()); });
    return drawing;
}

std::vector<std::string> labels_of(const Drawing& drawing, DrawnText::Align align) {
    std::vector<std::string> labels;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive); text != nullptr && text->align == align) {
            labels.push_back(text->text);
        }
    }
    return labels;
}

std::vector<FilledBox> boxes_of(const Drawing& drawing) {
    std::vector<FilledBox> boxes;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* box = std::get_if<FilledBox>(&primitive)) {
            boxes.push_back(*box);
        }
    }
    return boxes;
}

}  // namespace

class DifferencePlotTest : public QObject {
    Q_OBJECT

private slots:
    void more_stands_above_zero_and_less_below_it() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const std::vector<FilledBox> boxes = boxes_of(sample_difference(theme));
            QCOMPARE(boxes.size(), std::size_t{4});  // with the ground of the plot
            QCOMPARE(boxes[2].box, (Box{20, 60, 40, 100}));
            QCOMPARE(boxes[2].fill, std::optional(palette(theme).risk_text));
            QCOMPARE(boxes[3].box, (Box{40, 100, 60, 180}));
            QCOMPARE(boxes[3].fill, std::optional(palette(theme).good));
        }
    }

    void steps_that_one_plan_lacks_have_a_ground_of_their_own() {
        const std::vector<FilledBox> boxes = boxes_of(sample_difference(Theme::dark));
        QCOMPARE(boxes[1].box, (Box{70, 0, 90, 200}));
        QCOMPARE(boxes[1].fill, std::optional(palette(Theme::dark).absent));
    }

    void both_axes_have_ticks_and_sizes_have_signs() {
        const Drawing drawing = sample_difference(Theme::light);
        const auto sizes = labels_of(drawing, DrawnText::Align::right);
        QVERIFY(std::ranges::find(sizes, "+10") != sizes.end() || std::ranges::find(sizes, "+5") != sizes.end());
        QVERIFY(std::ranges::find(sizes, "0") != sizes.end());
        QVERIFY(std::ranges::any_of(sizes, [](const std::string& label) { return label.starts_with("-"); }));
        QVERIFY(labels_of(drawing, DrawnText::Align::center).size() >= 2);
    }

    void the_extent_holds_zero_and_both_ends() {
        const Stretch extent = difference_extent(Bytes(-10), Bytes(10));
        QVERIFY(extent.from < -10 && extent.to > 10);
        const Stretch nothing = difference_extent(Bytes(0), Bytes(0));
        QVERIFY(nothing.from < 0 && nothing.to > 0);
    }
};

ARENASCOPE_TEST(DifferencePlotTest)
#include "difference_plot_test.moc"

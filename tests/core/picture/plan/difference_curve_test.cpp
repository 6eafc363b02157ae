#include "core/picture/plan/live_curve.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// 4 more in [2, 4), 8 less in [4, 6), on a scale of 10 pixels a step and a byte.
Drawing sample_difference(Theme theme) {
    const std::vector<Step> steps{Step(2), Step(4), Step(6)};
    const std::vector<Bytes> bytes{Bytes(4), Bytes(-8), Bytes(0)};
    Drawing drawing;
    draw_difference(drawing, steps, bytes, {{{0, 10}, {-10, 10}}, {0, 0, 100, 200}}, palette(theme));
    return drawing;
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

class DifferenceCurveTest : public QObject {
    Q_OBJECT

private slots:
    void more_stands_above_zero_and_less_below_it() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const std::vector<FilledBox> boxes = boxes_of(sample_difference(theme));
            QCOMPARE(boxes.size(), std::size_t{2});
            QCOMPARE(boxes[0].box, (Box{20, 60, 40, 100}));
            QCOMPARE(boxes[0].fill, std::optional(palette(theme).risk_text));
            QCOMPARE(boxes[1].box, (Box{40, 100, 60, 180}));
            QCOMPARE(boxes[1].fill, std::optional(palette(theme).good));
        }
    }

    void the_extent_holds_zero_and_both_ends() {
        const Stretch extent = difference_extent(Bytes(-10), Bytes(10));
        QVERIFY(extent.from < -10 && extent.to > 10);
        const Stretch nothing = difference_extent(Bytes(0), Bytes(0));
        QVERIFY(nothing.from < 0 && nothing.to > 0);
    }
};

ARENASCOPE_TEST(DifferenceCurveTest)
#include "difference_curve_test.moc"

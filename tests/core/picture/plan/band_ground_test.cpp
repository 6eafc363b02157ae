#include <algorithm>
#include <variant>

#include "core/picture/plan/region_strip.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// Bands of these heights, one above the other, that exist in steps 0 to 10.
std::vector<Container> bands_of(const std::vector<std::int64_t>& heights) {
    std::vector<Container> stack;
    std::int64_t shift = 0;
    for (const std::int64_t band_height : heights) {
        Container& band = stack.emplace_back();
        band.is_band = true;
        band.shift = shift;
        band.highest = band_height;
        band.mapped = {{{Step(0), Step(10)}, {Offset(0), Offset(band_height)}}};
        shift += band_height;
    }
    return stack;
}

/// A byte is a pixel high.
Drawing ground_of(const std::vector<Container>& stack) {
    Drawing drawing;
    draw_band_grounds(drawing, stack, {{{0, 10}, {0, 100}}, {0, 0, 200, 100}}, Theme::light);
    return drawing;
}

template <class Primitive>
std::vector<Primitive> drawn(const Drawing& drawing) {
    std::vector<Primitive> found;
    for (const auto& primitive : drawing.primitives) {
        if (const auto* const one = std::get_if<Primitive>(&primitive)) {
            found.push_back(*one);
        }
    }
    return found;
}

}  // namespace

class BandGroundTest : public QObject {
    Q_OBJECT

private slots:
    void a_line_separates_bands_unless_both_are_too_thin_to_see() {
        const auto lines = drawn<StraightLine>(ground_of(bands_of({40, 30, 1, 1, 1, 27})));
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0].from.y, 60.0);
        QCOMPARE(lines[1].from.y, 30.0);
        QCOMPARE(lines[2].from.y, 27.0);
    }

    void memory_that_exists_at_the_same_time_is_one_box() {
        std::vector<Container> stack = bands_of({20, 20, 20});
        // The first box is the whole ground.
        QCOMPARE(drawn<FilledBox>(ground_of(stack)).size(), std::size_t{2});
        stack[1].mapped[0].steps = {Step(2), Step(5)};
        const auto boxes = drawn<FilledBox>(ground_of(stack));
        QCOMPARE(boxes.size(), std::size_t{4});
        QCOMPARE(boxes[2].box, (Box{40, 60, 100, 80}));
    }

    void what_is_no_band_has_no_ground() {
        std::vector<Container> stack = bands_of({20});
        stack[0].is_band = false;
        QVERIFY(ground_of(stack).primitives.empty());
    }
};

ARENASCOPE_TEST(BandGroundTest)

}  // namespace arenascope

#include "band_ground_test.moc"

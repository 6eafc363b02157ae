#include "core/picture/plan/thumbnail.h"

#include <algorithm>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Threshold 100, peak 150.
PlacedPlan buffers_to_draw() {
    return placed_plan({{"a", 0, 4, 50, 0}, {"b", 2, 6, 50, 100}});
}

template <class Kind>
std::vector<Kind> all_of(const Drawing& drawing) {
    std::vector<Kind> found;
    for (const Primitive& primitive : drawing.primitives) {
        if (const Kind* one = std::get_if<Kind>(&primitive)) {
            found.push_back(*one);
        }
    }
    return found;
}

Drawing drawn_thumbnail(std::int64_t top) {
    const PlacedPlan placed = buffers_to_draw();
    return thumbnail(placed.problem, placed.layout, {}, top, 120, 80, Theme::light);
}

}  // namespace

class ThumbnailTest : public QObject {
    Q_OBJECT

private slots:
    void a_stack_is_as_high_as_its_highest_line() {
        const PlacedPlan placed = buffers_to_draw();
        QCOMPARE(stack_height(placed.problem, placed.layout), std::int64_t{150});
        QCOMPARE(stack_height(placed.problem, empty_layout(placed.problem)), std::int64_t{100});
        QCOMPARE(stack_height(Problem{}, Layout{}), std::int64_t{0});
    }

    void the_threshold_is_where_the_scale_puts_it() {
        for (const auto& [top, y] : std::vector<std::pair<std::int64_t, double>>{{200, 40}, {400, 60}}) {
            const auto lines = all_of<StraightLine>(drawn_thumbnail(top));
            QCOMPARE(lines.size(), std::size_t{1});
            QCOMPARE(lines[0].from.y, y);
            QVERIFY(lines[0].dash == Dash::dashed);
        }
    }

    void what_is_above_the_scale_is_cut_off_visibly() {
        QVERIFY(all_of<Path>(drawn_thumbnail(150)).empty());
        const auto cut = all_of<Path>(drawn_thumbnail(120));
        QCOMPARE(cut.size(), std::size_t{1});
        QVERIFY(cut[0].fill == palette(Theme::light).panel);
        QVERIFY(std::ranges::all_of(cut[0].points, [](Point point) { return point.y <= 10 && point.x <= 120; }));
    }

    void it_has_no_words() { QVERIFY(all_of<DrawnText>(drawn_thumbnail(150)).empty()); }
};

ARENASCOPE_TEST(ThumbnailTest)
#include "thumbnail_test.moc"

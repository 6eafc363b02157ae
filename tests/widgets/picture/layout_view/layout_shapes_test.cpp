#include "widgets/picture/layout_view/layout_shapes.h"

#include <QObject>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class LayoutShapesTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_problem_there_are_none() {
        const LayoutShapes shapes = layout_shapes({});
        QVERIFY(shapes.stack.empty() && shapes.index->size() == 0);
    }

    void placed_buffers_are_rectangles_and_others_are_in_the_tray() {
        const LayoutShapes shapes = layout_shapes(two_cores({0, -1}));
        QCOMPARE(shapes.index->size(), std::size_t{1});
        QCOMPARE(shown_tray(two_cores({0, -1})).rectangles.size(), std::size_t{1});
        QCOMPARE(shapes.stack.size(), std::size_t{2});
    }

    void the_tray_omits_folded_cores_and_all_but_the_picked_core() {
        LayoutContent content = two_cores({-1, -1});
        QCOMPARE(shown_tray(content).rectangles.size(), std::size_t{2});
        set_folded(content.containers, RegionIndex(0), true);
        QCOMPARE(shown_tray(content).rectangles.size(), std::size_t{1});
        content.picked_core = RegionIndex(0);
        QVERIFY(shown_tray(content).rectangles.front().buffer == BufferIndex(0));
    }

    void the_live_core_is_the_picked_one_before_the_one_under_the_pointer() {
        LayoutContent content = two_cores({0, 0});
        const LayoutShapes shapes = layout_shapes(content);
        QVERIFY(live_core(shapes, content) == nullptr);
        QVERIFY(!live_fragmentation(shapes, content));
        content.pointed_core = RegionIndex(1);
        QVERIFY(live_core(shapes, content)->region == RegionIndex(1));
        QVERIFY(live_fragmentation(shapes, content));
        content.picked_core = RegionIndex(0);
        QVERIFY(live_core(shapes, content)->region == RegionIndex(0));
    }

private:
    /// Two regions with one buffer each, at these offsets.
    static LayoutContent two_cores(const std::vector<std::int64_t>& offsets) {
        auto plan = test::placed_plan({{"a", 0, 4, 8, offsets[0]}, {"b", 0, 4, 8, offsets[1]}});
        plan.problem.regions = {Region{"x"}, Region{"y"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        if (plan.layout.placements[1]) {
            plan.layout.placements[1]->region = RegionIndex(1);
        }
        LayoutContent content;
        content.problem = std::make_shared<const Problem>(plan.problem);
        content.layout = test::shared(plan.layout);
        return content;
    }
};

ARENASCOPE_TEST(LayoutShapesTest)
#include "layout_shapes_test.moc"

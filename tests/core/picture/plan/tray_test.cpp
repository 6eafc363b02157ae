#include "core/picture/plan/tray.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

class TrayTest : public QObject {
    Q_OBJECT

private slots:
    void each_buffer_that_is_not_placed_takes_the_lowest_free_lane() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 2, 6, 8, 0}, {"c", 4, 8, 8, 0}, {"placed", 0, 8, 8, 0}});
        for (std::size_t i = 0; i < 3; ++i) {
            plan.layout.placements[i].reset();
        }
        const Tray tray = tray_of(plan.problem, plan.layout);
        QCOMPARE(tray.lanes, std::int64_t{2});
        QCOMPARE(tray.rectangles.size(), std::size_t{3});
        QCOMPARE(tray.rectangles[0], (MemoryRectangle{0, 4, 0, 1, BufferIndex(0)}));
        QCOMPARE(tray.rectangles[1], (MemoryRectangle{2, 6, 1, 2, BufferIndex(1)}));
        QCOMPARE(tray.rectangles[2], (MemoryRectangle{4, 8, 0, 1, BufferIndex(2)}));
    }

    void a_complete_layout_leaves_it_empty() {
        const auto plan = placed_plan({{"a", 0, 4, 8, 0}});
        QCOMPARE(tray_of(plan.problem, plan.layout).lanes, std::int64_t{0});
    }

    void holds_only_buffers_of_shown_memories() {
        auto plan = placed_plan({{"a", 0, 4, 8, -1}, {"b", 2, 6, 8, -1}});
        plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        const Tray tray = tray_of(plan.problem, plan.layout, {false, true});
        QCOMPARE(tray.lanes, std::int64_t{1});
        QCOMPARE(tray.rectangles.size(), std::size_t{1});
        QVERIFY(tray.rectangles[0].buffer == BufferIndex(1));
    }
};

ARENASCOPE_TEST(TrayTest)
#include "tray_test.moc"
